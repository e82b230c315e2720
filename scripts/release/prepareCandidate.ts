import type { Artefact } from '@windlass/backend/artefact/artefact'
import { refused } from '@windlass/backend/commandLine/commandError'
import { plannedVersion, readCandidate, type Source } from './candidate.ts'
import { checkCandidate } from './checkCandidate.ts'
import type { ReleaseTarget } from './releaseTarget.ts'
import type { Session } from './session.ts'
import { type SigningKey, shortKeyId } from './signingKey.ts'

/** A version that passed every check. */
export interface Prepared {
  artefact: Artefact
  /** The rules it was held to. */
  checks: string[]
  /** Origins its files may come from. */
  allowedOrigins: string[]
}

/**
 * Builds a version, or reads it, and checks it against the target. What the target can say by itself comes first: whether
 * it answers, has the version and trusts the key is known in a moment, a build takes longer.
 */
export async function prepareCandidate(session: Session, source: Source, key?: SigningKey): Promise<Prepared> {
  const target = await session.target()
  const context = await target.context(source.remote)
  const version = plannedVersion(source)
  if (version !== undefined && context.versions.includes(version)) throw alreadyThere(source.remote, version)
  const requireTrusted = (keyId: string) => {
    if (!context.keyIds.includes(keyId)) throw unknownKey(session, keyId, source.remote, target)
  }
  if (key) requireTrusted(key.keyId)
  const artefact = await readCandidate(source, session.output)
  if (!key && artefact.signature) requireTrusted(artefact.signature.keyId)
  const allowedOrigins = target.knowsUsers ? context.allowedOrigins : originOf(source)
  const checks = checkCandidate(artefact, { ...context, allowedOrigins }, session.output)
  return { artefact, checks, allowedOrigins }
}

/** A console has a list of its own; into a folder, files come from elsewhere only when --base said so. */
function originOf({ base = '' }: Source): string[] {
  const origin = URL.parse(base)?.origin
  return origin === undefined ? [] : [origin]
}

const alreadyThere = (remote: string, version: string) =>
  refused('version', `${remote} ${version} is published already, and a version never changes: give it a new number`)

function unknownKey({ typed }: Session, keyId: string, remote: string, { name }: ReleaseTarget) {
  const command = typed(`trust --team <name> --key <public key> --remotes ${remote}`)
  const message = `Key ${shortKeyId(keyId)}… may not sign ${remote} at ${name}`
  return refused('signature', `${message}: let somebody who may manage release keys run \`${command}\``)
}
