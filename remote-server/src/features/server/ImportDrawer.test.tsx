import { screen, waitFor } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract/codes'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { ServerList } from '@windlass/shared-kit/contract/server'
import { answer, renderPage } from '@windlass/shared-kit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import remote from '../../remote.ts'
import ServerPage from './ServerPage.tsx'

const TWO = 'name,os,host,port,owner,path\na,linux,10.1.0.1,22,root,/k\nb,linux,10.1.0.2,22,root,/k\n'
const sent: string[] = []

/** The network edge of an upload: it answers with an envelope as soon as something is sent. */
function answerUpload(envelope: object): void {
  class Upload extends EventTarget {
    readonly upload = new EventTarget()
    readonly status = 200
    readonly responseText = JSON.stringify(envelope)
    open(_method: string, address: URL) {
      sent.push(address.pathname)
    }
    setRequestHeader() {}
    getResponseHeader() {
      return 'test-request'
    }
    send() {
      queueMicrotask(() => this.dispatchEvent(new Event('load')))
    }
  }
  vi.stubGlobal('XMLHttpRequest', Upload)
}

async function choose(text: string) {
  const page = await renderPage(<ServerPage />, {
    remote,
    path: '/server/index?add=import',
    permissions: Object.values(Permission),
    answers: [answer(ServerList, { list: [] })],
  })
  await page.actor.upload(
    await screen.findByLabelText(/Choose a CSV file/),
    new File([text], 'servers.csv', { type: 'text/csv' }),
  )
  return page
}
const linesShown = () => [...document.querySelectorAll('.server-preview tbody tr')].map((row) => row.textContent)

afterEach(() => {
  vi.unstubAllGlobals()
  sent.length = 0
})

describe('importing servers', () => {
  it('shows what was understood and sends nothing by itself', async () => {
    answerUpload({ code: Code.Ok, message: '', data: null })
    await choose(`${TWO}c,linux,10.1.0.3,0,root,/k\n`)
    expect(await screen.findByText('3 rows · 1 with a problem')).toBeTruthy()
    expect(linesShown()).toEqual([
      '2a10.1.0.1:22rootReady',
      '3b10.1.0.2:22rootReady',
      '4c10.1.0.3:0rootport must be 1 to 65535',
    ])
    expect(sent).toEqual([])
  })

  it('closes when all rows are in', async () => {
    answerUpload({ code: Code.Ok, message: '', data: null })
    const page = await choose(TWO)
    await page.actor.click(await screen.findByText('Import 2 servers'))
    await waitFor(() => expect(page.toasts()).toEqual(['2 servers imported']))
    expect(sent).toEqual(['/server/import'])
    expect(page.path()).toBe('/server/index')
  })

  it('tells each row what became of it when some failed', async () => {
    const rows = [{ line: 3, message: 'this host is stored already' }]
    answerUpload({ code: Code.Failed, message: 'some rows failed', data: { rows } })
    const page = await choose(TWO)
    await page.actor.click(await screen.findByText('Import 2 servers'))
    expect(await screen.findByText('1 imported, 1 row failed')).toBeTruthy()
    expect(linesShown()).toEqual(['2a10.1.0.1:22rootImported', '3b10.1.0.2:22rootthis host is stored already'])
    expect(screen.queryByText('Import 2 servers')).toBeNull()
  })

  it('says why a file is refused as a whole, by itself or by the server', async () => {
    await choose('name,colour\na,red\n')
    expect(await screen.findByText(/These columns are unknown: colour/)).toBeTruthy()
    answerUpload({ code: Code.Failed, message: 'the disk is full', data: null })
    const page = await choose(TWO)
    await page.actor.click(await screen.findByText('Import 2 servers'))
    expect(await screen.findByText(/the disk is full/)).toBeTruthy()
  })
})
