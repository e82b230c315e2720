import { AreaRelease } from '@windlass/shared-kit/contract/area'
import { Type } from 'typebox'
import { isPlainOrigin } from '../../artefact/isPlainOrigin.ts'
import { parseAs } from '../../artefact/parseAs.ts'
import { failed } from '../../platform/errors.ts'
import { orRefuse } from './refusal.ts'

const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])
const { manifest } = AreaRelease.properties

/** A release as a developer's machine serves it: files that change all the time have no hash worth naming. */
const DeveloperRelease = Type.Object({
  ...AreaRelease.properties,
  manifest: Type.Object({ ...manifest.properties, integrity: Type.String({ maxLength: 100 }) }),
})

/** Where the browser may load from: https anywhere, or the machine the browser runs on. */
function requireOrigin(base: string): string {
  if (!URL.canParse(base)) throw failed('base must be a whole address, as https://host/folder/')
  const { protocol, hostname, port, origin, href, username, password, search, hash } = new URL(base)
  if (username + password + search + hash !== '' || href !== base) {
    throw failed('base must be a plain address of a folder, without user, query or anchor')
  }
  if (!isPlainOrigin(origin)) throw failed('base must name one plain host, without wildcards or punctuation')
  const isLocal = protocol === 'http:' && LOCAL_HOSTS.has(hostname) && port !== ''
  if (protocol === 'https:' || isLocal) return origin
  throw failed('base must start with https://, or be http://localhost with a port: browsers refuse anything else')
}

/**
 * Reads what a developer's machine says about its area.
 * @throws AppError that says what to change
 */
export async function readDeveloperRelease(json: string, remote: string) {
  const release: AreaRelease = await orRefuse(() => parseAs(DeveloperRelease, json, 'release', 'release'))
  if (release.id !== remote) throw failed(`release describes ${release.id}, not ${remote}`)
  return { release, origin: requireOrigin(release.base) }
}
