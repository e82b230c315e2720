import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { asyncProperty, assert as holdsFor } from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOutput } from '../../commandLine/output.ts'
import { type Env, readEnv } from '../../env.ts'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/testServer.ts'
import { type OpenConsole, openConsole } from '../openConsole.ts'
import { adminLine } from '../testing/adminLine.ts'
import { anyConfiguration, fillConsole, rememberTables } from '../testing/anyConfiguration.ts'
import { CONFIG_KINDS } from './configKinds.ts'
import { documentOf, openSecret, readConfig } from './readConfig.ts'

const RUNS = 8
const PROPERTY_MS = 240_000

interface Place extends OpenConsole {
  folder: string
  reset(): Promise<void>
}

const nowhere = { write: () => true }

async function makePlace(databaseUrl: string): Promise<Place> {
  const folder = await mkdtemp(path.join(tmpdir(), 'windlass-across-'))
  const env: Env = readEnv({ DATA_DIR: folder, DATABASE_URL: databaseUrl, ADMIN_PASSWORD: 'Windlass@1' })
  const opened = await openConsole(env, createOutput(nowhere, nowhere, false), 'made')
  return { ...opened, folder, reset: await rememberTables(opened) }
}

/** The variables that a document with references names, filled with the secrets of its console. */
async function variablesOf({ db, secrets }: Place): Promise<Record<string, string>> {
  const state = await readConfig(db)
  const [own, referred] = [documentOf(state, false), documentOf(state, true)]
  const variables: Record<string, string> = {}
  for (const { list, secrets: purposes = {} } of CONFIG_KINDS) {
    for (const [index, entry] of (referred[list] ?? []).entries()) {
      for (const [column, purpose] of Object.entries(purposes)) {
        const name: unknown = Reflect.get(Object(entry[column]), 'env')
        if (typeof name === 'string') variables[name] = openSecret(own[list]?.[index]?.[column], purpose, secrets, {})
      }
    }
  }
  return variables
}

const tablesOf = async ({ db }: Place): Promise<string> => {
  const found = []
  for (const { table } of CONFIG_KINDS)
    found.push((await sql`select * from ${sql.table(table)} order by id`.execute(db)).rows)
  return JSON.stringify(found)
}

describe.runIf(TEST_ENGINE === 'postgres').each(['sqlite', 'postgres'])('any configuration of %s', (engine) => {
  let from: Place
  let to: Place
  let variables: Record<string, string>
  beforeAll(async () => {
    const addresses = ['', await createEmptyDatabase()]
    from = await makePlace(addresses[engine === 'sqlite' ? 0 : 1] ?? '')
    to = await makePlace(addresses[engine === 'sqlite' ? 1 : 0] ?? '')
  })
  afterAll(async () => {
    for (const { database, folder } of [from, to]) {
      await database.close()
      await rm(folder, { recursive: true })
    }
  })

  const config = async (place: Place, ...words: string[]) => {
    const { exitCode, stdout, stderr } = await adminLine(['config', ...words], {
      env: place.env,
      cwd: from.folder,
      variables,
    })
    expect(exitCode === 0 ? '' : stderr).toBe('')
    return stdout
  }
  const exported = async (place: Place, name: string): Promise<string> => {
    await rm(path.join(from.folder, name), { force: true })
    await config(place, 'export', name, '--secrets', 'references')
    return readFile(path.join(from.folder, name), 'utf8')
  }

  it(
    'reads the same in an empty console of the other engine, at once and whenever it is applied again',
    async () => {
      const { numbers } = await readConfig(from.db)
      await holdsFor(
        asyncProperty(anyConfiguration(numbers), async (configuration) => {
          await from.reset()
          await to.reset()
          await fillConsole(from, configuration)
          variables = await variablesOf(from)
          const text = await exported(from, 'from.yaml')
          expect(await config(from, 'plan', 'from.yaml')).toBe('Nothing differs.\n')

          const before = await tablesOf(to)
          const plan = await config(to, 'plan', 'from.yaml')
          expect(await tablesOf(to)).toBe(before)
          const applied = await config(to, 'apply', 'from.yaml', '--yes')
          expect(applied).toBe(
            plan.startsWith('Nothing differs.') ? plan : `Applied ${plan.match(/^[+~] /gm)?.length} changes.\n`,
          )
          expect(await exported(to, 'to.yaml')).toBe(text)
          expect(await variablesOf(to)).toEqual(variables)

          const after = await tablesOf(to)
          expect(await config(to, 'apply', 'from.yaml', '--yes')).toBe('Nothing differs.\n')
          expect(await tablesOf(to)).toBe(after)
        }),
        { numRuns: RUNS, endOnFailure: true },
      )
    },
    PROPERTY_MS,
  )
})
