/** A host and a port as people write them: `host:port`, with brackets around an address of version 6. */
export interface HostPort {
  host: string
  port: number
}

const FORM = /^(?:\[([0-9a-fA-F:.]+)\]|([^\s:[\]/]+)):(\d{1,5})$/
const LAST_PORT = 65_535

/** Reads `host:port`; undefined when it is something else. */
export function parseHostPort(text: string): HostPort | undefined {
  const match = FORM.exec(text)
  const host = match?.[1] ?? match?.[2]
  const port = Number(match?.[3])
  if (host === undefined || !(port >= 1 && port <= LAST_PORT)) return undefined
  return { host, port }
}
