import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { ArtefactError } from './artefactError.ts'
import { codeOf, ifThere } from './ifThere.ts'

/** How long things take around a lock, in milliseconds. */
interface Pace {
  heartbeat: number
  /** A holder that showed no life for this long is gone: it crashed, or its machine did. */
  abandoned: number
  /** Who waits longer than this is told so. */
  patience: number
}

const PACE: Pace = { heartbeat: 1_000, abandoned: 10_000, patience: 60_000 }
const RETRY_MS = 25

/** Runs something while nobody else does who asks for the same lock file, on this machine or another that sees the folder. */
export async function withLock<Result>(file: string, run: () => Promise<Result>, pace = PACE): Promise<Result> {
  const token = `${hostname()}:${process.pid}:${randomUUID()}`
  await acquire(file, token, pace)
  const heartbeat = setInterval(() => beat(file), pace.heartbeat)
  try {
    return await run()
  } finally {
    clearInterval(heartbeat)
    // Only what is still ours: whoever took us for dead holds it now.
    if ((await holderOf(file)) === token) await rm(file, { force: true })
  }
}

function beat(file: string): void {
  const now = new Date()
  // Gone only if somebody took us for dead, which the end of `withLock` copes with.
  utimes(file, now, now).catch(() => undefined)
}

async function acquire(file: string, token: string, { abandoned, patience }: Pace): Promise<void> {
  const deadline = Date.now() + patience
  let watched = { life: '', since: Date.now() }
  while (!(await create(file, token))) {
    const life = await lifeOf(file)
    // Its own clock counts, not the time of the file: another machine's clock may be off.
    if (life !== watched.life) watched = { life, since: Date.now() }
    else if (life !== '' && Date.now() - watched.since > abandoned) await takeAway(file, life)
    if (Date.now() > deadline)
      throw new ArtefactError('lock', `${file} is held by somebody else: try again when they are done`)
    await sleep(RETRY_MS)
  }
}

async function create(file: string, token: string): Promise<boolean> {
  try {
    await writeFile(file, token, { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Changes with every heartbeat and every holder; "" when nobody holds the lock. */
async function lifeOf(file: string): Promise<string> {
  const state = await ifThere(stat(file))
  return state ? `${state.ino} ${state.mtimeMs}` : ''
}

const holderOf = (file: string): Promise<string | undefined> => ifThere(readFile(file, 'utf8'))

/** Renaming first makes sure that what goes is what was watched; a newer lock that was caught instead is put back. */
async function takeAway(file: string, life: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`
  if ((await lifeOf(file)) !== life || (await ifThere(rename(file, aside).then(() => true))) === undefined) return
  if ((await lifeOf(aside)) !== life) await putBack(aside, file)
  await rm(aside, { force: true })
}

async function putBack(aside: string, file: string): Promise<void> {
  try {
    await link(aside, file)
  } catch (error) {
    // Taken by a third one in between: the one that was put aside finds out at its end, as it would after a crash.
    if (codeOf(error) !== 'EEXIST') throw error
  }
}
