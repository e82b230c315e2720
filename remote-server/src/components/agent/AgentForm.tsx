import { AGENT_PATH, AGENT_PATH_PATTERN, AGENT_TOOLS, type AgentState } from '@windlass/shared-kit/contract/agent'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Alert, Button, Form, Input, Radio } from 'antd'

const PATH = new RegExp(AGENT_PATH_PATTERN)
const LOOPBACK = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/

/** What is asked before an agent is installed. */
export interface AgentFields {
  installPath: string
  tool: AgentState['tool']
  reportURL: string
}

interface Props {
  /** An agent that is there already: its settings are offered. */
  known: AgentState | undefined
  count: number
  isDisabled: boolean
  onInstall: (fields: AgentFields) => void
}

const urlOf = (text: string): URL | undefined => {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined
}

/** Where the agent goes, and where it reports to. */
export function AgentForm({ known, count, isDisabled, onInstall }: Props) {
  const { t } = useTranslation('server')
  const [form] = Form.useForm<AgentFields>()
  const reportURL = Form.useWatch('reportURL', form)
  const initial: AgentFields = {
    installPath: known?.installPath || AGENT_PATH,
    tool: known?.tool ?? 'auto',
    reportURL: known?.reportURL || window.location.origin,
  }
  return (
    <Form form={form} layout="vertical" requiredMark="optional" initialValues={initial} onFinish={onInstall}>
      <Form.Item
        name="reportURL"
        label={t('agentInstall.url')}
        extra={t('agentInstall.urlHint')}
        rules={[
          { required: true, message: t('agentInstall.urlWrong') },
          {
            validator: async (_rule, text: string) => {
              if (text && !urlOf(text)) throw new Error(t('agentInstall.urlWrong'))
            },
          },
        ]}
      >
        <Input inputMode="url" autoComplete="off" />
      </Form.Item>
      <UrlWarning url={urlOf(reportURL ?? initial.reportURL)} />
      <Form.Item
        name="installPath"
        label={t('agentInstall.path')}
        extra={t('agentInstall.pathHint')}
        rules={[{ required: true, pattern: PATH, message: t('agentInstall.pathWrong') }]}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name="tool" label={t('agentInstall.tool')} extra={t('agentInstall.toolHint')} required>
        <Radio.Group
          options={AGENT_TOOLS.map((tool) => ({ value: tool, label: tool === 'auto' ? t('agentInstall.auto') : tool }))}
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" disabled={isDisabled}>
        {known?.installPath ? t('agentInstall.again') : t('agentInstall.install', { count })}
      </Button>
    </Form>
  )
}

function UrlWarning({ url }: { url: URL | undefined }) {
  const { t } = useTranslation('server')
  if (!url) return null
  if (LOOPBACK.test(url.hostname)) {
    return <Alert className="agent-alert" type="warning" showIcon title={t('agentInstall.loopback')} />
  }
  if (url.protocol === 'https:') return null
  return <Alert className="agent-alert" type="warning" showIcon title={t('agentInstall.plainHttp')} />
}
