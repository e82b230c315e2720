import { type Static, Type } from 'typebox'

/** What an answer of `Code.Denied` says in `data` when a permission was missing; null when the reason is another one. */
export const Refusal = Type.Object({
  /** Any one of these would have done. */
  missing: Type.Array(Type.Integer(), { minItems: 1 }),
  /** Who can grant it in the namespace it is missing in, by name; nobody else's namespaces show through. */
  grantors: Type.Array(Type.String()),
})
export type Refusal = Static<typeof Refusal>
