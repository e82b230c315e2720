import { NamespaceOptionList } from '@windlass/shared-kit/contract/namespace'
import type { ReleaseEvent, ReleaseVersion, RemoteOverview } from '@windlass/shared-kit/contract/release'
import { answer } from '@windlass/shared-kit/testing'

export const HOST = { version: '0.9.0', kit: '0.9.0', buildTime: '2026-11-20 08:00:00' }

/** The area "logs" as it is on a quiet day: 1.2.0 for everybody. */
export const OVERVIEW: RemoteOverview = {
  ...{ remote: 'logs', stable: '1.2.0', canary: null, isPinned: false, isDisabled: false, disabledReason: '' },
  rule: { isOn: false, failurePercent: 5, minLoads: 50 },
  ...{ builtIn: '1.0.0', versions: 4, unfit: '', users: 42, loads: 1_000, failures: 3, medianMs: 240, p95Ms: 900 },
}

/** A canary of 1.3.0 for a namespace, a user and a tenth of the others. */
export const CANARY: NonNullable<RemoteOverview['canary']> = {
  version: '1.3.0',
  audience: { namespaceIds: [2], userIds: [5], percent: 10 },
  startTime: '2026-11-21 05:00:00',
  startedBy: 'Ada',
}

const VERSION: ReleaseVersion = {
  ...{ version: '1.2.0', source: 'published', channel: 'stable', team: 'logs-team', keyId: 'ab'.repeat(32) },
  ...{ publishedBy: 'Grace', publishTime: '2026-11-20 09:00:00', commit: '0123456789abcdef', buildTime: '' },
  ...{
    bytes: 51_200,
    share: 0.9,
    users: 38,
    loads: 900,
    failures: 3,
    medianMs: 240,
    p95Ms: 900,
    unfit: '',
    damage: '',
  },
}
const unused = { share: 0, users: 0, loads: 0, failures: 0, medianMs: 0, p95Ms: 0 }

/** Newest first: one above the stable version, and two to go back to. */
export const VERSIONS: readonly ReleaseVersion[] = [
  { ...VERSION, ...unused, version: '1.3.0', channel: 'none', share: 0.1, users: 4, loads: 100 },
  VERSION,
  { ...VERSION, ...unused, version: '1.1.0', channel: 'none' },
  {
    ...VERSION,
    ...unused,
    version: '1.0.0',
    channel: 'none',
    source: 'built-in',
    team: '',
    publishedBy: '',
    keyId: '',
  },
]

export const EVENT: ReleaseEvent = {
  ...{ id: 9, remote: 'logs', version: '1.2.0', kind: 'promote', userName: 'Ada' },
  ...{ detail: 'For everybody, instead of 1.1.0.', insertTime: '2026-11-21 03:00:00' },
}

export const NAMESPACES = answer(NamespaceOptionList, {
  list: [{ namespaceId: 2, namespaceName: 'checkout', roleId: 1 }],
})

export const PEM = `-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PUBLIC KEY-----
`
