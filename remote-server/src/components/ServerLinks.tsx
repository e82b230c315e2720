import './serverLinks.css'
import { ClockCircleOutlined, CodeOutlined, FolderOutlined, LineChartOutlined } from '@ant-design/icons'
import { State } from '@windlass/shared-kit/contract/enums'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useCan } from '@windlass/shared-kit/permission'
import { Link } from 'react-router-dom'

interface Props {
  server: { id: number; name: string; state: number }
  /** The page where they stand, to which there is no need to go. */
  here?: string
}

/** The ways from a server to the pages that work on it. */
export function ServerLinks({ server, here }: Props) {
  const { t } = useTranslation('server')
  const places = [
    {
      path: '/server/terminal',
      text: 'terminal',
      icon: <CodeOutlined />,
      isOpen: useCan([Permission.ShowTerminalPage]),
    },
    { path: '/server/sftp', text: 'files', icon: <FolderOutlined />, isOpen: useCan([Permission.ShowSftpFilePage]) },
    {
      path: '/server/agent',
      text: 'monitor',
      icon: <LineChartOutlined />,
      isOpen: useCan([Permission.ShowServerMonitorPage]),
    },
    { path: '/server/cron', text: 'cron', icon: <ClockCircleOutlined />, isOpen: useCan([Permission.ShowCronPage]) },
  ] as const
  if (server.state === State.Disabled) return null
  return places
    .filter(({ path, isOpen }) => isOpen && path !== here)
    .map(({ path, text, icon }) => {
      // Pages that are opened for one server at a time keep it under another name in their address.
      const parameter = path === '/server/cron' ? 'server' : 'serverId'
      const words = t(`open.${text}`, { name: server.name })
      return (
        <Link
          key={path}
          className="server-link"
          to={`${path}?${parameter}=${server.id}`}
          title={words}
          aria-label={words}
        >
          {icon}
        </Link>
      )
    })
}
