import { BulbOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { CopyButton } from '@windlass/shared-kit/ui'
import { Switch } from 'antd'
import { useId } from 'react'
import { cronHints } from './cronHints.ts'
import type { CronTexts } from './cronTexts.ts'

interface Props {
  texts: CronTexts | undefined
  /** The expression that the texts belong to. */
  described: string
  isEnglish: boolean
  onEnglish: (isEnglish: boolean) => void
}

/** The description in Simplified Chinese, in English beside it when asked, and what surprises people about it. */
export function CronResult({ texts, described, isEnglish, onEnglish }: Props) {
  const { t } = useTranslation('toolbox')
  const id = useId()
  return (
    <section className="cron-result" aria-labelledby={`${id}-name`}>
      <div className="cron-result-head">
        <h3 id={`${id}-name`}>{t('cron.result')}</h3>
        {texts && <code className="wl-mono wl-faint">{described}</code>}
        <label className="toolbox-last" htmlFor={`${id}-english`}>
          {t('cron.english')}
        </label>
        <Switch id={`${id}-english`} size="small" checked={isEnglish} onChange={onEnglish} />
      </div>
      <output className="cron-texts" data-two={isEnglish}>
        {texts ? (
          <>
            <Description text={texts.chinese} language="zh-CN" />
            {isEnglish && <Description text={texts.english} language="en" />}
          </>
        ) : (
          <span className="wl-faint">{t('cron.noResult')}</span>
        )}
      </output>
      {texts && <Hints texts={texts} />}
    </section>
  )
}

function Description({ text, language }: { text: string; language: string }) {
  const { t } = useTranslation('toolbox')
  return (
    <span className="cron-text">
      <span lang={language}>{text}</span>
      <CopyButton text={text} label={t('copyOf', { name: t(`cron.languages.${language}`) })} />
    </span>
  )
}

function Hints({ texts }: { texts: CronTexts }) {
  const { t } = useTranslation('toolbox')
  const hints = cronHints(texts.expression)
  if (hints.length === 0) return null
  return (
    <ul className="cron-hints">
      {hints.map(({ key, values }) => (
        <li key={`${key} ${values?.name}`}>
          <BulbOutlined aria-hidden="true" />
          <span>{t(`cron.hint.${key}`, { ...values, ...(values && { unit: t(`cron.cycle.${values.name}`) }) })}</span>
        </li>
      ))}
    </ul>
  )
}
