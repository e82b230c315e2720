import { LinuxOutlined, QuestionOutlined, WindowsOutlined } from '@ant-design/icons'

/** Letters instead of the marks of others, which are not ours to draw. */
const LETTERS: readonly (readonly [RegExp, string])[] = [
  [/ubuntu/i, 'Ub'],
  [/debian/i, 'De'],
  [/centos/i, 'Ce'],
  [/alpine/i, 'Al'],
  [/rocky/i, 'Ro'],
  [/alma/i, 'AL'],
  [/red hat|rhel/i, 'RH'],
  [/fedora/i, 'Fe'],
  [/suse/i, 'Su'],
  [/arch/i, 'Ar'],
  [/amazon/i, 'Am'],
]

/** What a server runs, at a glance; the words beside it say the same. */
export function SystemIcon({ os, name }: { os: string; name: string }) {
  const letters = LETTERS.find(([pattern]) => pattern.test(name))?.[1]
  return (
    <span className="server-system-icon" aria-hidden="true">
      {letters ?? (os === 'windows' ? <WindowsOutlined /> : name === '' ? <QuestionOutlined /> : <LinuxOutlined />)}
    </span>
  )
}
