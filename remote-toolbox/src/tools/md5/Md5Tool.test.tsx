import { createHash } from 'node:crypto'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderTool } from '../../testing/renderTool.tsx'
import { SHORT_TEXT } from './digestText.ts'

const EMPTY_MD5 = 'd41d8cd98f00b204e9800998ecf8427e'
const ABC_MD5 = '900150983cd24fb0d6963f7d28e17f72'
const PIECE = new Uint8Array(256 * 1024)

const hex = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex')
const text = () => screen.findByRole('textbox', { name: 'Text' })
const expected = () => screen.getByRole('textbox', { name: 'Compare with' })
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const verdict = () => screen.getByRole('status', { name: '' }).textContent.trim()

/** What is shown beside the name of an algorithm. */
const shown = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent

const chooser = () => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no file can be chosen')
  return input
}

const choose = (file: File) => fireEvent.change(chooser(), { target: { files: [file] } })

/** A file that never comes to its end, and what became of those who read it. */
function endlessFile(name: string) {
  const readers = { begun: 0, over: 0 }
  const stream = () => {
    readers.begun++
    return new ReadableStream({
      type: 'bytes',
      pull: (controller) => controller.enqueue(PIECE.slice()),
      cancel: () => {
        readers.over++
      },
    })
  }
  const file = Object.assign(new File(['x'], name), { stream })
  Object.defineProperty(file, 'size', { value: 1024 ** 4 })
  return { file, readers }
}

/** A file that was moved away until it is put back. */
function missingFile() {
  const file = new File(['abc'], 'moved.iso')
  const state = { isThere: false }
  const slice = file.slice.bind(file)
  const gone = () => Promise.reject(new DOMException('gone', 'NotReadableError'))
  Object.assign(file, {
    stream: () => new ReadableStream({ type: 'bytes', pull: gone }),
    slice: (...range: number[]) => (state.isThere ? slice(...range) : { arrayBuffer: gone }),
  })
  return { file, state }
}

describe('the MD5 of a text', () => {
  it('is there before anything is typed', async () => {
    const tool = await renderTool('md5')
    await text()
    expect(shown('MD5')).toBe(EMPTY_MD5)
    await waitFor(() => expect(tool.result()).toBe(EMPTY_MD5))
  })

  it('follows what is typed, with those of the other algorithms', async () => {
    const tool = await renderTool('md5')
    type(await text(), 'abc')
    expect(shown('MD5')).toBe(ABC_MD5)
    expect(shown('SHA-1')).toBe(hex('sha1', 'abc'))
    expect(shown('SHA-256')).toBe(hex('sha256', 'abc'))
    expect(shown('SHA-512')).toBe(hex('sha512', 'abc'))
    await waitFor(() => expect(tool.result()).toBe(ABC_MD5))
    expect(tool.risks()).toEqual([])
  })

  it('is copied as the result, and each of the others by itself', async () => {
    const { actor } = await renderTool('md5', { state: { text: 'abc' } })
    await text()
    await actor.click(screen.getByRole('button', { name: 'Copy the result' }))
    expect(await navigator.clipboard.readText()).toBe(ABC_MD5)
    await actor.click(screen.getByRole('button', { name: 'Copy: SHA-256' }))
    expect(await navigator.clipboard.readText()).toBe(hex('sha256', 'abc'))
  })

  it('is written in capitals on demand, everywhere', async () => {
    const tool = await renderTool('md5', { state: { text: 'abc' } })
    await text()
    await tool.actor.click(screen.getByRole('switch', { name: 'Upper case' }))
    expect(shown('MD5')).toBe(ABC_MD5.toUpperCase())
    expect(shown('SHA-1')).toBe(hex('sha1', 'abc').toUpperCase())
    await waitFor(() => expect(tool.result()).toBe(ABC_MD5.toUpperCase()))
    expect(tool.remembered()).toMatchObject({ text: 'abc', isUpperCase: true })
  })

  it('tells of what cannot be seen but counts', async () => {
    await renderTool('md5')
    type(await text(), '你好\n')
    expect(screen.getByText('7 bytes · line breaks as LF')).toBeTruthy()
    type(await text(), '\ud83d')
    expect(screen.getByText('3 bytes · half a surrogate pair counts as U+FFFD')).toBeTruthy()
  })

  it('comes a moment later when the text is long', async () => {
    await renderTool('md5')
    const long = '长'.repeat(SHORT_TEXT + 1)
    type(await text(), long)
    expect(shown('MD5')).toBe('Waiting')
    expect(screen.getByRole('button', { name: 'Copy the result' })).toHaveProperty('disabled', true)
    await waitFor(() => expect(shown('SHA-512')).toBe(hex('sha512', long)))
    expect(shown('MD5')).toBe(hex('md5', long))
  })

  it('can be cleared', async () => {
    const { actor } = await renderTool('md5', { state: { text: 'abc', expected: 'abc', isUpperCase: false } })
    await actor.click(await screen.findByRole('button', { name: 'Clear' }))
    expect(shown('MD5')).toBe(EMPTY_MD5)
    expect(expected()).toHaveProperty('value', '')
    expect(screen.getByRole('button', { name: 'Clear' })).toHaveProperty('disabled', true)
  })

  it('is explained in Chinese too', async () => {
    await renderTool('md5', { language: 'zh-cn' })
    expect(await screen.findByRole('textbox', { name: '比对' })).toBeTruthy()
    expect(screen.getByRole('switch', { name: '大写' })).toBeTruthy()
  })
})

