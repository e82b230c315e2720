import {
  AppstoreOutlined,
  BellOutlined,
  ClockCircleOutlined,
  CloudServerOutlined,
  CodeOutlined,
  ControlOutlined,
  DashboardOutlined,
  FileTextOutlined,
  FolderOpenOutlined,
  GlobalOutlined,
  IdcardOutlined,
  ProfileOutlined,
  ProjectOutlined,
  RocketOutlined,
  SafetyOutlined,
  SettingOutlined,
  TagsOutlined,
  TeamOutlined,
  ThunderboltOutlined,
  ToolOutlined,
} from '@ant-design/icons'
import type { IconName } from '@windlass/shared-kit/remote'
import type { ComponentType } from 'react'

const ICONS: Record<IconName, ComponentType> = {
  cron: ClockCircleOutlined,
  deploy: RocketOutlined,
  document: FileTextOutlined,
  log: ProfileOutlined,
  member: TeamOutlined,
  monitor: DashboardOutlined,
  namespace: AppstoreOutlined,
  nginx: GlobalOutlined,
  notification: BellOutlined,
  process: ControlOutlined,
  profile: IdcardOutlined,
  project: ProjectOutlined,
  release: TagsOutlined,
  role: SafetyOutlined,
  script: ThunderboltOutlined,
  server: CloudServerOutlined,
  setting: SettingOutlined,
  sftp: FolderOpenOutlined,
  terminal: CodeOutlined,
  toolbox: ToolOutlined,
}

/** The icon a route asked for by name; an unknown name, from a newer area, is drawn as nothing. */
export function RouteIcon({ name }: { name: IconName | undefined }) {
  const Icon = name && ICONS[name]
  return Icon ? <Icon /> : null
}
