import { DownOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { NamespaceOptionList } from '@windlass/shared-kit/contract/namespace'
import { call } from '@windlass/shared-kit/http'
import { isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { useAtomValue, useNamespace } from '@windlass/shared-kit/session'
import { Button, Dropdown, Spin } from 'antd'
import { isSwitchingAtom, switchNamespace } from './switchNamespace.ts'

/** The current namespace, and the way into another one. */
export function NamespaceMenu() {
  const { t } = useTranslation('host')
  const current = useNamespace()
  const isSwitching = useAtomValue(isSwitchingAtom)
  const options = useQuery({
    queryKey: ['namespaces'],
    queryFn: ({ signal }) => call(NamespaceOptionList, {}, { signal }),
  })
  const items = options.data?.list.map(({ namespaceId, namespaceName, roleId }) => ({
    key: String(namespaceId),
    label: namespaceName,
    disabled: namespaceId === current.id,
    onClick: () => switchNamespace({ id: namespaceId, name: namespaceName, roleId }),
  }))
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: items ?? [{ key: 'loading', label: <Spin size="small" />, disabled: true }],
          selectedKeys: [String(current.id)],
        }}
      >
        <Button type="text" className="namespace-button" aria-label={`${t('namespace')}: ${isolated(current.name)}`}>
          <span>{current.name}</span>
          <DownOutlined />
        </Button>
      </Dropdown>
      {isSwitching && <Spin fullscreen description={t('switchingNamespace')} />}
    </>
  )
}
