import {
  BgColorsOutlined,
  ClockCircleOutlined,
  CodeOutlined,
  DatabaseOutlined,
  FontSizeOutlined,
  KeyOutlined,
  LinkOutlined,
  QrcodeOutlined,
  SafetyCertificateOutlined,
  ScheduleOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'

/** The picture of each tool, by its id. */
export const TOOL_ICONS: Readonly<Record<string, ComponentType>> = {
  date: ClockCircleOutlined,
  json: CodeOutlined,
  password: KeyOutlined,
  unicode: FontSizeOutlined,
  uri: LinkOutlined,
  md5: SafetyCertificateOutlined,
  cron: ScheduleOutlined,
  qrcode: QrcodeOutlined,
  byte: DatabaseOutlined,
  color: BgColorsOutlined,
}
