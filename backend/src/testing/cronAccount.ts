import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'

/** Only root can make accounts and see the crontabs of others. */
export const canMakeAccounts = process.getuid?.() === 0

/** An account of this machine for one test, so that several runs do not write each other's crontab. */
export interface CronAccount {
  name: string
  home: string
  /** Its crontab as it is; `crontab -l` shows some characters as others. */
  crontab(): Promise<Buffer>
  install(text: string): Promise<void>
  remove(): Promise<void>
}

/** Makes an account with a home below the temporary folder. */
export async function makeCronAccount(): Promise<CronAccount> {
  const home = await mkdtemp(path.join(tmpdir(), 'cron-home-'))
  const name = `wl${path.basename(home).slice('cron-home-'.length).toLowerCase()}${process.pid}`
  await execa('useradd', ['--no-create-home', '--home-dir', home, '--shell', '/bin/sh', '--password', '*', name])
  await execa('chown', [`${name}:`, home])
  return {
    ...{ name, home },
    crontab: async () => {
      const how = { env: { VISUAL: 'cat' }, encoding: 'buffer', stripFinalNewline: false } as const
      return Buffer.from((await execa('crontab', ['-u', name, '-e'], how)).stdout)
    },
    install: async (text) => {
      await execa('crontab', ['-u', name, '-'], { input: text })
    },
    remove: async () => {
      await execa('crontab', ['-u', name, '-r'], { reject: false })
      // Connections of the console may still be there as it.
      await execa('userdel', ['--force', name])
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Runs the real cron of this machine for one account and nothing else: no line of the system, nor of anybody else. */
export async function runCron({ name }: CronAccount): Promise<{ stop(): Promise<void> }> {
  const spool = await mkdtemp(path.join(tmpdir(), 'cron-spool-'))
  const program = [
    'cp -p "/var/spool/cron/crontabs/$1" "$0/" && chmod 1730 "$0" && chgrp crontab "$0"',
    'mount --bind "$0" /var/spool/cron/crontabs',
    'mount --bind /dev/null /etc/crontab && mount -t tmpfs none /etc/cron.d && mount -t tmpfs none /run',
    'exec cron -f -L 15',
  ].join(' && ')
  const cron = execa('unshare', ['--mount', '--propagation', 'private', 'sh', '-c', program, spool, name], {
    reject: false,
  })
  return {
    stop: async () => {
      cron.kill()
      await cron
      await rm(spool, { recursive: true, force: true })
    },
  }
}
