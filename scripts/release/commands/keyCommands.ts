import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createKeyPair, parsePublicKey } from '@windlass/backend/artefact/signature'
import { misused, refused } from '@windlass/backend/commandLine/commandError'
import { textTable } from '@windlass/backend/commandLine/textTable'
import { defineCommand } from '../command.ts'
import { ANY_REMOTE, readArea } from '../parameters.ts'
import { shortKeyId } from '../signingKey.ts'

const OWNER_ONLY = 0o600
export const keygen = defineCommand({
  name: 'keygen',
  about: 'make a key pair that signs what your team releases',
  details: 'The private half is written to a file that only you can read, and never over another one.',
  parameters: [],
  options: {
    team: { type: 'string', value: 'name', about: 'who signs with it', isRequired: true },
    out: {
      type: 'string',
      value: 'file',
      about: 'private key (<team>.pem); the public one lies beside it as .pub.pem',
    },
  },
  examples: ['keygen --team logs-team', 'keygen --team logs-team --out ~/.keys/logs.pem'],
  run: async ({ pathOf, typed }, _given, { team, out }) => {
    const file = pathOf(out ?? `${fileNameOf(team)}.pem`)
    const publicFile = `${file.replace(/\.pem$/, '')}.pub.pem`
    for (const taken of [file, publicFile]) if (existsSync(taken)) throw keyExists(taken)
    const { privateKey, publicKey, keyId } = createKeyPair()
    writeNew(file, privateKey, OWNER_ONLY)
    writeNew(publicFile, publicKey, 0o644)
    const next = typed(`trust --team ${quoted(team)} --key ${quoted(shortest(pathOf('.'), publicFile))}`)
    return {
      data: { team, keyId, publicKey, privateKeyFile: file, publicKeyFile: publicFile, next },
      text: [
        `Key ${keyId} of ${team}`,
        `  private  ${file}  (keep it where you keep secrets)`,
        `  public   ${publicFile}`,
        `\n${publicKey}`,
        `Next: let somebody who may manage release keys run\n  ${next}`,
      ].join('\n'),
    }
  },
})

/** A word as a shell takes it. */
const quoted = (word: string): string => (/^[\w./~-]+$/.test(word) ? word : JSON.stringify(word))

/** A path as somebody in `dir` would type it. */
const shortest = (dir: string, file: string): string => {
  const relative = path.relative(dir, file)
  return relative.startsWith('..') ? file : relative
}

const fileNameOf = (team: string): string => {
  const name = team
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  if (name === '') throw misused('give the file of the key with --out: the name of the team gives none')
  return name
}

const keyExists = (file: string) =>
  refused('exists', `${file} exists: a key is never overwritten. Give another file with --out, or remove it yourself`)

function writeNew(file: string, content: string, mode: number): void {
  try {
    // `wx`: also whoever came in between is not overwritten.
    writeFileSync(file, content, { mode, flag: 'wx' })
  } catch (error) {
    throw refused('file', `the key cannot be written: ${error instanceof Error ? error.message : String(error)}`)
  }
}

export const trust = defineCommand({
  name: 'trust',
  about: 'let a key sign areas of the target',
  parameters: [],
  options: {
    team: { type: 'string', value: 'name', about: 'who signs with it', isRequired: true },
    key: { type: 'string', value: 'file', about: 'the public key, as keygen wrote it', isRequired: true },
    remotes: { type: 'string', value: 'a,b', about: 'the areas it may sign; absent means all' },
  },
  examples: ['trust --team logs-team --key logs-team.pub.pem --remotes logs'],
  run: async (session, _given, { team, key, remotes }) => {
    const { keyId, publicKey } = parsePublicKey(readText(session.pathOf(key)))
    const areas = (remotes ?? '')
      .split(',')
      .filter((word) => word.trim() !== '')
      .map((word) => readArea(word.trim()))
    const target = await session.target()
    await target.addKey({ team, publicKey, remotes: areas })
    const scope = areas.length === 0 ? 'all areas' : areas.join(', ')
    return {
      data: { team, keyId, remotes: areas },
      text: `${target.name} now takes what ${team} signs for ${scope} (key ${shortKeyId(keyId)}…)`,
    }
  },
})

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw misused(`the key cannot be read: ${error instanceof Error ? error.message : String(error)}`, 'key')
  }
}

export const keys = defineCommand({
  name: 'keys',
  about: 'who may sign which areas',
  parameters: [ANY_REMOTE],
  examples: ['keys', 'keys logs'],
  run: async (session, { remote }) => {
    const all = await (await session.target()).keys()
    const list =
      remote === undefined ? all : all.filter(({ remotes }) => remotes.length === 0 || remotes.includes(remote))
    const rows = list.map((key) => [
      shortKeyId(key.keyId),
      key.team,
      key.remotes.length === 0 ? 'all' : key.remotes.join(', '),
      key.addedBy,
      key.insertTime,
      key.isRevoked ? 'revoked' : '',
    ])
    const none = `no key yet: \`${session.typed('trust --team <name> --key <file>')}\` adds one`
    const titles = ['KEY', 'TEAM', 'AREAS', 'ADDED BY', 'WHEN', '']
    return { data: { list }, text: rows.length === 0 ? none : textTable(titles, rows) }
  },
})

export const revoke = defineCommand({
  name: 'revoke',
  about: 'take the trust from a key',
  details: 'What it signed stays released, but none of it is promoted any more.',
  parameters: [{ name: 'keyId', about: 'as `keys` shows it; its beginning is enough' }],
  examples: ['revoke 3f9a01c2 --yes'],
  run: async (session, { keyId: typed }) => {
    const target = await session.target()
    const found = (await target.keys()).filter(({ keyId }) => keyId.startsWith(typed.toLowerCase().replace(/…$/, '')))
    const [key] = found
    if (!key) throw refused('key', `${target.name} knows no key ${typed}: \`keys\` lists them`)
    if (found.length > 1) throw misused(`${found.length} keys begin with ${typed}: give more of it`)
    if (key.isRevoked) throw refused('key', `key ${shortKeyId(key.keyId)}… of ${key.team} is revoked already`)
    await session.confirm(
      `Revoke key ${shortKeyId(key.keyId)}… of ${key.team}? Nothing it signed can be promoted any more`,
    )
    await target.revokeKey(key)
    return {
      data: { keyId: key.keyId, team: key.team },
      text: `Key ${shortKeyId(key.keyId)}… of ${key.team} is revoked at ${target.name}`,
    }
  },
})
