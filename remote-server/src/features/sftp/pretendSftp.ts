import type { SftpFrame, SftpQuestion, SftpRow } from '@windlass/shared-kit/contract/sftpListing'
import { onTestFinished } from 'vitest'

type Folder = readonly SftpRow[] | { code: number; message: string }

/** Rows of a listing as they travel. */
export const fileRow = (name: string, size = 10, mode = 0o100644): SftpRow => [name, size, 1_790_000_000, mode, 0, 0]
export const folderRow = (name: string): SftpRow => [name, 4096, 1_790_000_000, 0o040755, 0, 0]

/** Stands in for the listing socket, at the edge of the network: folders by path, answered when they are asked for. */
export function pretendSftp(folders: Record<string, Folder>) {
  const original = globalThis.WebSocket
  const asked: SftpQuestion[] = []
  const sockets: PretendedSocket[] = []

  class PretendedSocket extends EventTarget {
    static readonly OPEN = 1
    readyState = 0
    readonly url: string
    constructor(url: string) {
      super()
      this.url = url
      sockets.push(this)
      setTimeout(() => {
        this.readyState = 1
        this.tell({ type: 'ready', home: '/root', user: 'root', canRoot: true })
        this.dispatchEvent(new Event('open'))
      })
    }
    tell(frame: SftpFrame) {
      this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))
    }
    send(text: string) {
      // Sent by the page under test, in the shape of the contract.
      const question = JSON.parse(text) as SftpQuestion
      asked.push(question)
      if (!('path' in question)) return
      const { id, path } = question
      const folder = folders[path] ?? { code: 2, message: `${path}: no such file` }
      setTimeout(() => {
        if ('code' in folder) return this.tell({ id, ...folder })
        this.tell({ id, path, rows: [...folder], owners: { 0: 'root' }, groups: { 0: 'root' }, isDone: true })
      })
    }
    close() {
      this.readyState = 3
    }
    drop() {
      this.readyState = 3
      this.dispatchEvent(new CloseEvent('close', { code: 1006 }))
    }
  }
  // A part of the interface is enough for the page.
  globalThis.WebSocket = PretendedSocket as unknown as typeof WebSocket
  onTestFinished(() => {
    globalThis.WebSocket = original
  })
  return {
    folders,
    asked: () => asked.flatMap((question) => ('path' in question ? [question.path] : [])),
    drop: () => sockets.at(-1)?.drop(),
  }
}
