import './namespace.css'
import { PlusOutlined } from '@ant-design/icons'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { ListPage, useUrlState } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { BindingDrawer } from './BindingDrawer.tsx'
import { NamespaceForm } from './NamespaceForm.tsx'
import { NamespaceTable } from './NamespaceTable.tsx'
import { useNamespaces } from './useNamespaces.ts'

/** Namespaces, and who belongs to each. */
export default function NamespacePage() {
  const { t } = useTranslation('settings')
  const namespaces = useNamespaces()
  const url = useUrlState({ search: '', edit: '', members: '' })
  const find = (id: string) => namespaces.list.data?.find((namespace) => String(namespace.id) === id)
  const add = (
    <Can any={[Permission.AddNamespace]}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => url.visit({ edit: 'new' })}>
        {t('namespace.add')}
      </Button>
    </Can>
  )
  return (
    <ListPage
      title={t('route.namespaceSetting')}
      search={{
        value: url.values.search,
        placeholder: t('namespace.search'),
        onChange: (search) => url.change({ search }),
      }}
      refresh={{ isRunning: namespaces.list.isFetching, onRefresh: () => void namespaces.list.refetch() }}
      action={add}
    >
      <NamespaceTable
        of={namespaces.list}
        search={url.values.search}
        add={add}
        onClearSearch={() => url.change({ search: '' })}
        onMembers={(namespace) => url.visit({ members: String(namespace.id) })}
        onEdit={(namespace) => url.visit({ edit: String(namespace.id) })}
      />
      <NamespaceForm
        namespace={find(url.values.edit)}
        isNew={url.values.edit === 'new'}
        onAdd={namespaces.add}
        onEdit={namespaces.edit}
        onClose={() => url.change({ edit: '' })}
      />
      <BindingDrawer namespace={find(url.values.members)} onClose={() => url.change({ members: '' })} />
    </ListPage>
  )
}
