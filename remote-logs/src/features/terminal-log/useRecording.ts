import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { TerminalRecord, TerminalRecordSearch } from '@windlass/shared-kit/contract/terminalLog'
import { addressOf, call, callHeaders, readEnvelope } from '@windlass/shared-kit/http'
import { type Cast, createCastReader } from './castReader.ts'

/** Reads the file while it arrives; a refusal comes as an envelope and is thrown as any other. */
async function load(recordId: number, signal: AbortSignal): Promise<Cast> {
  const response = await fetch(addressOf(TerminalRecord, { recordId }), {
    credentials: 'include',
    headers: callHeaders(),
    signal,
  })
  const isEnvelope = response.headers.get('content-type')?.startsWith('application/json') ?? false
  if (isEnvelope || !response.ok || !response.body) {
    await readEnvelope(response)
    throw new Error(`HTTP ${response.status}`)
  }
  const reader = createCastReader()
  const stream = response.body.getReader()
  for (;;) {
    const { done, value } = await stream.read()
    if (done) return reader.end()
    reader.read(value)
  }
}

/** One recording, whole; long ones are not kept when nobody watches them. */
export function useRecording(recordId: number) {
  return useQuery({
    queryKey: ['terminalRecord', recordId],
    queryFn: ({ signal }) => load(recordId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}

/** Where a text occurs in it. */
export function useRecordSearch(recordId: number, text: string) {
  return useQuery({
    queryKey: ['terminalRecord', recordId, 'search', text],
    queryFn: ({ signal }) => call(TerminalRecordSearch, { recordId, text }, { signal }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
}
