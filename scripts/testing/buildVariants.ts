// Builds hosts and areas as if shared packages had other versions, for the tests of what fits what:
//   echo '{ "hosts": [], "areas": [] }' | node scripts/testing/buildVariants.ts
import { text } from 'node:stream/consumers'
import type { Versions } from '@windlass/shared-kit/federation'
import { bundleHost } from '../build/buildHost.ts'
import { buildRemote, type RemoteBuild } from '../build/buildRemote.ts'

/** What to build, in one process, because starting the bundler takes as long as building an area. */
interface Order {
  hosts: { outDir: string; versions: Versions }[]
  areas: RemoteBuild[]
}

// Written by a test of this workspace.
const { hosts, areas } = JSON.parse(await text(process.stdin)) as Order
for (const { outDir, versions } of hosts) await bundleHost(outDir, { versions })
for (const area of areas) await buildRemote(area)
