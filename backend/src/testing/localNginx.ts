import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from './deployBench.ts'

/** A real nginx with a program, a prefix and a configuration of its own, listening on sockets in its folder. */
export interface LocalNginx {
  folder: string
  program: string
  conf: string
  /** Where its files of configuration lie. */
  dir: string
  start(): Promise<void>
  stop(): Promise<void>
}

const PROGRAM = '/usr/sbin/nginx'

const main = (folder: string) => `user ${process.env['USER'] || 'root'};
worker_processes 1;
error_log ${folder}/logs/error.log notice;
pid nginx.pid;
events { worker_connections 64; }
http {
  access_log logs/access.log;
  include ${folder}/conf/conf.d/*.conf;
  include sites-enabled/*;
}
`

const site = (folder: string, name: string) => `server {
  # include nothing.conf;
  listen unix:${folder}/${name}.sock;
  server_name ${name}.test;
  access_log ${folder}/logs/${name}.log;
  include snippets/headers.conf;
  location / { return 200 "${name}\\n"; }
}
`

/** Lays out a configuration with absolute, relative, nested and linked includes; `stop` also removes its files. */
export async function makeLocalNginx(): Promise<LocalNginx> {
  const folder = await mkdtemp(path.join(tmpdir(), 'nginx-'))
  const dir = path.join(folder, 'conf')
  const program = path.join(folder, 'sbin', 'nginx')
  for (const name of ['sbin', 'logs', 'conf/conf.d', 'conf/sites-available', 'conf/sites-enabled', 'conf/snippets']) {
    await mkdir(path.join(folder, name), { recursive: true })
  }
  await copyFile(PROGRAM, program)
  const conf = path.join(dir, 'nginx.conf')
  await writeFile(conf, main(folder))
  await writeFile(path.join(dir, 'conf.d/one.conf'), site(folder, 'one'))
  await writeFile(path.join(dir, 'sites-available/two'), site(folder, 'two'))
  await writeFile(path.join(dir, 'sites-available/off'), site(folder, 'off'))
  await symlink('../sites-available/two', path.join(dir, 'sites-enabled/two'))
  await writeFile(path.join(dir, 'snippets/headers.conf'), 'add_header X-From test;\n')
  let stopped: Promise<unknown> | undefined

  return {
    ...{ folder, program, conf, dir },
    start: async () => {
      const args = ['-p', folder, '-c', conf, '-g', 'daemon off;']
      const child = spawn(program, args, { stdio: 'ignore' })
      stopped = once(child, 'exit')
      await until('nginx listens', () => existsSync(path.join(folder, 'one.sock')))
    },
    stop: async () => {
      if (stopped) {
        spawn(program, ['-p', folder, '-c', conf, '-s', 'stop'], { stdio: 'ignore' })
        await stopped
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}
