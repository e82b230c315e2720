import { SCRIPT_MODES } from '@windlass/shared-kit/contract/enums'
import type { ScriptBlock } from '@windlass/shared-kit/contract/project'
import { CodeEditor, type LanguageName } from '@windlass/shared-kit/editor'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Form, Segmented, Select, Skeleton } from 'antd'
import { Suspense, useRef, useState } from 'react'
import { type ProjectFields, SCRIPT_PLACES, type ScriptPlace } from './projectFields.ts'
import { ScriptVariables } from './ScriptVariables.tsx'
import { type ScriptVariable, scriptVariables } from './scriptVariables.ts'

const MODES = SCRIPT_MODES.filter((mode) => mode !== '')
/** The colours of a program's script; everything we do not know better reads as a shell script. */
const LANGUAGES: Readonly<Record<string, LanguageName>> = { python: 'python', php: 'php', yaml: 'yaml' }
/** Programs that need more words than their name. */
const EXPLAINED: readonly string[] = ['cmd', 'yaml']

/** The scripts around a transfer, one at a time. */
export function ScriptFields({ isShown }: { isShown: boolean }) {
  const { t } = useTranslation('deploy')
  const form = Form.useFormInstance<ProjectFields>()
  // As text, so that only the first and the last letter of a script draw this again.
  const filled = Form.useWatch(
    ({ script }: ProjectFields) => SCRIPT_PLACES.filter((value) => script?.[value]?.content).join(' '),
    form,
  )
  const [place, setPlace] = useState<ScriptPlace>('afterPull')
  return (
    <>
      <Segmented<ScriptPlace>
        className="dp-script-places"
        aria-label={t('project.tab.scripts')}
        value={place}
        onChange={setPlace}
        options={SCRIPT_PLACES.map((value) => ({
          value,
          label: filled?.split(' ').includes(value) ? `${t(`project.place.${value}`)} ●` : t(`project.place.${value}`),
        }))}
      />
      {SCRIPT_PLACES.map((each) => (
        <div key={each} hidden={each !== place}>
          <Script place={each} isShown={isShown && each === place} />
        </div>
      ))}
    </>
  )
}

function Script({ place, isShown }: { place: ScriptPlace; isShown: boolean }) {
  const { t } = useTranslation('deploy')
  const form = Form.useFormInstance<ProjectFields>()
  const mode = Form.useWatch<ScriptBlock['mode'] | undefined>(['script', place, 'mode'], form) ?? 'bash'
  // Read when they are looked at: watching every field would draw three scripts for each letter of a name.
  const variables = () => scriptVariables(place, form.getFieldsValue())
  const insert = useRef<((text: string) => void) | undefined>(undefined)
  return (
    <>
      <p className="wl-faint">{t(`project.script.${place}`)}</p>
      <div className="dp-script-tools">
        <Form.Item name={['script', place, 'mode']}>
          <Select aria-label={t('project.scriptMode')} options={MODES.map((value) => ({ value, label: value }))} />
        </Form.Item>
        <ScriptVariables variables={variables} onInsert={(name) => insert.current?.(`\${${name}}`)} />
      </div>
      {EXPLAINED.includes(mode) && <ModeHint mode={mode} place={place} />}
      <Form.Item name={['script', place, 'content']} noStyle>
        <LazyEditor
          {...{ isShown, mode, variables }}
          label={t(`project.place.${place}`)}
          onReady={(write) => {
            insert.current = write
          }}
        />
      </Form.Item>
    </>
  )
}

const YAML_EXAMPLE = `steps:
  - name: build
    image: node:24
    commands:
      - npm ci
      - npm run build`

function ModeHint({ mode, place }: { mode: string; place: ScriptPlace }) {
  const { t } = useTranslation('deploy')
  const where = place === 'afterDeploy' ? 'server' : 'host'
  return (
    <div className="dp-mode-hint wl-faint">
      {t(`project.modeHint.${mode}.${where}`)}
      {mode === 'yaml' && <pre>{YAML_EXAMPLE}</pre>}
    </div>
  )
}

interface EditorProps {
  isShown: boolean
  label: string
  mode: string
  variables: () => ScriptVariable[]
  onReady: (insert: ((text: string) => void) | undefined) => void
  /** Given by the form. */
  value?: string
  onChange?: (value: string) => void
}

/** Stands in the form from the start; an editor is heavy and measures itself, so it comes when it is first seen. */
function LazyEditor({ isShown, mode, value = '', onChange, ...props }: EditorProps) {
  const [wasShown, setWasShown] = useState(isShown)
  if (isShown && !wasShown) setWasShown(true)
  if (!wasShown) return null
  return (
    <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 8 }} />}>
      <CodeEditor
        language={LANGUAGES[mode] ?? 'shell'}
        value={value}
        onChange={(next) => onChange?.(next)}
        {...props}
      />
    </Suspense>
  )
}
