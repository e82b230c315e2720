import { ADMIN, startConsole } from '@windlass/e2e/support/consoleProcess'
import { UserConfig, UserLogin } from '@windlass/shared-kit/contract/session'
import { alternated, type Comparison, median, milliseconds } from './benchmark.ts'

const ROUNDS = 5
const PEOPLE = 50
const TARGET = 2
/** What nobody else may wait longer for while people sign in. */
const BUDGET_MS = 20
/** The event loop is looked at in this rhythm, and an idle one is seen as late as that. */
const CLOCK_MS = 10

/** How much longer the event loop stands still while 50 people sign in than while 50 ask for what needs no password. */
export async function run(): Promise<Comparison[]> {
  // One account stands for fifty: what costs is the hash. Each comes from an address of its own, as people do.
  const server = await startConsole({ env: { LOGIN_MAX_ERRORS: '1000', TRUST_PROXY: 'true' } })
  try {
    const url = (path: string) => server.url + path
    const signIn = (address: string) =>
      fetch(url(UserLogin.path), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify(ADMIN),
      })
    const ask = (address: string) => fetch(url(UserConfig.path), { headers: { 'x-forwarded-for': address } })
    let took = 0
    const lag = await alternated(ROUNDS, {
      ours: async () => {
        const begun = performance.now()
        const value = await lagDuring(server.url, signIn)
        took = performance.now() - begun
        return value
      },
      baseline: () => lagDuring(server.url, ask),
    })
    const [ours, baseline] = [median(lag.ours), median(lag.baseline)]
    const figures = `event loop p99 ${milliseconds(ours)} while ${PEOPLE} sign in within ${milliseconds(took)}, ${milliseconds(baseline)} while ${PEOPLE} ask for the settings of the page; ${CLOCK_MS} ms of each is the clock that measures`
    return [
      { name: 'sign-in', ratio: ours / baseline, target: TARGET, figures },
      { name: `sign-in, p99 against ${BUDGET_MS} ms`, ratio: ours / BUDGET_MS, target: 1, figures },
    ]
  } finally {
    await server.remove()
  }
}

/** The p99 of the event loop's delay while everybody calls at once; a refusal would be fast, so it fails the benchmark. */
async function lagDuring(server: string, call: (address: string) => Promise<Response>): Promise<number> {
  // Reading it also begins it anew.
  await readLag(server)
  const calls = Array.from({ length: PEOPLE }, (_, index) => call(`192.0.2.${index + 1}`))
  for (const response of await Promise.all(calls)) {
    const { code, message } = (await response.json()) as { code: number; message: string }
    if (code !== 0) throw new Error(message)
  }
  return readLag(server)
}

async function readLag(server: string): Promise<number> {
  const text = await (await fetch(`${server}/metrics`)).text()
  const seconds = /^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1]
  if (seconds === undefined) throw new Error('the server does not tell how its event loop fares')
  return Number(seconds) * 1000
}
