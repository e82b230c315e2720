import { promisify } from 'node:util'
import type ssh2 from 'ssh2'

/** What a transfer needs of SFTP, as promises. */
export interface SftpSession {
  /** undefined when there is nothing of that name. */
  look(file: string): Promise<ssh2.Stats | undefined>
  list(folder: string): Promise<{ name: string; attrs: ssh2.Stats }[]>
  makeFolder(folder: string): Promise<void>
  put(local: string, remote: string, mode: number): Promise<void>
  /** Keeps the time of the source, so that the next transfer sees that nothing changed. */
  setTimes(file: string, seconds: number): Promise<void>
  setMode(file: string, mode: number): Promise<void>
  /** Takes the place of what is there already, in one step where the server can. */
  replace(from: string, to: string): Promise<void>
  remove(file: string): Promise<void>
  removeFolder(folder: string): Promise<void>
}

/** Measured: larger pieces or more of them at once do not help. */
const PIECE = 131_072
const PIECES_AT_ONCE = 16
const NO_SUCH_FILE = 2

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === NO_SUCH_FILE

/** Wraps an open SFTP channel. */
export function createSftpSession(sftp: ssh2.SFTPWrapper): SftpSession {
  const rename = promisify<string, string, void>((from, to, done) => sftp.rename(from, to, done))
  const renameOver = promisify<string, string, void>((from, to, done) => sftp.ext_openssh_rename(from, to, done))
  const remove = promisify<string, void>((file, done) => sftp.unlink(file, done))
  return {
    look: async (file) => {
      try {
        return await promisify<string, ssh2.Stats>((name, done) => sftp.lstat(name, done))(file)
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    list: (folder) =>
      new Promise((resolve, reject) => {
        sftp.readdir(folder, (error, entries) => {
          if (error) return reject(error)
          resolve(entries.map(({ filename, attrs }) => ({ name: filename, attrs: attrs as ssh2.Stats })))
        })
      }),
    makeFolder: promisify<string, void>((folder, done) => sftp.mkdir(folder, done)),
    put: (local, remote, mode) =>
      new Promise((resolve, reject) => {
        const options = { mode, chunkSize: PIECE, concurrency: PIECES_AT_ONCE }
        sftp.fastPut(local, remote, options, (error) => (error ? reject(error) : resolve()))
      }),
    setTimes: promisify<string, number, void>((file, seconds, done) => sftp.utimes(file, seconds, seconds, done)),
    setMode: promisify<string, number, void>((file, mode, done) => sftp.chmod(file, mode, done)),
    replace: async (from, to) => {
      try {
        await renameOver(from, to)
      } catch (error) {
        if (error instanceof Error && /support|extension/i.test(error.message)) {
          await remove(to).catch((gone: unknown) => {
            if (!isMissing(gone)) throw gone
          })
          await rename(from, to)
        } else throw error
      }
    },
    remove,
    removeFolder: promisify<string, void>((folder, done) => sftp.rmdir(folder, done)),
  }
}
