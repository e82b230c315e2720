import { Open } from '../../platform/sftp/sftpPacket.ts'
import type { SftpPool, SftpWay } from '../../platform/sftp/sftpPool.ts'

/** What of a file is brought to the disk at a time. */
const EVERY_BYTES = 64 * 1024 * 1024

/**
 * Has the server bring to its disk what has come in, while more comes: a system that writes a file only when it is asked
 * to, at its end, lets everybody wait for the whole of it. Asked on another connection, because the one that writes would
 * stand still meanwhile.
 * @returns to be told how far the file goes
 */
export function syncAhead(pool: SftpPool, way: SftpWay, file: string, start: number): (written: number) => void {
  let asked = start
  let isRunning = false
  const sync = () =>
    pool.use(way, async (sftp) => {
      const handle = await sftp.open(file, Open.Write)
      await sftp.sync(handle)
      await sftp.close(handle)
    })
  return (written) => {
    if (isRunning || written - asked < EVERY_BYTES) return
    asked = written
    isRunning = true
    // Only haste is lost when it fails: the file is brought to the disk at its end, and that it cannot be is said there.
    void sync()
      .catch(() => undefined)
      .finally(() => {
        isRunning = false
      })
  }
}
