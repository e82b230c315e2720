import { readFile, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import ssh2 from 'ssh2'
import type { Env } from '../../env.ts'
import { SshError } from './sshError.ts'

const KEY_FILE_LIMIT = 64 * 1024
const OTHERS = 0o077

/** A private key, opened, and whether it took a passphrase to open it. */
export interface PrivateKey {
  /** The real path of its file. */
  file: string
  key: ssh2.ParsedKey
  isEncrypted: boolean
}

/** Private keys are read from two folders only: the operator's and our own. */
export interface KeyFiles {
  /**
   * Confines a path to the key folders, symbolic links followed.
   * @throws SshError `key-file` saying what is wrong with it
   */
  resolve(file: string): Promise<string>
  /** @throws SshError `key-file` or `passphrase` */
  open(file: string, passphrase: string): Promise<PrivateKey>
  /** The line for authorized_keys of a private key without passphrase. */
  publicLine(file: string): Promise<string>
}

const unreadable = (file: string, reason: string) => new SshError('key-file', `the key file ${file} ${reason}`)

const explainRead = (file: string, error: unknown): SshError => {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOENT') return unreadable(file, 'does not exist on the machine of the console')
  if (code === 'EACCES') return unreadable(file, 'cannot be read by the user the console runs as')
  return unreadable(file, `cannot be read (${code ?? String(error)})`)
}

const isInside = (folder: string, file: string) => {
  const relative = path.relative(folder, file)
  return relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative)
}

const parse = (text: string, passphrase?: string): ssh2.ParsedKey | Error => {
  const parsed = ssh2.utils.parseKey(text, passphrase)
  return Array.isArray(parsed) ? (parsed[0] ?? new Error('holds no key')) : parsed
}

function openKey(file: string, text: string, passphrase: string): PrivateKey {
  const plain = parse(text)
  if (!(plain instanceof Error)) {
    if (!plain.isPrivateKey()) throw unreadable(file, 'is a public key; give the private one')
    return { file, key: plain, isEncrypted: false }
  }
  if (!/encrypted/i.test(plain.message)) throw unreadable(file, `is not a private key: ${plain.message}`)
  if (passphrase === '') {
    throw new SshError('passphrase', `the key ${file} is protected by a passphrase; enter it in place of the password`)
  }
  const opened = parse(text, passphrase)
  if (opened instanceof Error) throw new SshError('passphrase', `the passphrase does not open the key ${file}`)
  return { file, key: opened, isEncrypted: true }
}

/** The folder of the keys the console made itself. */
export const ownKeyDir = (dataDir: string): string => path.join(dataDir, 'keys')

/** Opens key files below SSH_KEY_DIR (or ~/.ssh) and DATA_DIR/keys. */
export function createKeyFiles(env: Pick<Env, 'SSH_KEY_DIR' | 'DATA_DIR'>): KeyFiles {
  const operatorDir = env.SSH_KEY_DIR === '' ? path.join(homedir(), '.ssh') : path.resolve(env.SSH_KEY_DIR)
  const folders = [operatorDir, ownKeyDir(env.DATA_DIR)]

  const resolve = async (file: string) => {
    const asked = path.resolve(file.startsWith('~/') ? path.join(homedir(), file.slice(2)) : file)
    // Asked before the disk is, so that nobody learns which other files exist.
    if (!folders.some((folder) => isInside(folder, asked))) {
      throw unreadable(file, `is not in ${operatorDir}; keys are read from there only (SSH_KEY_DIR)`)
    }
    const real = await realpath(asked).catch((error: unknown) => {
      throw explainRead(file, error)
    })
    const roots = await Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)))
    if (!roots.some((root) => isInside(root, real))) throw unreadable(file, `leads out of ${operatorDir}`)
    return real
  }

  const open = async (file: string, passphrase: string) => {
    const real = await resolve(file)
    const found = await stat(real)
    if (!found.isFile() || found.size > KEY_FILE_LIMIT) throw unreadable(file, 'is not a private key')
    if (found.uid === process.getuid?.() && (found.mode & OTHERS) !== 0) {
      throw unreadable(file, 'can be read by other users, so OpenSSH would refuse it; run chmod 600 on it')
    }
    const text = await readFile(real, 'utf8').catch((error: unknown) => {
      throw explainRead(file, error)
    })
    return openKey(real, text, passphrase)
  }

  return {
    resolve,
    open,
    publicLine: async (file) => {
      const { key } = await open(file, '')
      return `${key.type} ${key.getPublicSSH().toString('base64')}`
    },
  }
}
