import { useEffect, useEffectEvent, useState } from 'react'
import type { JsonQuery } from './jsonSearch.ts'
import type { JsonFinding } from './jsonService.ts'
import type { JsonDocument } from './useJsonDocument.ts'

/** So that not every letter of a word is searched for. */
const TYPING_MS = 150

/** What came of looking for something. */
interface Result {
  query: JsonQuery
  /** How many nodes have it. */
  count: number
  /** The one that is shown. */
  finding: JsonFinding | undefined
}

/** What is looked for in the tree, and which of the hits is shown. */
export function useJsonSearch({ ask }: JsonDocument, goToFinding: (finding: JsonFinding) => Promise<void>) {
  const [query, setQuery] = useState<JsonQuery>({ text: '', isCaseSensitive: false })
  const [last, setLast] = useState<Result>()
  const result = query.text !== '' && last?.query === query ? last : undefined

  const show = async (wanted: Omit<Result, 'finding'>, from: number, direction: 1 | -1) => {
    const finding = await ask((service) => service.find('match', from, direction))
    setLast({ ...wanted, finding })
    if (finding) await goToFinding(finding)
  }
  const look = useEffectEvent(async (wanted: JsonQuery) => {
    const count = await ask((service) => service.search(wanted))
    // The hit that is shown already stays, if the longer text is there too.
    if (count !== undefined) await show({ query: wanted, count }, (last?.finding?.node ?? 0) - 1, 1)
  })
  useEffect(() => {
    if (query.text === '') return
    const timer = setTimeout(() => void look(query), TYPING_MS)
    return () => clearTimeout(timer)
  }, [query])

  return {
    query,
    setText: (text: string) => setQuery({ ...query, text }),
    setCaseSensitive: (isCaseSensitive: boolean) => setQuery({ ...query, isCaseSensitive }),
    /** Absent while nothing is looked for, and until it is known. */
    result,
    /** Goes to the next hit, or to the one before. */
    go: async (direction: 1 | -1) => {
      if (result) await show(result, result.finding?.node ?? -1, direction)
    },
  }
}

export type JsonSearch = ReturnType<typeof useJsonSearch>
