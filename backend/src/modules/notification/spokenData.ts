import type { NoticeLanguage } from '@windlass/shared-kit/contract/notification'
import { sentenceIn } from '../../platform/sentences/sentences.ts'

type Data = Readonly<Record<string, unknown>>

/** Members that hold what the console says itself, besides what programs said. */
const SPOKEN = ['DeployDetail', 'ErrorMsg', 'Reason'] as const

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The data of a notice with the console's own sentences in the language of its template. */
export function spokenData(data: Data, language: NoticeLanguage): Data {
  const said = SPOKEN.flatMap((name) => {
    const text = data[name]
    return typeof text === 'string' ? [[name, sentenceIn(language, text)] as const] : []
  })
  const { Monitor: monitor } = data
  const errorContent = isData(monitor) ? monitor['errorContent'] : undefined
  const told = typeof errorContent === 'string' && {
    Monitor: { ...(monitor as Data), errorContent: sentenceIn(language, errorContent) },
  }
  return { ...data, ...Object.fromEntries(said), ...told }
}
