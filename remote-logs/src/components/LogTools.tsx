import { DownloadOutlined, SettingOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Checkbox, Dropdown, Popover } from 'antd'
import type { ColumnChoice } from './useShownColumns.ts'

const FORMATS = ['csv', 'ndjson'] as const

interface Props {
  columns: readonly ColumnChoice[]
  onToggle: (key: string) => void
  fileAddress: (format: (typeof FORMATS)[number]) => string
}

/** What can be done with a log as a whole: choose what is shown of it, and take it along. */
export function LogTools({ columns, onToggle, fileAddress }: Props) {
  const { t } = useTranslation('logs')
  return (
    <>
      <Popover
        trigger="click"
        placement="bottomRight"
        title={t('columns')}
        content={
          <div className="log-columns">
            {columns.map(({ key, title, isShown }) => (
              <Checkbox key={key} checked={isShown} onChange={() => onToggle(key)}>
                {title}
              </Checkbox>
            ))}
          </div>
        }
      >
        <Button type="text" icon={<SettingOutlined />} aria-label={t('columns')} title={t('columns')} />
      </Popover>
      <Dropdown
        trigger={['click']}
        menu={{
          items: FORMATS.map((format) => ({
            key: format,
            label: (
              // The times of the file are those of the moment it is asked for.
              <a href={fileAddress(format)} download>
                {t(`export.${format}`)}
              </a>
            ),
          })),
        }}
      >
        <Button icon={<DownloadOutlined aria-hidden />}>{t('export.title')}</Button>
      </Dropdown>
    </>
  )
}
