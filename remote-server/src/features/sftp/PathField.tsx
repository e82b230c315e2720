import { useTranslation } from '@windlass/shared-kit/i18n'
import { AutoComplete } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { isFolder } from './fileRow.ts'
import { seenName } from './namePieces.ts'
import { joinPath, resolvePath } from './remotePath.ts'
import type { PaneState } from './usePane.ts'

const PAUSE_MS = 120
const OFFERED = 50

interface Props {
  pane: PaneState
  onEnd: () => void
}

/** A path to type: folders that go on from it are offered, Tab takes the first. */
export function PathField({ pane, onEnd }: Props) {
  const { t } = useTranslation('server')
  const [text, setText] = useState(pane.path === '/' ? '/' : `${pane.path}/`)
  const offers = useOffers(pane, text)
  const isPicking = useRef(false)
  const go = (typed: string) => {
    pane.goTo(resolvePath(typed, pane.path, pane.ready?.home ?? '/'))
    onEnd()
  }
  return (
    <AutoComplete
      className="sftp-path-field"
      size="small"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever asked for the field wants to type
      autoFocus
      aria-label={t('sftp.path')}
      value={text}
      options={offers.map((path) => ({ value: path, label: <bdi>{seenName(path)}</bdi> }))}
      defaultActiveFirstOption={false}
      onChange={setText}
      onSelect={(path: string) => setText(`${path}/`)}
      onBlur={onEnd}
      onInputKeyDown={(event) => {
        const [first] = offers
        if (event.key === 'Escape') onEnd()
        else if (event.key === 'Tab' && first !== undefined && text !== `${first}/`) {
          event.preventDefault()
          setText(`${first}/`)
        } else if (event.key === 'Enter' && !isPicking.current) go(text)
        // Enter takes an offer only after the arrows have led to it.
        else isPicking.current = event.key.startsWith('Arrow')
      }}
    />
  )
}

/** The folders whose path goes on from what is typed. */
function useOffers({ channel, path, asRoot, ready }: PaneState, text: string): string[] {
  const [found, setFound] = useState<{ dir: string; names: string[] }>({ dir: '', names: [] })
  const slash = text.lastIndexOf('/')
  const dir = resolvePath(text.slice(0, slash + 1) || '.', path, ready?.home ?? '/')
  const start = text.slice(slash + 1).toLowerCase()
  useEffect(() => {
    const names: string[] = []
    let stop = () => {}
    const timer = setTimeout(() => {
      stop = channel.list(dir, asRoot, {
        onPart: ({ files, isDone }) => {
          names.push(...files.filter(isFolder).map(({ name }) => name))
          if (isDone) setFound({ dir, names: names.toSorted() })
        },
        // Nothing is offered then; opening the path tells what is wrong with it.
        onFail: () => setFound({ dir, names: [] }),
      })
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [channel, dir, asRoot])
  if (found.dir !== dir) return []
  return found.names
    .filter((name) => name.toLowerCase().startsWith(start) && (start !== '' || !name.startsWith('.')))
    .slice(0, OFFERED)
    .map((name) => joinPath(dir, name))
}
