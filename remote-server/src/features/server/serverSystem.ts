const KIB = 1024

/** What is known about the machine behind a server. */
export interface ServerSystem {
  name: string
  cores: number
  memoryBytes: number
}

/** Reads `name|cores|memory in KiB`; undefined when the server never told. */
export function parseSystem(osInfo: string): ServerSystem | undefined {
  const [name = '', cores = '', memory = ''] = osInfo.split('|')
  if (name === '' && cores === '') return undefined
  return { name, cores: Number(cores) || 0, memoryBytes: (Number(memory) || 0) * KIB }
}
