import { type AreaReport, ReleaseReport } from '@windlass/shared-kit/contract/areaUse'
import { type CanaryAudience, ReleaseCanary, ReleasePromote } from '@windlass/shared-kit/contract/release'
import { addTeam, makeConsoleFolder, publishVersion } from './artefacts.ts'
import { closeTestServer, makeTestServer, type TestCaller, type TestServer } from './testServer.ts'

/** A console with a small area or more, for tests of what browsers report. */
export interface ReportedConsole {
  server: TestServer
  consoleDir: string
  /** An area of its own: 1.0.0 is stable, 1.1.0 is published, and everybody's canary if wanted. Answers its id. */
  makeArea(wishes?: { hasCanary?: boolean }): Promise<string>
  makePeople(count: number): Promise<TestCaller[]>
  close(): Promise<void>
}

/** Makes 1.1.0 the canary of everybody, or of some; again, it is the next run of it. */
export const startCanary = (server: TestServer, remote: string, audience: Partial<CanaryAudience> = { percent: 100 }) =>
  server.admin.call(ReleaseCanary, {
    ...{ remote, version: '1.1.0', namespaceIds: [], userIds: [], percent: 0 },
    ...audience,
  })

/** Starts the console. */
export async function makeReportedConsole(
  settings: Parameters<typeof makeTestServer>[0] = {},
): Promise<ReportedConsole> {
  const folder = await makeConsoleFolder()
  const server = await makeTestServer({ ...settings, CONSOLE_DIR: folder.dir })
  const team = await addTeam(server, 'red')
  let serial = 0
  return {
    server,
    consoleDir: folder.dir,
    makeArea: async ({ hasCanary = false } = {}) => {
      const remote = `area${++serial}`
      for (const version of ['1.0.0', '1.1.0']) await publishVersion(server, team, { id: remote, version })
      await server.admin.call(ReleasePromote, { remote, version: '1.0.0' })
      if (hasCanary) await startCanary(server, remote)
      return remote
    },
    makePeople: (count) => Promise.all(Array.from({ length: count }, () => server.makeUser([]))),
    close: async () => {
      await closeTestServer(server)
      await folder.remove()
    },
  }
}

/** A load of 1.1.0, as a browser reports it. */
export const loaded = (area: string, changes: Partial<AreaReport> = {}): AreaReport => {
  const fine = { area, version: '1.1.0', outcome: 'loaded' as const, count: 1, ms: 150, message: '', errorId: '' }
  return { ...fine, ...changes }
}

/** A load of 1.1.0 that failed. */
export const failure = (area: string, changes: Partial<AreaReport> = {}): AreaReport =>
  loaded(area, { outcome: 'load', message: 'the script did not load', errorId: 'abc123', ...changes })

/** Sends reports that must be taken in. */
export const send = (who: TestCaller, ...reports: AreaReport[]) => who.call(ReleaseReport, { reports })
