import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { ToolText } from '../../parts/ToolText.tsx'
import { ALGORITHMS } from './algorithms.ts'
import type { Verdict } from './expectedDigest.ts'

/** Room for a digest and the name of a file after it. */
const ROWS = 2
const ICONS = { match: <CheckCircleFilled />, mismatch: <CloseCircleFilled />, waiting: null }

interface Props {
  text: string
  verdict: Verdict
  /** More digests may come. */
  isRunning: boolean
  onChange: (text: string) => void
}

/** Takes the digest that somebody published, and tells whether this is what they meant. */
export function ExpectedField({ text, verdict, isRunning, onChange }: Props) {
  const { t } = useTranslation('toolbox')
  const told = verdict.kind === 'waiting' && !isRunning ? 'notComputed' : verdict.kind
  const isUnknown = verdict.kind === 'unknown'
  return (
    <div className="md5-expected">
      <ToolText
        label={t('md5.expected')}
        value={text}
        onChange={onChange}
        rows={ROWS}
        placeholder={t('md5.expectedPlaceholder')}
        problem={isUnknown ? t('md5.unknown', { count: verdict.digits }) : undefined}
      />
      <output className="md5-verdict" data-verdict={verdict.kind}>
        {'algorithm' in verdict && (
          <>
            {ICONS[verdict.kind]} {t(`md5.${told}`, { name: nameOf(verdict.algorithm) })}
          </>
        )}
      </output>
    </div>
  )
}

const nameOf = (algorithm: string) => ALGORITHMS.find(({ id }) => id === algorithm)?.name
