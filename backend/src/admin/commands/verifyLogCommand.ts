import { checkSeals, SEALED_LOGS, type SealReport } from '../../platform/logSeal.ts'
import { defineCommand } from '../session.ts'

const NAMES = { loginLog: 'sign-in log', operationLog: 'operation log' } as const

const isWhole = ({ brokenAt, isCutOff }: SealReport) => brokenAt.length === 0 && !isCutOff

function told(report: SealReport): string {
  const { log, sealed, unsealed, brokenAt, isCutOff, seal } = report
  const lines = [`${NAMES[log]}: ${isWhole(report) ? `whole, ${sealed} rows sealed` : 'NOT WHOLE'}`]
  if (brokenAt.length > 0) lines.push(`  changed, or rows before it removed: row ${brokenAt.join(', ')}`)
  if (isCutOff) lines.push('  rows are missing at the end')
  if (unsealed > 0) lines.push(`  ${unsealed} rows have no seal: written while LOG_SEAL was off, or by somebody else`)
  if (seal !== '') lines.push(`  last seal: ${seal}`)
  return lines.join('\n')
}

export const verifyLog = defineCommand({
  name: 'verify-log',
  about: 'look whether anybody changed, added or removed rows of the sealed logs',
  details:
    'Follows the seals that are written while LOG_SEAL is on. Changes nothing; the console may run. Ends with 1 when a\n' +
    'log is not whole. Keep the last seals elsewhere and give one with --seen: then it is also found when a log and the\n' +
    'end of its seals were taken back together.',
  parameters: [],
  options: {
    seen: { type: 'string', value: 'SEAL', about: 'a last seal of an earlier run, which must still be there' },
  },
  examples: ['verify-log', 'verify-log --json', 'verify-log --seen hE3_…'],
  run: async (session, _parameters, { seen }) => {
    const { db, secrets } = await session.open()
    const reports = await Promise.all(SEALED_LOGS.map((log) => checkSeals(db, secrets, log, seen)))
    const isGone = seen !== undefined && !reports.some(({ hasSeen }) => hasSeen)
    const lines = reports.map(told)
    if (isGone)
      lines.push('The seal that was given is in no log any more: rows were taken back or removed for their age.')
    return {
      data: { isWhole: reports.every(isWhole) && !isGone, reports },
      text: lines.join('\n'),
      isFailure: !reports.every(isWhole) || isGone,
    }
  },
})
