import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button } from 'antd'
import { useState } from 'react'
import type { ToolProps } from '../../box/tool.ts'
import { useResult } from '../../box/useResult.ts'
import { ToolFoot } from '../../parts/ToolFoot.tsx'
import { ToolText } from '../../parts/ToolText.tsx'
import { ZoneSelect } from '../../parts/ZoneSelect.tsx'
import { CharacterHelp } from './CharacterHelp.tsx'
import { CronResult } from './CronResult.tsx'
import { FieldDiagram } from './FieldDiagram.tsx'
import { ProblemMark } from './ProblemMark.tsx'
import { Runs } from './Runs.tsx'
import { useCronTool } from './useCronTool.ts'
import { useProblemText } from './useProblemText.ts'
import './cron.css'

/** Says cron expressions in words and shows when they run. */
export default function CronTool({ isShown }: ToolProps) {
  const { t } = useTranslation('toolbox')
  const { expression, texts, problem, zone, zoneName, isEnglish, ...tool } = useCronTool()
  const problemText = useProblemText(problem)
  const [example, setExample] = useState('')
  useResult(texts?.chinese ?? '')
  const handleExample = (chosen: string) => {
    setExample(chosen)
    tool.convert(chosen)
  }
  return (
    <div className="toolbox-tool">
      <div>
        <ToolText
          label={t('cron.expression')}
          value={expression}
          placeholder="* * * * *"
          hint={t('cron.hintInput')}
          problem={problemText}
          isCopied
          onChange={tool.type}
          onEnter={() => tool.convert(expression)}
          action={
            <Button type="primary" onClick={() => tool.convert(expression)}>
              {t('cron.convert')}
            </Button>
          }
        />
        {problem && <ProblemMark expression={expression} problem={problem} />}
      </div>
      <FieldDiagram expression={expression} problem={problem} />
      <CronResult
        texts={texts}
        described={tool.described}
        isEnglish={isEnglish}
        onEnglish={(next) => tool.keep({ isEnglish: next })}
      />
      {texts && (
        <>
          <ZoneSelect value={zone} onChange={(next) => tool.keep({ zone: next })} />
          <Runs key={`${tool.described} ${zoneName}`} expression={texts.expression} zone={zoneName} isShown={isShown} />
        </>
      )}
      <CharacterHelp chosen={example === expression ? example : ''} onChoose={handleExample} />
      <ToolFoot
        result={texts?.chinese ?? ''}
        isClean={expression === '' && tool.described === ''}
        onClear={tool.clear}
      />
    </div>
  )
}
