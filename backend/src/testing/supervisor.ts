import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { until } from './deployBench.ts'

/** Where the system's package (`apt-get install supervisor`) puts it. */
export const SUPERVISORD = '/usr/bin/supervisord'
/** `supervisorctl` without options looks here; the package's own file includes it. */
const SOCKET = '/var/run/supervisor.sock'

/** A real supervisor with one program named `talker`. */
export interface TestSupervisor {
  logFile: string
  stop(): Promise<void>
}

/** Starts supervisor where `supervisorctl` finds it; one at a time on a machine. */
export async function runSupervisor(folder: string): Promise<TestSupervisor> {
  const home = path.join(folder, 'supervisor')
  await mkdir(home, { recursive: true })
  const logFile = path.join(home, 'talker.log')
  const settings = [
    `[unix_http_server]\nfile=${SOCKET}`,
    `[supervisord]\nnodaemon=true\nuser=root\nlogfile=${home}/log\npidfile=${home}/pid\nchildlogdir=${home}`,
    '[rpcinterface:supervisor]\nsupervisor.rpcinterface_factory = supervisor.rpcinterface:make_main_rpcinterface',
    `[program:talker]\ncommand=sh -c "echo talks; exec sleep 600"\nstartsecs=0\nstdout_logfile=${logFile}`,
  ].join('\n')
  await writeFile(path.join(home, 'supervisord.conf'), settings)
  if (existsSync(SOCKET)) throw new Error(`${SOCKET} is there: another supervisor runs on this machine`)
  const running = execa(SUPERVISORD, ['-c', path.join(home, 'supervisord.conf')], { reject: false })
  await until('supervisor answers', async () =>
    (await execa('supervisorctl', ['status'], { reject: false })).stdout.includes('RUNNING'),
  )
  return {
    logFile,
    stop: async () => {
      running.kill('SIGTERM')
      await running
    },
  }
}
