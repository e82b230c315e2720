import { writeFileSync } from 'node:fs'
import { packArtefact } from '@windlass/backend/artefact/archive'
import type { Artefact } from '@windlass/backend/artefact/artefact'
import type { Options } from '@windlass/backend/commandLine/command'
import { misused } from '@windlass/backend/commandLine/commandError'
import { bytesText } from '../amounts.ts'
import { type Source, signed } from '../candidate.ts'
import { defineCommand } from '../command.ts'
import { REMOTE, VERSION } from '../parameters.ts'
import { prepareCandidate } from '../prepareCandidate.ts'
import type { ReleaseTarget } from '../releaseTarget.ts'
import type { Session } from '../session.ts'
import { findSigningKey, requireSigningKey, type SigningKey, shortKeyId } from '../signingKey.ts'

const SOURCE_VERSION = {
  ...VERSION,
  about: "semantic; absent: that of the area's package.json",
  isOptional: true,
} as const
const SOURCE_OPTIONS = {
  dir: { type: 'string', value: 'folder', about: 'folder of the area, when it is not in this workspace' },
  base: { type: 'string', value: 'https://…/', about: 'browsers load the files from there; you copy them' },
  artefact: { type: 'string', value: 'file.tgz', about: 'release this archive instead of building' },
} as const satisfies Options

interface Typed {
  dir: string | undefined
  base: string | undefined
  artefact: string | undefined
}

function sourceOf(
  { pathOf }: Session,
  remote: string,
  version: string | undefined,
  { dir, base, artefact }: Typed,
): Source {
  if (dir !== undefined && artefact !== undefined) throw misused('give --dir or --artefact, not both')
  const resolved = (typed: string | undefined) => (typed === undefined ? undefined : pathOf(typed))
  return {
    remote,
    version,
    dir: resolved(dir),
    base: base === undefined ? undefined : readBase(base),
    archive: resolved(artefact),
  }
}

/** Browsers take scripts from other origins only over TLS. */
function readBase(typed: string): string {
  const url = URL.parse(typed)
  if (!url || (url.protocol !== 'https:' && url.hostname !== 'localhost') || url.search !== '' || url.hash !== '')
    throw misused(`--base takes the address of a folder, as https://cdn.example.org/logs/, not ${typed}`)
  return url.href.endsWith('/') ? url.href : `${url.href}/`
}

export const check = defineCommand({
  name: 'check',
  about: 'build a version and say what would be refused',
  parameters: [REMOTE, SOURCE_VERSION],
  options: SOURCE_OPTIONS,
  examples: ['check logs', 'check logs 1.1.0', 'check hello 1.0.0 --dir ../remote-hello'],
  run: async (session, { remote, version }, options) => {
    const source = sourceOf(session, remote, version, options)
    // Without a key too: whoever reviews a change may not have it.
    const key = findSigningKey({ env: session.env, file: undefined, pathOf: session.pathOf })
    const { artefact, checks } = await prepareCandidate(session, source, key)
    const { version: checked } = artefact.contents
    const next = session.typed(`publish ${remote} ${checked}`)
    return {
      data: { remote, version: checked, checks, next },
      text: `${remote} ${checked} can be published:\n  ${next}`,
    }
  },
})

export const publish = defineCommand({
  name: 'publish',
  about: 'build, check, sign and upload a version; nobody sees it yet',
  parameters: [REMOTE, SOURCE_VERSION],
  options: {
    ...SOURCE_OPTIONS,
    key: {
      type: 'string',
      value: 'file',
      about: "your team's private key (WINDLASS_SIGNING_KEY, WINDLASS_SIGNING_KEY_PEM)",
    },
    out: { type: 'string', value: 'file.tgz', about: 'also write the signed archive here' },
  },
  examples: ['publish logs 1.1.0', 'publish logs 1.1.0 --target ./static', 'publish logs --artefact logs-1.1.0.tgz'],
  run: async (session, { remote, version }, options) => {
    const source = sourceOf(session, remote, version, options)
    // Before anything long: a key that is missing or of no use is the most common slip.
    const key = keyFor(session, source, options.key)
    const { artefact, allowedOrigins } = await prepareCandidate(session, source, key)
    const candidate = key ? signed(artefact, key) : artefact
    if (options.out !== undefined) writeFileSync(session.pathOf(options.out), await packArtefact(candidate))
    const target = await session.target()
    const { bytes, keyId } = await upload(session, target, candidate, allowedOrigins)
    return published(session, candidate, { target, bytes, keyId })
  },
})

/** An archive may be signed already, as long as it stays as it is; anything else is signed now. */
function keyFor(
  { env, pathOf, typed }: Session,
  { archive, base }: Source,
  file: string | undefined,
): SigningKey | undefined {
  const options = { env, file, pathOf }
  return archive === undefined || base !== undefined ? requireSigningKey(options, typed) : findSigningKey(options)
}

async function upload(session: Session, target: ReleaseTarget, artefact: Artefact, allowedOrigins: readonly string[]) {
  const { id, version } = artefact.contents
  const step = session.output.step(`sending ${id} ${version} to ${target.name}`)
  try {
    const onSent = (sent: number, total: number) => step.update(`${bytesText(sent)} of ${bytesText(total)}`)
    const stored = await target.publish(artefact, { allowedOrigins, onSent })
    step.done(`sent ${id} ${version} to ${target.name}, ${bytesText(stored.bytes)}`)
    return stored
  } catch (error) {
    step.fail(`${target.name} does not have ${id} ${version}`)
    throw error
  }
}

interface Outcome {
  target: ReleaseTarget
  bytes: number
  keyId: string
}

function published(session: Session, { contents, release }: Artefact, { target, bytes, keyId }: Outcome) {
  const { id: remote, version } = contents
  const canary = target.knowsUsers ? [`canary ${remote} ${version} --percent 10`] : []
  const next = [...canary, `promote ${remote} ${version}`].map(session.typed)
  return {
    data: { remote, version, target: target.name, keyId, bytes, next },
    text: [
      `${remote} ${version} is at ${target.name}, signed by ${shortKeyId(keyId)}…. Nobody sees it yet.`,
      ...(URL.canParse(release.base)
        ? [`Put its files at ${release.base} first: --out writes them, as a tar archive.`]
        : []),
      'Next:',
      ...next.map((command) => `  ${command}`),
    ].join('\n'),
  }
}
