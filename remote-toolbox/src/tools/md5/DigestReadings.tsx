import { formatNumber, type LanguageCode, useLanguage, useTranslation } from '@windlass/shared-kit/i18n'
import { Readings } from '../../parts/Readings.tsx'
import { ALGORITHMS, type Algorithm } from './algorithms.ts'
import type { Verdict } from './expectedDigest.ts'
import type { DigestRun } from './useFileDigests.ts'

interface Props {
  run: DigestRun
  /** Bytes of the file, if it is one. */
  size: number
  verdict: Verdict
  isUpperCase: boolean
}

/** Rounded down, because 100% would say that the digest is there. */
const percentText = (done: number, size: number, language: LanguageCode) =>
  formatNumber(Math.floor((done / size) * 100) / 100, { style: 'percent' }, language)

/** All digests, and how far those are that are not there yet. */
export function DigestReadings({ run, size, verdict, isUpperCase }: Props) {
  const { t } = useTranslation('toolbox')
  const language = useLanguage()
  const pending = (id: Algorithm) => {
    const done = run.state === 'running' ? run.paces[id]?.done : undefined
    return done === undefined
      ? t(`md5.${run.state === 'running' ? 'waits' : 'missing'}`)
      : percentText(done, size, language)
  }
  const items = ALGORITHMS.map(({ id, name }) => {
    const digest = run.digests[id]
    if (digest === undefined) return { name, text: '', node: <span className="md5-pending">{pending(id)}</span> }
    const text = isUpperCase ? digest.toUpperCase() : digest
    const isMatch = verdict.kind === 'match' && verdict.algorithm === id
    return isMatch ? { name, text, node: <code className="wl-mono md5-match">{text}</code> } : { name, text }
  })
  return (
    <div className="md5-digests">
      <Readings items={items} />
    </div>
  )
}
