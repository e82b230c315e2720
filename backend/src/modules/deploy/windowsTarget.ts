import type { SshTarget } from '../../platform/ssh/sshTarget.ts'

/** Programs that Windows runs; a batch file is its own. */
const MODES: readonly string[] = ['', 'cmd', 'python', 'php']
const DRIVE = /^\/?[A-Za-z]:\//

/** The server runs Windows, whose programs, paths and links are others. */
export const isWindows = ({ os }: SshTarget): boolean => os === 'windows'

/** `C:/srv/app` as SFTP of Windows names it. */
export const sftpPath = (folder: string): string => (folder.startsWith('/') ? folder : `/${folder}`)

/** As programs on Windows name it. */
export const windowsPath = (folder: string): string => folder.replace(/^\//, '').replaceAll('/', '\\')

/** What a deploy asks of a server. */
interface Asked {
  project: { path: string; symlinkPath: string }
  request: { script: { afterDeploy: { mode: string; content: string } } }
}

/** Why a server's system cannot do what a deploy asks of it; undefined when it can. */
export function systemProblem({ project, request }: Asked, { os }: { os: string }): string | undefined {
  const { mode, content } = request.script.afterDeploy
  const isDrive = DRIVE.test(project.path)
  if (os !== 'windows') {
    if (isDrive) return `${project.path} is a folder on Windows, which this server is not`
    return content !== '' && mode === 'cmd' ? 'cmd scripts run on Windows only, which this server is not' : undefined
  }
  if (project.symlinkPath !== '')
    return 'releases behind a link need a server with Linux; empty symlinkPath for Windows'
  if (!isDrive) return `${project.path} is no folder on Windows; write it as C:/srv/shop`
  if (content === '' || MODES.includes(mode)) return undefined
  return `${mode} scripts do not run on Windows; choose cmd, python or php`
}
