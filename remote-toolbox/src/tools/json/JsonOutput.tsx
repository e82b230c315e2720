import { DownOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { saveFile } from '@windlass/shared-kit/save'
import { CopyButton } from '@windlass/shared-kit/ui'
import { Button, Dropdown } from 'antd'
import { copyJson } from './copyJson.ts'
import type { JsonDocument } from './useJsonDocument.ts'
import type { JsonForm } from './writeJson.ts'

const FORMS = ['pretty', 'minified'] as const

interface Props {
  document: JsonDocument
  /** What the raw view shows, if that is what is copied. */
  rawText: string | undefined
  onClear: () => void
  isClean: boolean
}

/** `data.json` as `data.pretty.json`, so that nobody overwrites what they opened. */
function fileName(name: string | undefined, form: JsonForm): string {
  return `${(name ?? 'document').replace(/\.json$/i, '')}.${form}.json`
}

/** What becomes of the document: copied or saved, indented or as short as possible. */
export function JsonOutput({ document, rawText, onClear, isClean }: Props) {
  const { t } = useTranslation('toolbox')
  const { open, ask, setProblem } = document
  const isTree = open.opening.outcome === 'opened'
  const save = async (form: JsonForm) => {
    const answer = await ask(async (service) => ({ written: await service.write(form) }))
    if (answer?.written) saveFile(fileName(open.long?.name, form), answer.written)
    else if (answer) setProblem({ what: 'tooLongToSave' })
  }
  const items = FORMS.map((form) => ({ key: form, label: t(`json.${form}Form`), onClick: () => void save(form) }))
  return (
    <div className="toolbox-buttons toolbox-foot">
      <CopyButton
        isWide
        text={rawText ?? (() => copyJson(document, 'pretty'))}
        label={t('copyResult')}
        isDisabled={rawText === '' || (rawText === undefined && !isTree)}
      />
      <CopyButton
        isWide
        text={() => copyJson(document, 'minified')}
        label={t('json.copyMinified')}
        isDisabled={!isTree}
      />
      <Dropdown menu={{ items }} trigger={['click']} disabled={!isTree}>
        <Button icon={<DownOutlined aria-hidden="true" />} iconPlacement="end">
          {t('json.save')}
        </Button>
      </Dropdown>
      <Button className="toolbox-last" type="text" disabled={isClean} onClick={onClear}>
        {t('clear')}
      </Button>
    </div>
  )
}
