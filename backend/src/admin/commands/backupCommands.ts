import { misused } from '../../commandLine/commandError.ts'
import { restoreBackup } from '../backup/restoreBackup.ts'
import { verifyConsole } from '../backup/verifyConsole.ts'
import { writeBackup } from '../backup/writeBackup.ts'
import { defineCommand } from '../session.ts'

const PASSPHRASE_LENGTH = 12
const MIB = 1024 * 1024

const FILE = { name: 'file', about: 'the backup, one file' } as const

export const backup = defineCommand({
  name: 'backup',
  about: 'write everything that cannot be made again into one file, while the console runs',
  details:
    'Holds the database as it stood at one moment, files of projects, recordings and known hosts; not working copies,\n' +
    'which are fetched again. Secrets in it stay encrypted, and without --with-keys their key is not in it: keep\n' +
    'encryption.key elsewhere. The same file is restored into SQLite and into PostgreSQL.',
  parameters: [FILE],
  options: { 'with-keys': { type: 'boolean', about: 'also the keys, locked with a passphrase that is asked for' } },
  examples: ['backup /backup/console-2026-11-21.tar', 'backup console.tar --with-keys < passphrase.txt'],
  run: async (session, { file }, { 'with-keys': withKeys }) => {
    const opened = await session.open()
    const passphrase = withKeys ? await session.secret('passphrase for the keys', true) : undefined
    if (passphrase !== undefined && passphrase.length < PASSPHRASE_LENGTH) {
      throw misused(
        `a passphrase has at least ${PASSPHRASE_LENGTH} characters: it opens every secret of the console`,
        'passphrase',
      )
    }
    const written = await writeBackup(opened, session.pathOf(file), session.output, passphrase)
    await opened.log('backup', { file: written.file, withKeys }, { size: written.size })
    const keys = withKeys ? 'The keys are in it, locked.' : 'The keys are not in it: keep encryption.key elsewhere.'
    return {
      data: written,
      text: `${written.file}: ${(written.size / MIB).toFixed(1)} MiB, ${written.rows} rows of ${written.tables} tables, ${written.files} files. ${keys}`,
    }
  },
})

export const restore = defineCommand({
  name: 'restore',
  about: 'make a console from a backup, in an empty place or in place of another one',
  details:
    'Every byte is checked before anything is changed. The console must not be running. Sign-ins end, deploys that ran\n' +
    'when the backup was made are marked as interrupted, and nothing starts by itself before the console is started.',
  parameters: [FILE],
  options: { replace: { type: 'boolean', about: 'replace the console that is there; its files are kept aside' } },
  examples: ['restore console.tar', 'restore console.tar --replace --yes', 'restore console.tar < passphrase.txt'],
  run: async (session, { file }, { replace }) => {
    const { settings: env, output } = session
    const order = { env, output, replace, file: session.pathOf(file), confirm: session.confirm }
    const { head, before } = await restoreBackup({
      ...order,
      passphrase: () => session.secret('passphrase of the keys', false),
    })
    const opened = await session.open()
    const faults = await verifyConsole(opened)
    await opened.log('restore', { file, createTime: head.createTime }, { faults: faults.length })
    const kept = before === '' ? '' : ` What was there is in ${before}; remove it when you need it no more.`
    const found = faults.length === 0 ? '' : `\n${faults.map(({ message }) => `  ${message}`).join('\n')}`
    return {
      data: { createTime: head.createTime, version: head.version, rows: head.rows, before, faults },
      text: `Restored the console of ${head.createTime}.${kept}${found}`,
      isFailure: faults.some(({ kind }) => kind === 'damage'),
    }
  },
})

export const verify = defineCommand({
  name: 'verify',
  about: 'look whether database, references, secrets and files are whole',
  details: 'Changes nothing; the console may run. Ends with 1 when something is damaged, also for monitoring.',
  parameters: [],
  options: {},
  examples: ['verify', 'verify --json'],
  run: async (session) => {
    const faults = await verifyConsole(await session.open())
    const isDamaged = faults.some(({ kind }) => kind === 'damage')
    return {
      data: { isWhole: !isDamaged, faults },
      text:
        faults.length === 0
          ? 'Everything is whole.'
          : faults.map(({ kind, message }) => `${kind}: ${message}`).join('\n'),
      isFailure: isDamaged,
    }
  },
})
