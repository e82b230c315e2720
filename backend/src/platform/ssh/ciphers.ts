import type { CipherAlgorithm } from 'ssh2'
import type { Env } from '../../env.ts'

/** aes128-gcm first: the fastest where the processor helps, which is nearly everywhere. */
const CIPHERS: readonly CipherAlgorithm[] = [
  'aes128-gcm@openssh.com',
  'aes256-gcm@openssh.com',
  'chacha20-poly1305@openssh.com',
  'aes128-ctr',
  'aes192-ctr',
  'aes256-ctr',
]

/** Weak ones, which only old devices need; what is older still is in no OpenSSH of today. */
const LEGACY_CIPHERS: readonly CipherAlgorithm[] = ['aes256-cbc', 'aes192-cbc', 'aes128-cbc', '3des-cbc']

/** What is offered to servers, the preferred first. */
export const offeredCiphers = ({ SSH_LEGACY_CIPHERS }: Pick<Env, 'SSH_LEGACY_CIPHERS'>): readonly CipherAlgorithm[] =>
  SSH_LEGACY_CIPHERS ? [...CIPHERS, ...LEGACY_CIPHERS] : CIPHERS
