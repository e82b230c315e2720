import { pino } from 'pino'
import { createServer } from './app.ts'
import { ConfigError, ENV_VARIABLES, readEnv } from './env.ts'

const PORT_IN_USE = 'EADDRINUSE'

/** One line that says what to do; a stack trace would bury it. */
function fail(message: string): never {
  console.error(`windlass: ${message}`)
  process.exit(1)
}

function explainListenError(error: unknown, host: string, port: number): never {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === PORT_IN_USE) fail(`PORT=${port}: already in use on ${host}; stop the other program or set another PORT`)
  if (code === 'EACCES') fail(`PORT=${port}: this user may not use it; choose a port above 1023`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') fail(`HOST=${host}: this machine has no such address`)
  fail(`cannot listen on ${host}:${port}: ${message}`)
}

async function main(): Promise<void> {
  if (process.argv.includes('--help')) {
    for (const variable of ENV_VARIABLES)
      console.log(`${variable.name}=${String(variable.default)}  ${variable.description}`)
    return
  }
  const env = readEnv()
  if (process.argv.includes('--check-config')) {
    console.log('windlass: the settings are valid')
    return
  }
  const log = pino({ level: env.LOG_LEVEL })
  const server = await createServer(env, log)

  let isStopping = false
  const stop = (signal: string) => {
    // A second Ctrl+C means now.
    if (isStopping) process.exit(1)
    isStopping = true
    console.log(
      `windlass: ${signal}, waiting for running deploys (at most ${env.SHUTDOWN_SECONDS} s; again to stop now)`,
    )
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the stop was not clean')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)

  await server.app
    .listen({ host: env.HOST, port: env.PORT })
    .catch((error: unknown) => explainListenError(error, env.HOST, env.PORT))
  const address = server.app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : env.PORT
  console.log(`windlass: http://${env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST}:${port}`)
  if (server.firstSignIn) {
    const { account, password } = server.firstSignIn
    const secret =
      env.ADMIN_PASSWORD === '' ? `${password}  (you choose your own password then)` : 'as in ADMIN_PASSWORD'
    console.log(`windlass: first sign-in: ${account} / ${secret}`)
  }
  if (process.argv.includes('--demo')) {
    // The console is of use without it, so a demo that fails does not stop the start.
    const told = await server.createDemo().catch((error: unknown) => `no demo: ${(error as Error).message}`)
    console.log(`windlass: ${told}`)
  }
}

main().catch((error: unknown) => {
  if (error instanceof ConfigError) fail(error.message)
  console.error(error)
  fail('could not start')
})
