import { Alert, App, Button, Drawer, Form, type FormInstance } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { usePageActive } from '../remote/usePageActive.ts'
import { useErrorText } from './useErrorText.ts'
import { useIsMobile } from './useIsMobile.ts'
import { useUiText } from './useUiText.ts'

const WIDTH_PX = 480

interface Props<Values extends object> {
  title: string
  open: boolean
  /** What the form starts with each time it opens. */
  initialValues: Partial<Values>
  /** The verb on the button, also made of what is filled in; "Save" when absent. */
  submitText?: string | ((values: Partial<Values>) => string)
  width?: number
  /** Nothing can be sent yet, for example while what the form shows is still loading. */
  isDisabled?: boolean
  /** Values live outside the form's own fields, and they differ from what was loaded. */
  isChanged?: boolean
  /** Resolves when it is saved, which closes the drawer; what it throws is shown, and all that was typed stays. */
  onSubmit: (values: Values, form: FormInstance<Values>) => Promise<unknown>
  /** Names the fields that are wrong, in order, before the first one takes the cursor: for a form in several tabs. */
  onInvalid?: (names: readonly (number | string)[]) => void
  onClose: () => void
  /** The fields: antd's Form.Item. */
  children: ReactNode
}

/** A form at the right edge, the whole window on a phone. It asks before it throws away what somebody typed. */
export function FormDrawer<Values extends object>(props: Props<Values>) {
  const { title, open, width = WIDTH_PX, isChanged = false, onClose } = props
  const { t } = useUiText()
  const { modal } = App.useApp()
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  const [isTouched, setTouched] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    setTouched(false)
  }

  const close = () => {
    if (isSaving) return
    if (!isTouched && !isChanged) return onClose()
    modal.confirm({
      title: t('discard.title'),
      content: t('discard.explanation'),
      okText: t('discard.action'),
      okButtonProps: { danger: true },
      cancelText: t('discard.keep'),
      onOk: onClose,
    })
  }
  return (
    <Drawer
      rootClassName="wl-form-drawer"
      title={title}
      // A page in the background keeps what was typed, but its drawer must not lie over the page in front.
      open={open && isActive}
      destroyOnHidden={!open}
      size={isMobile ? '100%' : width}
      closable={{ 'aria-label': t('close') }}
      onClose={close}
      afterOpenChange={(isOpen) => isOpen && focusFirstField()}
    >
      <DrawerForm<Values> {...props} isSaving={isSaving} onSaving={setSaving} onTouched={setTouched} onCancel={close} />
    </Drawer>
  )
}

function focusFirstField(): void {
  document
    .querySelector<HTMLElement>(
      '.wl-form-drawer .ant-form-item :is(input, textarea):not([disabled], [readonly], [type="radio"])',
    )
    ?.focus()
}

interface FormProps<Values extends object> extends Props<Values> {
  isSaving: boolean
  onSaving: (isSaving: boolean) => void
  onTouched: (isTouched: boolean) => void
  onCancel: () => void
}

function DrawerForm<Values extends object>(props: FormProps<Values>) {
  const { isSaving, isDisabled = false, initialValues, submitText } = props
  const { onSubmit, onSaving, onTouched, onClose, onCancel } = props
  const { t } = useUiText()
  const [form] = Form.useForm<Values>()
  const [problem, setProblem] = useState<Error>()
  const name = useId()

  const submit = async (values: Values) => {
    if (isSaving || isDisabled) return
    onSaving(true)
    setProblem(undefined)
    try {
      await onSubmit(values, form)
      onClose()
    } catch (error) {
      // The reader decides: everything typed is still there.
      setProblem(error instanceof Error ? error : new Error(String(error)))
    } finally {
      onSaving(false)
    }
  }
  return (
    <Form<Values>
      className="wl-drawer-form"
      name={name}
      form={form}
      layout="vertical"
      requiredMark="optional"
      initialValues={initialValues}
      validateTrigger={['onBlur', 'onSubmit']}
      scrollToFirstError={{ focus: true }}
      onValuesChange={() => {
        onTouched(true)
        // A complaint goes as soon as it is met, not when the field is left.
        const wrong = form.getFieldsError().flatMap(({ name: field, errors }) => (errors.length > 0 ? [field] : []))
        if (wrong.length > 0) void form.validateFields(wrong).catch(() => undefined)
      }}
      onFinish={submit}
      onKeyDown={(event) => {
        // From any field, also one in which Enter begins a line.
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.submit()
      }}
      onFinishFailed={({ errorFields }) => props.onInvalid?.(errorFields.flatMap((field) => field.name.slice(0, 1)))}
    >
      <div className="wl-drawer-fields">
        {props.children}
        {problem && <NotSaved error={problem} />}
      </div>
      <div className="wl-drawer-footer">
        <Button onClick={onCancel} disabled={isSaving}>
          {t('cancel')}
        </Button>
        <Button type="primary" htmlType="submit" loading={isSaving} disabled={isSaving || isDisabled}>
          <Form.Item noStyle shouldUpdate>
            {() => (typeof submitText === 'function' ? submitText(form.getFieldsValue()) : (submitText ?? t('save')))}
          </Form.Item>
        </Button>
      </div>
    </Form>
  )
}

function NotSaved({ error }: { error: Error }) {
  const { t } = useUiText()
  const { text, requestId } = useErrorText()(error)
  const number = requestId && (
    <>
      {' '}
      {t('requestId')} <code>{requestId}</code>
    </>
  )
  return (
    <Alert
      type="error"
      showIcon
      title={t('notSaved')}
      description={
        <>
          {text}
          {number}
        </>
      }
    />
  )
}
