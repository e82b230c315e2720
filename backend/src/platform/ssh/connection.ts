import type { HostKey } from '@windlass/shared-kit/contract/server'
import type ssh2 from 'ssh2'
import type { CipherAlgorithm } from 'ssh2'
import type { HostKeys } from './hostKeys.ts'
import type { KeyFiles } from './keyFiles.ts'

/** An open connection; whoever asked for it ends it. */
export interface SshConnection {
  client: ssh2.Client
  /** The keys that were shown, in the order of the way. */
  hostKeys: HostKey[]
  /** Ends the connection and those to the jump hosts. */
  end(): void
}

/** What connecting needs besides the target. */
export interface ConnectTools {
  keyFiles: KeyFiles
  hostKeys: HostKeys
  connectSeconds: number
  /** What is offered, the preferred first. */
  ciphers: readonly CipherAlgorithm[]
  /** How long a machine that has let us in may be silent before it counts as lost; a quarter of a minute when absent. */
  silentSeconds?: number
}

/** What is done at each machine on the way, in this order. */
export type ConnectStep = 'name' | 'tcp' | 'hostKey' | 'auth'

/** How far connecting has come; the step that was begun last is the one that failed. */
export interface ConnectEvent {
  /** Counts from 0 along the way. */
  hop: number
  step: ConnectStep
  state: 'begun' | 'passed'
  /** What was found, when the step has passed. */
  detail?: string
}

/** Is told each step, for somebody who wants to know where it stops. */
export type ConnectWatch = (event: ConnectEvent) => void

/** How one connection is made. */
export interface ConnectOptions {
  signal?: AbortSignal
  watch?: ConnectWatch
}
