import { State } from '@windlass/shared-kit/contract'
import type { SignedIn } from '@windlass/shared-kit/contract/session'
import type { Logger } from 'pino'
import type { Env } from '../../env.ts'
import type { Visitor } from '../../platform/caller.ts'
import { failed } from '../../platform/errors.ts'
import { proofOf } from '../session/secondStep.ts'
import type { SessionModule } from '../session/session.routes.ts'
import { createDingTalk } from './dingtalk.ts'
import { createFeishu } from './feishu.ts'
import { createAsk } from './mediaProvider.ts'

/** What the page of a provider put into the address. */
interface MediaAnswer {
  authCode: string
  state: string
  redirectUri: string
}

/** Signing in through a chat provider, by the mobile number that it knows of somebody. */
export interface MediaService {
  /** Where to authorize; "" for a provider that is not configured. */
  addresses: { dingtalk: string; feishu: string }
  /** @param told hears the account as soon as it is known */
  signIn(answer: MediaAnswer, visitor: Visitor, told: (account: string) => void): Promise<SignedIn>
}

/** Prepares both providers. */
export function createMediaService(env: Env, log: Logger, session: SessionModule): MediaService {
  const providers = {
    dingtalk: createDingTalk(env, createAsk('DingTalk', log)),
    feishu: createFeishu(env, createAsk('Feishu', log)),
  }

  /** Somebody without a number must not become whoever has none here either. */
  const ownerOf = async (mobile: string) => {
    if (mobile === '') throw failed('the provider does not know your mobile number; sign in with your password')
    const owners = await session.findByContact(mobile)
    const enabled = owners.filter(({ state }) => state === State.Enabled)
    if (enabled.length > 1) throw failed('several accounts have your mobile number; ask an administrator')
    // A disabled one is refused with its own words further on.
    const owner = enabled[0] ?? owners[0]
    if (!owner) throw failed('no account has your mobile number; ask an administrator to add it to yours')
    return owner
  }

  return {
    addresses: { dingtalk: providers.dingtalk.authorizeUrl, feishu: providers.feishu.authorizeUrl },
    signIn: async ({ authCode, state, redirectUri }, visitor, told) => {
      const name = state.includes('dingtalk') ? 'dingtalk' : 'feishu'
      const provider = providers[name]
      if (provider.authorizeUrl === '') throw failed('this way to sign in is not set up')
      const user = await ownerOf(await provider.mobileOf(authCode, redirectUri))
      told(user.account)
      return session.completeSignIn(user, proofOf(name), visitor)
    },
  }
}
