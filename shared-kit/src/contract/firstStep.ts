import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { listOf } from './shapes.ts'

/** What a new console lacks, in the order in which it is done. */
export const FIRST_STEPS = ['password', 'server', 'project', 'deploy', 'secondFactor', 'member'] as const

/** One step on the way to the first deploy, for whoever asks. */
export const FirstStep = Type.Object({
  name: Type.Enum([...FIRST_STEPS]),
  isDone: Type.Boolean(),
  /** Good to have, but the way ends without it. */
  isOptional: Type.Boolean(),
  /** What is there for it already, such as a server that has not been reached yet; 0 when there is nothing. */
  id: Type.Integer(),
})
export type FirstStep = Static<typeof FirstStep>

/** The steps that the caller may do in the current namespace, as things are. */
export const FirstStepList = endpoint({
  method: 'GET',
  path: '/firstStep/getList',
  access: 'signed-in',
  output: listOf(FirstStep),
})
