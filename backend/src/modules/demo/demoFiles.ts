import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ownKeyDir } from '../../platform/ssh/keyFiles.ts'

/** What is written down about a demo, so that a restarted console finds it again. */
export interface DemoRecord {
  namespaceId: number
  projectId: number
  serverId: number
  port: number
  /** The sshd that was started last; another process may have the number by now. */
  pid: number
}

/** The places of one demo; each namespace has at most one. */
export interface DemoPlaces {
  folder: string
  repository: string
  /** Settings of the sshd. */
  sshd: string
  /** What is deployed to; becomes a link to one of the releases. */
  site: string
  releases: string
  key: string
}

/** The folders of demos below DATA_DIR. */
export interface DemoFiles {
  places(namespaceId: number): DemoPlaces
  read(namespaceId: number): Promise<DemoRecord | undefined>
  readAll(): Promise<DemoRecord[]>
  write(record: DemoRecord): Promise<void>
  remove(namespaceId: number): Promise<void>
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Keeps demos below DATA_DIR. */
export function createDemoFiles(dataDir: string): DemoFiles {
  const root = path.join(dataDir, 'demo')
  const places = (namespaceId: number): DemoPlaces => {
    const folder = path.join(root, String(namespaceId))
    return {
      folder,
      repository: path.join(folder, 'repository'),
      sshd: path.join(folder, 'sshd'),
      site: path.join(folder, 'target', 'site'),
      releases: path.join(folder, 'target', 'releases'),
      key: path.join(ownKeyDir(dataDir), `demo-${namespaceId}`),
    }
  }
  const recordFile = (namespaceId: number) => path.join(places(namespaceId).folder, 'demo.json')

  const read = async (namespaceId: number): Promise<DemoRecord | undefined> => {
    try {
      // Our own file, written in one piece.
      return JSON.parse(await readFile(recordFile(namespaceId), 'utf8')) as DemoRecord
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  return {
    places,
    read,
    readAll: async () => {
      const names = await readdir(root).catch((error: unknown) => {
        if (isMissing(error)) return []
        throw error
      })
      const records = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map((name) => read(Number(name))))
      return records.flatMap((record) => record ?? [])
    },
    write: async (record) => {
      const file = recordFile(record.namespaceId)
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      await writeFile(`${file}.new`, JSON.stringify(record), { mode: 0o600 })
      await rename(`${file}.new`, file)
    },
    remove: async (namespaceId) => {
      const { folder, key } = places(namespaceId)
      for (const file of [folder, key, `${key}.pub`]) await rm(file, { recursive: true, force: true })
    },
  }
}
