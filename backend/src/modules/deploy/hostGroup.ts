import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { endGroup, isGroupAlive } from '../../platform/runProgram.ts'

/** A program of a deploy on this machine, described so that a later process recognises it. */
export interface HostGroup {
  host: string
  pid: number
  /** When it started, in ticks of the kernel: numbers of processes are given again, these are not. */
  startTicks: string
}

/** Ticks of the start are the 22nd field; the name before may hold anything but ends at the last bracket. */
const START_FIELD = 19

async function startTicks(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[START_FIELD] ?? ''
  } catch {
    // Ended already, or a system without /proc: then it is never taken for a running one.
    return ''
  }
}

/** Describes a program that was just started. */
export const describeGroup = async (pid: number): Promise<HostGroup> => ({
  host: hostname(),
  pid,
  startTicks: await startTicks(pid),
})

/** Ends what a console that was killed left running on this machine. */
export async function endLeftGroup(group: HostGroup | undefined): Promise<void> {
  if (!group || group.host !== hostname() || group.startTicks === '') return
  const now = await startTicks(group.pid)
  // The first of the group may have ended while others of it go on; its number is not given again before they end.
  if (now !== '' && now !== group.startTicks) return
  if (isGroupAlive(group.pid)) await endGroup(group.pid)
}
