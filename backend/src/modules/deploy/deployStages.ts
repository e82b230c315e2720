import type { DeployStage } from '@windlass/shared-kit/contract/deploy'

/** The stages in the words of a sentence that says where something stopped. */
export const STAGE_WORDS: Readonly<Record<DeployStage, string>> = {
  queue: 'the wait in the queue',
  pull: 'the pull',
  afterPull: 'the script after the pull',
  transfer: 'the transfer',
  afterDeploy: 'the script after the deploy',
  probe: 'the health probe',
  pause: 'the pause before the next batch',
  rollback: 'the way back',
  finish: 'the script at the end',
  result: 'the clean-up',
}

/** Reads a stored stage back. */
export const stageOf = (text: string): DeployStage | '' =>
  Object.hasOwn(STAGE_WORDS, text) ? (text as DeployStage) : ''
