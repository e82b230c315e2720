import { runServerScript } from '../serverScript.ts'
import { CheckError, type CheckTools, type ItemCheck } from './check.ts'

/** Runs a script on a server; it passes with the exit status 0. */
export async function scriptCheck({ order, item, signal }: ItemCheck, { ssh, servers }: CheckTools): Promise<void> {
  const target = await servers.target(order.namespaceId, Number(item))
  const { code, output } = await runServerScript(ssh, target, { script: order.target.script, signal })
  if (code !== 0) throw new CheckError(`${target.name}: the script failed with exit status ${code}\n${output}`)
}
