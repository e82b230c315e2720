import type { Platform } from '../../platform/platform.ts'
import { endLocalSshd, type LocalSshd, startLocalSshd } from '../../platform/ssh/localSshd.ts'
import type { DemoFiles, DemoRecord } from './demoFiles.ts'

/** The sshds of the demos; they start and stop with the console. */
export interface DemoTargets {
  start(namespaceId: number, publicKey: string, port?: number): Promise<LocalSshd>
  stop(namespaceId: number): Promise<void>
}

/** Starts the target of every demo that is there with the console, and stops them with it. */
export function createDemoTargets(
  { ssh, log, onStart, onStop }: Pick<Platform, 'ssh' | 'log' | 'onStart' | 'onStop'>,
  files: DemoFiles,
): DemoTargets {
  const running = new Map<number, LocalSshd>()

  const start = async (namespaceId: number, publicKey: string, port?: number): Promise<LocalSshd> => {
    const target = await startLocalSshd({
      folder: files.places(namespaceId).sshd,
      // The key is for deploys and terminals; it opens no way into the network of this machine.
      authorizedKeys: [`no-port-forwarding,no-agent-forwarding,no-X11-forwarding ${publicKey}`],
      ...(port !== undefined && { port }),
    })
    running.set(namespaceId, target)
    return target
  }

  const stop = async (namespaceId: number) => {
    await running.get(namespaceId)?.stop()
    running.delete(namespaceId)
  }

  const restart = async (record: DemoRecord) => {
    const { key, sshd } = files.places(record.namespaceId)
    // A console that was killed leaves its sshd behind.
    await endLocalSshd(record.pid, sshd)
    const publicKey = await ssh.keyFiles.publicLine(key)
    const { pid } = await start(record.namespaceId, publicKey, record.port)
    await files.write({ ...record, pid })
  }

  onStart(async () => {
    for (const record of await files.readAll()) {
      await restart(record).catch((error: unknown) =>
        log.error({ err: error }, 'the target of the demo does not start'),
      )
    }
  })
  onStop(async () => {
    for (const namespaceId of [...running.keys()]) await stop(namespaceId)
  })

  return { start, stop }
}