describe('an expected hash', () => {
  it('is told to match by the name of the algorithm', async () => {
    await renderTool('md5', { state: { text: 'abc' } })
    await text()
    type(expected(), `${hex('sha256', 'abc').toUpperCase()}  abc.txt`)
    expect(verdict()).toBe('Matches SHA-256.')
  })

  it('is told to differ', async () => {
    await renderTool('md5', { state: { text: 'abc' } })
    await text()
    type(expected(), EMPTY_MD5)
    expect(verdict()).toBe('No match. It is as long as MD5, but differs.')
    type(await text(), '')
    expect(verdict()).toBe('Matches MD5.')
  })

  it('is refused when it cannot be one', async () => {
    await renderTool('md5', { state: { text: 'abc' } })
    await text()
    type(expected(), ABC_MD5.slice(1))
    expect(screen.getByRole('alert').textContent).toContain('31 hex digits')
    expect(verdict()).toBe('')
  })
})

describe('a file', () => {
  it('is hashed without a click, and the text is there again afterwards', async () => {
    const tool = await renderTool('md5', { state: { text: 'typed' } })
    await text()
    await tool.actor.upload(chooser(), new File(['abc'], 'abc.iso'))
    await waitFor(() => expect(shown('SHA-512')).toBe(hex('sha512', 'abc')))
    expect(shown('MD5')).toBe(ABC_MD5)
    expect(screen.getByText('3 B · 3 bytes')).toBeTruthy()
    await waitFor(() => expect(tool.risks()).toEqual(['The file abc.iso would have to be opened again.']))
    expect(tool.result()).toBe(ABC_MD5)

    await tool.actor.click(screen.getByRole('button', { name: 'Back to text' }))
    expect(await text()).toHaveProperty('value', 'typed')
    expect(document.activeElement).toBe(await text())
    expect(shown('MD5')).toBe(hex('md5', 'typed'))
    expect(tool.risks()).toEqual([])
  })

  it('shows how far it is, and can be cancelled and begun again', async () => {
    const { file, readers } = endlessFile('endless.iso')
    const tool = await renderTool('md5')
    await text()
    type(expected(), ABC_MD5)
    choose(file)
    await waitFor(() => expect(screen.getByRole('progressbar', { name: 'MD5 of endless.iso' })).toBeTruthy())
    expect(await screen.findByText(/of 1 TB · .*\/s · .* left/)).toBeTruthy()
    expect(shown('MD5')).toBe('0%')
    expect(verdict()).toBe('Waiting for MD5.')
    expect(tool.result()).toBe('')
    await waitFor(() => expect(tool.risks()).toEqual(['The hashes of endless.iso are not done yet.']))

    await tool.actor.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(shown('MD5')).toBe('Not computed')
    expect(screen.getByText('MD5 was not computed.')).toBeTruthy()
    await waitFor(() => expect(readers.over).toBe(readers.begun))

    const { begun } = readers
    await tool.actor.click(screen.getByRole('button', { name: 'Hash again' }))
    await waitFor(() => expect(readers.begun).toBeGreaterThan(begun))
  })

  it('is let go when another one is chosen', async () => {
    const { file, readers } = endlessFile('endless.iso')
    await renderTool('md5')
    await text()
    choose(file)
    await waitFor(() => expect(readers.begun).toBeGreaterThan(0))
    choose(new File(['abc'], 'abc.iso'))
    await waitFor(() => expect(shown('SHA-512')).toBe(hex('sha512', 'abc')))
    await waitFor(() => expect(readers.over).toBe(readers.begun))
    expect(shown('MD5')).toBe(ABC_MD5)
  })

  it('is let go when the tool goes', async () => {
    const { file, readers } = endlessFile('endless.iso')
    const tool = await renderTool('md5')
    await text()
    choose(file)
    await waitFor(() => expect(readers.begun).toBeGreaterThan(0))
    tool.unmount()
    await waitFor(() => expect(readers.over).toBe(readers.begun))
  })

  it('that cannot be read any more is told so, and read when it is back', async () => {
    const { file, state } = missingFile()
    const tool = await renderTool('md5', { state: { text: 'typed', expected: ABC_MD5 } })
    await text()
    choose(file)
    expect((await screen.findByRole('alert')).textContent).toContain('cannot be read any more')
    state.isThere = true
    await tool.actor.click(screen.getByRole('button', { name: 'Hash again' }))
    await waitFor(() => expect(shown('MD5')).toBe(ABC_MD5))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(verdict()).toBe('Matches MD5.')
  })

  it('is not a folder', async () => {
    await renderTool('md5', { state: { text: 'typed' } })
    const folder = { webkitGetAsEntry: () => ({ isDirectory: true }) }
    const dataTransfer = { types: ['Files'], files: [new File([], 'folder')], items: [folder] }
    fireEvent.drop(await text(), { dataTransfer })
    expect(screen.getByRole('alert').textContent).toBe('That is a folder. Drop a file.')
    expect(await text()).toHaveProperty('value', 'typed')
  })
})
