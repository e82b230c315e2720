import { ApiError, TransportError } from '../http/callError.ts'
import { useUiText } from './useUiText.ts'

/** What an error says to the person in front of the screen, and the number that finds it in the server's log. */
export function useErrorText(): (error: Error) => { text: string; requestId: string } {
  const { t } = useUiText()
  return (error) => {
    if (error instanceof ApiError) return { text: error.message, requestId: error.requestId }
    if (!(error instanceof TransportError)) return { text: error.message, requestId: '' }
    return { text: t(`failed.${error.kind}`, { detail: error.message }), requestId: error.requestId }
  }
}
