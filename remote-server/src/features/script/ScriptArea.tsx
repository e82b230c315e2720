import type { Template } from '@windlass/shared-kit/contract/template'
import { CodeEditor } from '@windlass/shared-kit/editor'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { ConfirmDanger } from '@windlass/shared-kit/ui'
import { Skeleton } from 'antd'
import { Suspense, useState } from 'react'
import { ParameterFields } from './ParameterFields.tsx'
import { SERVER_VARIABLES, TemplateBar } from './TemplateBar.tsx'
import { TemplateDrawer } from './TemplateDrawer.tsx'
import type { ScriptDesk } from './useScriptDesk.ts'

type Task = { kind: 'edit' | 'remove' | 'replace'; template: Template } | { kind: 'add' } | undefined

/** The text, where it comes from and what it asks for; as tall as the window while nothing stands below. */
export function ScriptArea({ desk, isAlone }: { desk: ScriptDesk; isAlone: boolean }) {
  const { t } = useTranslation('server')
  const { scripts, template, parameters, script } = desk
  const [task, setTask] = useState<Task>()
  const choose = (next: Template | undefined) => {
    if (next && desk.isUnsaved) setTask({ kind: 'replace', template: next })
    else desk.take(next)
  }
  const offers = () => [...SERVER_VARIABLES, ...parameters.map(({ name }) => name)].map((name) => ({ name }))
  return (
    <>
      <TemplateBar
        templates={scripts.templates.data ?? []}
        chosen={template}
        canSave={script.trim() !== ''}
        onChoose={choose}
        onSaveAs={() => setTask({ kind: 'add' })}
        onEdit={() => template && setTask({ kind: 'edit', template })}
        onRemove={() => template && setTask({ kind: 'remove', template })}
      />
      {parameters.length > 0 && (
        <ParameterFields {...{ parameters }} values={desk.values} isTried={desk.isTried} onChange={desk.setValues} />
      )}
      <div className="script-editor" data-alone={isAlone}>
        <Suspense fallback={<Skeleton active paragraph={{ rows: 6 }} />}>
          <CodeEditor
            label={t('script.editor')}
            language="shell"
            value={script}
            variables={offers}
            onChange={desk.setScript}
            onSubmit={desk.ask}
          />
        </Suspense>
      </div>
      <Questions task={task} desk={desk} onClose={() => setTask(undefined)} />
    </>
  )
}

function Questions({ task, desk, onClose }: { task: Task; desk: ScriptDesk; onClose: () => void }) {
  const { t } = useTranslation('server')
  const { scripts, script } = desk
  return (
    <>
      <TemplateDrawer
        open={task?.kind === 'add' || task?.kind === 'edit'}
        template={task?.kind === 'edit' ? task.template : undefined}
        content={script}
        scripts={scripts}
        onSaved={(id) => id !== undefined && desk.attach(id)}
        onClose={onClose}
      />
      <ConfirmDanger
        open={task?.kind === 'remove'}
        title={t('script.removeTitle', { name: task?.kind === 'remove' ? task.template.name : '' })}
        explanation={t('script.removeExplanation')}
        verb={t('script.remove')}
        onConfirm={async () => {
          if (task?.kind !== 'remove') return
          await scripts.remove(task.template.id)
          desk.take(undefined)
        }}
        onClose={onClose}
      />
      <ConfirmDanger
        open={task?.kind === 'replace'}
        title={t('script.replaceTitle')}
        explanation={t('script.replaceExplanation', { name: task?.kind === 'replace' ? task.template.name : '' })}
        verb={t('script.replace')}
        onConfirm={async () => task?.kind === 'replace' && desk.take(task.template)}
        onClose={onClose}
      />
    </>
  )
}
