import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the administrative database of the test cluster; tests create their own beside it. */
    postgresAddress: string
  }
}

/** Starts one cluster for the whole run of the tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  project.provide('postgresAddress', await postgres.createDatabase())
  return () => postgres.stop()
}
