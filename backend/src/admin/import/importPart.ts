import type { Insertable, Kysely } from 'kysely'
import type { Env } from '../../env.ts'
import type { Tables } from '../../platform/schema.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { FieldReader } from './fieldReader.ts'
import type { IdMap } from './idMap.ts'

/** What becomes of a foreign row. */
export type Outcome<Table extends keyof Tables> =
  | { insert: Insertable<Tables[Table]>; note?: string }
  /** It is there already, or its like is. */
  | { adopt: number; note?: string }
  /** It is left out, and why; the reason is a sentence without the name of the row, so that it can be counted. */
  | { skip: string }

/** What a conversion may use. */
export interface ImportTools {
  db: Kysely<Tables>
  env: Pick<Env, 'DATA_DIR' | 'SSH_KEY_DIR'>
  secrets: Secrets
  ids: IdMap
  zone: string
  now: number
  /** The folder of the other console that holds its files; "" when none was given. */
  files: string
  /** Permissions of the foreign roles. */
  rolePermissions: ReadonlyMap<number, readonly number[]>
}

/** How the rows of one foreign table become ours. */
export interface ImportPart<Table extends keyof Tables = keyof Tables> {
  /** What people call it. */
  name: string
  from: string
  into: Table
  /** Rows that are only ever added: their ids are not kept, only how far they were read. */
  isLog?: boolean
  convert(row: FieldReader, tools: ImportTools): Promise<Outcome<Table>> | Outcome<Table>
  /** Adds rows that belong to one that was just inserted. */
  after?(newId: number, row: FieldReader, tools: ImportTools): Promise<void>
  /** Copies files that belong to it; a dry run leaves that out. */
  copy?(newId: number, row: FieldReader, tools: ImportTools): Promise<void>
}

/** Declares a part with the types of its table. */
export const definePart = <Table extends keyof Tables>(part: ImportPart<Table>): ImportPart =>
  // The list of all parts forgets which table each is about; `convert` and `into` are of the same declaration.
  part as unknown as ImportPart
