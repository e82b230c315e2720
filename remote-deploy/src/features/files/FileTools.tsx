import { DeleteOutlined, ReloadOutlined, SearchOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Input } from 'antd'

interface Props {
  dir: string
  search: string
  onSearch: (text: string) => void
  isRunning: boolean
  onRefresh: () => void
  onDelete: () => void
}

/** What can be done with the folder as a whole. */
export function FileTools({ dir, search, onSearch, isRunning, onRefresh, onDelete }: Props) {
  const { t } = useTranslation('deploy')
  return (
    <>
      <Input
        className="wl-search"
        type="search"
        allowClear
        prefix={<SearchOutlined aria-hidden="true" />}
        aria-label={t('files.search')}
        placeholder={t('files.search')}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onSearch('')}
      />
      <Button
        type="text"
        icon={<ReloadOutlined spin={isRunning} />}
        aria-label={t('files.refresh')}
        title={t('files.refresh')}
        onClick={onRefresh}
      />
      <Button type="text" danger icon={<DeleteOutlined aria-hidden="true" />} onClick={onDelete}>
        {dir === '' ? t('files.deleteAll') : t('files.deleteFolder')}
      </Button>
    </>
  )
}
