import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { execa } from 'execa'

/** A server of a test, ended by its own number. */
export interface RunningServer {
  port: number
  stop(): Promise<void>
}

/** vsftpd gives up its rights, which only root can. */
export const CAN_SERVE_FTP = process.getuid?.() === 0 && process.platform === 'linux'

const STARTING_MS = 30_000
const HOST = '127.0.0.1'

/** A free port; another process may take it before it is used, which fails the test with a clear message. */
export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, HOST)
  await once(server, 'listening')
  const bound = server.address()
  server.close()
  await once(server, 'close')
  if (bound === null || typeof bound === 'string') throw new Error('no free port')
  return bound.port
}

async function isAnswering(port: number): Promise<boolean> {
  const socket = net.connect(port, HOST)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    // Not yet.
    return false
  } finally {
    socket.destroy()
  }
}

async function serve(program: string, args: readonly string[], port: number): Promise<RunningServer> {
  const said: string[] = []
  const child: ChildProcess = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => said.push(String(chunk)))
  for (const start = Date.now(); !(await isAnswering(port)); await wait(20)) {
    if (child.exitCode === null && Date.now() - start < STARTING_MS) continue
    throw new Error(`${program} did not start: ${said.join('')}`)
  }
  return {
    port,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** A Subversion repository with `trunk`, served by svnserve to one user. */
export interface SvnBench extends RunningServer {
  /** `svn://…/repo/trunk`. */
  url: string
  /** The same on the disk. */
  fileUrl: string
  user: string
  password: string
  /** Writes files into trunk and commits them; answers the revision. */
  commit(message: string, files: Record<string, string>): Promise<string>
  /** Runs svn in a checkout of trunk. */
  svn(...args: string[]): Promise<string>
  checkout: string
}

/** Starts svnserve on a repository of its own below a folder. */
export async function startSvnserve(folder: string): Promise<SvnBench> {
  const repo = path.join(folder, 'svn', 'repo')
  const checkout = path.join(folder, 'svn', 'checkout')
  const [user, password] = ['ada', 's3cret\'"$x']
  await mkdir(path.dirname(repo), { recursive: true })
  await execa('svnadmin', ['create', repo])
  await writeFile(
    path.join(repo, 'conf', 'svnserve.conf'),
    '[general]\nanon-access = none\nauth-access = write\npassword-db = passwd\n',
  )
  await writeFile(path.join(repo, 'conf', 'passwd'), `[users]\n${user} = ${password}\n`)
  const fileUrl = `file://${repo}/trunk`
  await execa('svn', ['mkdir', '-q', '-m', 'layout', fileUrl])
  await execa('svn', ['checkout', '-q', fileUrl, checkout])
  const port = await freePort()
  const root = path.dirname(repo)
  const options = ['--daemon', '--foreground', '--root', root, '--listen-host', HOST, '--listen-port', String(port)]
  const server = await serve('svnserve', options, port)
  const svn = async (...args: string[]) =>
    (await execa('svn', args, { cwd: checkout, env: { LC_ALL: 'C.UTF-8' } })).stdout
  return {
    ...server,
    ...{ user, password, fileUrl, checkout, svn },
    url: `svn://${HOST}:${port}/repo/trunk`,
    commit: async (message, files) => {
      for (const [name, content] of Object.entries(files)) {
        await mkdir(path.dirname(path.join(checkout, name)), { recursive: true })
        await writeFile(path.join(checkout, name), content)
      }
      await svn('add', '--force', '--quiet', '.')
      await svn('commit', '--quiet', '--username', 'ada', '--message', message)
      await svn('update', '--quiet', '--ignore-externals')
      return svn('info', '--show-item', 'revision')
    },
  }
}

/** An FTP server with one user; its files are those of `root`. */
export interface FtpBench extends RunningServer {
  root: string
  user: string
  password: string
  /** The certificate that it shows when it is asked to encrypt. */
  certificate: string
}

async function writeCertificate(folder: string): Promise<{ certificate: string; key: string }> {
  const certificate = path.join(folder, 'certificate.pem')
  const key = path.join(folder, 'key.pem')
  const subject = ['-subj', '/CN=windlass test', '-addext', `subjectAltName=IP:${HOST}`]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  await execa('openssl', ['req', '-x509', ...curve, ...subject, '-keyout', key, '-out', certificate])
  return { certificate, key }
}

/** Starts vsftpd with settings of its own; who may sign in is a table of ours. */
export async function startVsftpd(folder: string): Promise<FtpBench> {
  const [user, password] = ['ada', 'p@ss:w0rd/#']
  const root = path.join(folder, 'ftp')
  const own = path.join(folder, 'vsftpd')
  const [port, passive] = [await freePort(), await freePort()]
  const service = `windlass-test-${process.pid}-${port}`
  const pamFile = `/etc/pam.d/${service}`
  await mkdir(root, { recursive: true })
  await mkdir(own, { recursive: true })
  // Its processes are another user, who must be able to come here.
  await chmod(folder, 0o711)
  await chmod(root, 0o755)
  const { certificate, key } = await writeCertificate(own)
  const users = path.join(own, 'users')
  // A table of Berkeley DB is the one form of users that neither the system's accounts nor another process are needed for.
  await execa('perl', [
    '-MDB_File',
    '-e',
    'tie my %users, "DB_File", "$ARGV[0].db"; $users{$ARGV[1]} = $ARGV[2]',
    users,
    user,
    password,
  ])
  const rule = (kind: string) => `${kind} required pam_userdb.so db=${users} crypt=none\n`
  await writeFile(pamFile, `${rule('auth')}${rule('account')}`)
  const settings = {
    ...{ listen: 'YES', background: 'NO', listen_address: HOST, listen_port: port },
    ...{ anonymous_enable: 'NO', local_enable: 'YES', guest_enable: 'YES', guest_username: 'ftp' },
    ...{ virtual_use_local_privs: 'YES', local_root: root, chroot_local_user: 'YES', pam_service_name: service },
    ...{ pasv_enable: 'YES', pasv_address: HOST, pasv_min_port: passive, pasv_max_port: passive },
    ...{ ssl_enable: 'YES', force_local_data_ssl: 'NO', force_local_logins_ssl: 'NO', require_ssl_reuse: 'NO' },
    ...{ rsa_cert_file: certificate, rsa_private_key_file: key, ssl_ciphers: 'HIGH' },
    ...{ seccomp_sandbox: 'NO', xferlog_enable: 'NO', utf8_filesystem: 'YES' },
    secure_chroot_dir: own,
  }
  const file = path.join(own, 'vsftpd.conf')
  const text = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  await writeFile(file, text.join(''), { mode: 0o600 })
  const server = await serve('vsftpd', [file], port)
  return {
    ...{ port, root, user, password, certificate },
    stop: async () => {
      await server.stop()
      await rm(pamFile, { force: true })
    },
  }
}
