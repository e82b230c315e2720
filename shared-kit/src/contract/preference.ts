import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'

/** How the console looks and reads to a person, in every browser; "" leaves it to the browser. */
export const Preferences = Type.Object({
  /** An IANA name such as `Asia/Kathmandu`. */
  timeZone: Type.String({ maxLength: 64 }),
  language: Type.Enum(['', 'en', 'zh-cn']),
  theme: Type.Enum(['', 'system', 'light', 'dark']),
})
export type Preferences = Static<typeof Preferences>

/** Changes what is named and keeps the rest. */
export const UserChangePreferences = endpoint({
  method: 'PUT',
  path: '/user/changePreferences',
  access: 'signed-in',
  notByKey: true,
  input: Type.Object({
    ...Type.Partial(Preferences).properties,
    /** Whether the first steps of a new console stay out of sight. */
    hidesFirstSteps: Type.Optional(Type.Boolean()),
  }),
})
