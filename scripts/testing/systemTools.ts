import { existsSync } from 'node:fs'
import { execa, type Options } from 'execa'

interface Tool {
  package: string
  what: string
  isThere: () => boolean
}

const onPath =
  (...names: string[]) =>
  () =>
    (process.env['PATH'] ?? '').split(':').some((dir) => names.some((name) => existsSync(`${dir}/${name}`)))

const sshd = () =>
  ['/usr/sbin/sshd', '/usr/local/sbin/sshd', '/opt/homebrew/sbin/sshd'].some((file) => existsSync(file))

const vsftpd = () => ['/usr/sbin/vsftpd', '/usr/local/sbin/vsftpd'].some((file) => existsSync(file))

const hasBrowser = () =>
  existsSync(process.env['CHROMIUM_PATH'] ?? '') ||
  onPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')()

/** What the tests use as real peers. The product itself needs git, ssh and rsync, and svn where projects use it. */
const TOOLS: readonly Tool[] = [
  { package: 'git', what: 'git', isThere: onPath('git') },
  { package: 'openssh-client', what: 'the OpenSSH client', isThere: onPath('ssh') },
  { package: 'openssh-server', what: 'the OpenSSH server', isThere: sshd },
  { package: 'rsync', what: 'rsync', isThere: onPath('rsync') },
  { package: 'subversion', what: 'Subversion', isThere: onPath('svnserve') },
  // Only root can run it as the tests do; for others they leave FTP out.
  { package: 'vsftpd', what: 'vsftpd', isThere: () => process.getuid?.() !== 0 || vsftpd() },
  { package: 'openssl', what: 'openssl', isThere: onPath('openssl') },
  {
    package: 'postgresql',
    what: 'PostgreSQL (or set POSTGRES_BIN)',
    isThere: () => existsSync(process.env['POSTGRES_BIN'] ?? '/usr/lib/postgresql'),
  },
  { package: 'chromium', what: 'Chromium (or set CHROMIUM_PATH)', isThere: hasBrowser },
  { package: 'iputils-ping', what: 'ping', isThere: onPath('ping') },
  { package: 'asciinema', what: 'asciinema', isThere: onPath('asciinema') },
  // The only cmd.exe there is outside of Windows; as the tests use it, it needs root, so others leave it out.
  { package: 'wine64', what: 'Wine', isThere: () => process.getuid?.() !== 0 || onPath('wine', 'wine64')() },
  { package: 'wine', what: 'Wine', isThere: () => process.getuid?.() !== 0 || onPath('wine')() },
  // Debian starts no service of what is installed here; the tests run their own.
  { package: 'nginx-light', what: 'nginx', isThere: () => existsSync('/usr/sbin/nginx') || onPath('nginx')() },
  // Only root may run it as the tests do; others leave it out.
  {
    package: 'supervisor',
    what: 'supervisor',
    isThere: () => process.getuid?.() !== 0 || onPath('supervisord')(),
  },
  { package: 'cron', what: 'cron', isThere: onPath('crontab') },
  // Debian starts a directory of its own with it, unless it is told not to; the tests run theirs.
  { package: 'slapd', what: 'slapd', isThere: () => existsSync('/usr/sbin/slapd') || onPath('slapd')() },
  { package: 'ldap-utils', what: 'the OpenLDAP client', isThere: onPath('ldapmodify') },
  {
    package: 'mariadb-server',
    what: 'MariaDB',
    isThere: () => existsSync('/usr/sbin/mariadbd') || onPath('mariadbd')(),
  },
  { package: 'vttest', what: 'vttest', isThere: onPath('vttest') },
  { package: 'procps', what: 'ps', isThere: onPath('ps') },
  { package: 'busybox', what: 'BusyBox', isThere: onPath('busybox') },
  { package: 'mawk', what: 'mawk', isThere: onPath('mawk') },
  { package: 'gawk', what: 'gawk', isThere: onPath('gawk') },
  { package: 'curl', what: 'curl', isThere: onPath('curl') },
  { package: 'wget', what: 'wget', isThere: onPath('wget') },
  { package: 'shellcheck', what: 'shellcheck', isThere: onPath('shellcheck') },
]

/**
 * Makes sure that the peers of the tests are there; installs them where we may.
 * @throws Error that says what to install
 */
export async function ensureSystemTools(): Promise<void> {
  const missing = TOOLS.filter((tool) => !tool.isThere())
  if (missing.length === 0) return
  const packages = missing.map((tool) => tool.package)
  if (process.getuid?.() !== 0 || !onPath('apt-get')()) {
    throw new Error(`the tests need ${missing.map((tool) => tool.what).join(', ')}: install ${packages.join(' ')}`)
  }
  console.log(`test: installing ${packages.join(' ')}`)
  // In the runlevel of maintenance no service is started by its installation.
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const quietly: Options = { env, stdio: ['ignore', 'ignore', 'inherit'] }
  await execa('apt-get', ['update', '-qq'], quietly)
  await execa('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quietly)
  const still = TOOLS.filter((tool) => !tool.isThere())
  if (still.length > 0) throw new Error(`installed, but still missing: ${still.map((tool) => tool.what).join(', ')}`)
}
