import {
  AppstoreOutlined,
  BarsOutlined,
  EyeInvisibleOutlined,
  EyeOutlined,
  MoreOutlined,
  PartitionOutlined,
  PlusOutlined,
  SafetyOutlined,
  UploadOutlined,
} from '@ant-design/icons'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { Button, Dropdown, Input, type InputRef, type MenuProps } from 'antd'
import type { ReactElement, RefObject } from 'react'
import { type Circumstances, type Command, FILE_GROUPS, FOLDER_GROUPS } from './commands.ts'
import { useMenuItems } from './useMenuItems.tsx'
import type { PaneState } from './usePane.ts'

interface Props {
  pane: PaneState
  about: Circumstances
  filterField: RefObject<InputRef | null>
  onCommand: (command: Command) => void
  onRoot: (asRoot: boolean) => void
}

/** What can be done in a folder, and how it is shown. */
export function PaneTools({ pane, about, filterField, onCommand, onRoot }: Props) {
  const { t } = useTranslation('server')
  const itemsOf = useMenuItems()
  const [make, upload] = FOLDER_GROUPS
  const count = about.chosen.length
  return (
    <div className="sftp-tools">
      <MenuButton
        icon={<PlusOutlined />}
        name={t('sftp.new')}
        items={itemsOf(make ? [make] : [], about)}
        onCommand={onCommand}
      />
      <MenuButton
        icon={<UploadOutlined />}
        name={t('sftp.uploadButton')}
        items={itemsOf(upload ? [upload] : [], about)}
        onCommand={onCommand}
      />
      <MenuButton
        icon={<MoreOutlined />}
        name={count > 0 ? t('sftp.actionsCount', { count }) : t('sftp.actions')}
        items={itemsOf(count > 0 ? FILE_GROUPS : FOLDER_GROUPS.slice(2), about)}
        onCommand={onCommand}
      />
      <Input
        ref={filterField}
        className="sftp-filter"
        size="small"
        type="search"
        allowClear
        aria-label={t('sftp.filter')}
        placeholder={t('sftp.filter')}
        value={pane.filter}
        onChange={(event) => pane.setFilter(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && pane.setFilter('')}
      />
      <LookButtons pane={pane} />
      <Can any={[Permission.SFTPAsRoot]}>
        <Toggle
          icon={<SafetyOutlined />}
          name={t('sftp.asRoot')}
          isOn={pane.asRoot}
          className="sftp-root"
          onToggle={() => onRoot(!pane.asRoot)}
        />
      </Can>
    </div>
  )
}

function LookButtons({ pane: { look, setLook } }: { pane: PaneState }) {
  const { t } = useTranslation('server')
  const isGrid = look.view === 'grid'
  return (
    <>
      <Toggle
        icon={look.showsHidden ? <EyeOutlined /> : <EyeInvisibleOutlined />}
        name={t('sftp.hidden')}
        isOn={look.showsHidden}
        onToggle={() => setLook({ showsHidden: !look.showsHidden })}
      />
      <Toggle
        icon={<PartitionOutlined />}
        name={t('sftp.tree')}
        className="sftp-desktop"
        isOn={look.hasTree}
        onToggle={() => setLook({ hasTree: !look.hasTree })}
      />
      <Toggle
        icon={isGrid ? <AppstoreOutlined /> : <BarsOutlined />}
        name={t('sftp.icons')}
        isOn={isGrid}
        onToggle={() => setLook({ view: isGrid ? 'list' : 'grid' })}
      />
    </>
  )
}

interface ToggleProps {
  icon: ReactElement
  name: string
  isOn: boolean
  className?: string
  onToggle: () => void
}

function Toggle({ icon, name, isOn, className, onToggle }: ToggleProps) {
  return (
    <Button
      className={className}
      type="text"
      size="small"
      icon={icon}
      aria-label={name}
      aria-pressed={isOn}
      title={name}
      onClick={onToggle}
    />
  )
}

interface MenuButtonProps {
  icon: ReactElement
  name: string
  items: NonNullable<MenuProps['items']>
  onCommand: (command: Command) => void
}

function MenuButton({ icon, name, items, onCommand }: MenuButtonProps) {
  if (items.length === 0) return null
  return (
    // Keys of the menu are commands: useMenuItems makes them so.
    <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => onCommand(key as Command) }}>
      <Button size="small" icon={icon} aria-haspopup="menu">
        {name}
      </Button>
    </Dropdown>
  )
}
