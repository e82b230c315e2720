import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

/** Backend tests start whole servers with real peers, which takes longer than a unit test may. */
const BACKEND_TIMEOUT_MS = 60_000

/** Long enough for `renderPage` to wait out a busy machine more than once. */
const PAGE_TIMEOUT_MS = 60_000

/** Scripts pack areas, sign them and read all sources: seconds on a machine that does other things as well. */
const SCRIPT_TIMEOUT_MS = 60_000

/** What is waited for comes at its own time: on a busy machine long after the second that is the default. */
const POLL = { poll: { timeout: 10_000 } }

/** A journey drives a browser through a whole deploy. */
const BROWSER_TIMEOUT_MS = 120_000

const backend = (engine: 'sqlite' | 'postgres'): TestProjectInlineConfiguration => ({
  test: {
    name: `backend-${engine}`,
    include: ['backend/src/**/*.test.ts'],
    env: { TEST_ENGINE: engine, TZ: 'Asia/Shanghai' },
    environment: 'node',
    testTimeout: BACKEND_TIMEOUT_MS,
    hookTimeout: BACKEND_TIMEOUT_MS,
    expect: POLL,
    maxWorkers: 2,
    ...(engine === 'postgres' && { globalSetup: ['backend/src/testing/postgres.setup.ts'] }),
  },
})

export default defineConfig({
  test: {
    projects: [
      backend('sqlite'),
      backend('postgres'),
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          environment: 'node',
          testTimeout: BROWSER_TIMEOUT_MS,
          hookTimeout: BROWSER_TIMEOUT_MS,
          expect: POLL,
          // One browser and one server at a time: two of each would fight for the cores of a small machine.
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'node',
          include: ['shared-kit/src/contract/**/*.test.ts', 'scripts/**/*.test.ts'],
          environment: 'node',
          testTimeout: SCRIPT_TIMEOUT_MS,
          hookTimeout: SCRIPT_TIMEOUT_MS,
          expect: POLL,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['{host,remote-*,shared-kit}/src/**/*.test.{ts,tsx}'],
          exclude: ['shared-kit/src/contract/**', '**/node_modules/**'],
          environment: 'happy-dom',
          testTimeout: PAGE_TIMEOUT_MS,
          expect: POLL,
        },
      },
    ],
  },
})
