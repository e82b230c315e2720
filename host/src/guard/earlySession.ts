import { type SessionInfo, UserInfo } from '@windlass/shared-kit/contract/session'
import { ApiError, call, readEnvelope } from '@windlass/shared-kit/http'
import { readNamespace } from '@windlass/shared-kit/session'

/** Left by the script in the page's head, which asks who is signed in before any of this code is there. */
interface EarlySession {
  namespaceId: number
  answer: Promise<Response>
}

declare global {
  interface Window {
    windlassEarlySession?: EarlySession
  }
}

/** The answer that is already on its way, once, and only if it is about the namespace that counts now. */
function takeEarly(): Promise<Response> | undefined {
  const early = window.windlassEarlySession
  window.windlassEarlySession = undefined
  return early?.namespaceId === readNamespace().id ? early.answer : undefined
}

/** Asks who is signed in, unless that was asked already; a lost early answer is asked for again. */
export async function askSession(): Promise<SessionInfo> {
  const early = takeEarly()
  if (!early) return call(UserInfo, {}, { quiet: true })
  try {
    // The same endpoint as UserInfo, so the same data.
    return (await readEnvelope(await early)) as SessionInfo
  } catch (error) {
    if (error instanceof ApiError) throw error
    return call(UserInfo, {}, { quiet: true })
  }
}
