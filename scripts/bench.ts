// Measures Windlass against named baselines and appends the ratios to docs/benchmarks.md.
//   pnpm bench              all benchmarks
//   pnpm bench cold-load    one of them

import type { Comparison } from './bench/benchmark.ts'
import { run as boardThousand } from './bench/board-thousand.ts'
import { run as coldLoad } from './bench/cold-load.ts'
import { run as deploy } from './bench/deploy.ts'
import { run as deployHundred } from './bench/deploy-hundred.ts'
import { run as jsonOpen } from './bench/json-open.ts'
import { run as logLines } from './bench/log-lines.ts'
import { run as logPages } from './bench/log-pages.ts'
import { run as md5File } from './bench/md5-file.ts'
import { run as monitorLoad } from './bench/monitor-load.ts'
import { run as redeploy } from './bench/redeploy.ts'
import { run as redeployTen } from './bench/redeploy-ten.ts'
import { run as release } from './bench/release.ts'
import { report } from './bench/report.ts'
import { run as serverMetrics } from './bench/server-metrics.ts'
import { run as sftp } from './bench/sftp.ts'
import { run as sftpList } from './bench/sftp-list.ts'
import { run as signIn } from './bench/sign-in.ts'
import { run as signedInList } from './bench/signed-in-list.ts'
import { run as sockets } from './bench/sockets.ts'
import { run as terminal } from './bench/terminal.ts'
import { run as terminalPage } from './bench/terminal-page.ts'
import { run as toolboxOpen } from './bench/toolbox-open.ts'

const BENCHMARKS: Record<string, () => Promise<Comparison[]>> = {
  'cold-load': coldLoad,
  'sign-in': signIn,
  'signed-in-list': signedInList,
  sockets,
  deploy,
  'deploy-hundred': deployHundred,
  release,
  redeploy,
  'redeploy-ten': redeployTen,
  'md5-file': md5File,
  'json-open': jsonOpen,
  'monitor-load': monitorLoad,
  'toolbox-open': toolboxOpen,
  'server-metrics': serverMetrics,
  sftp,
  'sftp-list': sftpList,
  terminal,
  'terminal-page': terminalPage,
  'board-thousand': boardThousand,
  'log-lines': logLines,
  'log-pages': logPages,
}

const [only] = process.argv.slice(2)
const names = only === undefined ? Object.keys(BENCHMARKS) : [only]
for (const name of names) {
  const run = BENCHMARKS[name]
  if (!run) {
    console.error(`bench: there is no ${name}: choose one of ${Object.keys(BENCHMARKS).join(', ')}`)
    process.exit(1)
  }
  // A missed target is a finding, not a failure of the program.
  await report(await run())
}
