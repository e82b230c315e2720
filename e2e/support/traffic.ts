import type { Page } from 'playwright-core'

/** One thing the browser asked for. */
export interface Asked {
  url: string
  status: number
  /** Bytes that came over the wire, headers included. */
  bytes: number
  isFromCache: boolean
}

/** Listens to what a page loads, as its browser counts it. */
export async function recordTraffic(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const asked = new Map<string, Asked>()
  const fromMemory = new Set<string>()
  devtools.on('Network.requestServedFromCache', ({ requestId }) => fromMemory.add(requestId))
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.url.startsWith('data:')) return
    const { url, status, fromDiskCache = false } = response
    asked.set(requestId, { url, status, bytes: 0, isFromCache: fromDiskCache || fromMemory.has(requestId) })
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const known = asked.get(requestId)
    if (known) known.bytes = encodedDataLength
  })
  return {
    devtools,
    /** What went over the wire so far. */
    loaded: (): Asked[] => [...asked.values()].filter(({ isFromCache }) => !isFromCache),
    forget: (): void => asked.clear(),
  }
}

export const bytesOf = (all: readonly Asked[]): number => all.reduce((sum, { bytes }) => sum + bytes, 0)
