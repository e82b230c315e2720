import { namePieces } from './namePieces.ts'

/** A name of which everything can be seen: what would hide or turn letters is a mark. */
export function FileName({ name }: { name: string }) {
  return (
    <bdi className="sftp-name-text">
      {namePieces(name).map(({ text, isMark }, index) =>
        isMark ? (
          // oxlint-disable-next-line react/no-array-index-key -- pieces have no other place than their own
          <mark key={index} className="sftp-mark">
            {text}
          </mark>
        ) : (
          text
        ),
      )}
    </bdi>
  )
}
