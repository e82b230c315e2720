import type { Command } from '@windlass/backend/commandLine/command'
import { canary, disable, enable, endCanary, pin, promote, rollback, rule, unpin } from './commands/channelCommands.ts'
import { keygen, keys, revoke, trust } from './commands/keyCommands.ts'
import { preview, previews, revokePreview } from './commands/previewCommand.ts'
import { check, publish } from './commands/publishCommands.ts'
import { rebuild } from './commands/rebuildCommand.ts'
import { diff, history, list } from './commands/viewCommands.ts'
import type { Session } from './session.ts'

/** Everything `release` can do, in the order of a release. */
export const COMMANDS: readonly Command<Session>[] = [
  keygen,
  trust,
  keys,
  revoke,
  check,
  publish,
  preview,
  previews,
  revokePreview,
  canary,
  endCanary,
  promote,
  rollback,
  pin,
  unpin,
  disable,
  enable,
  rule,
  list,
  history,
  diff,
  rebuild,
]
