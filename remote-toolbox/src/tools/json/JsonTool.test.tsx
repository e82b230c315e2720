import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { renderTool } from '../../testing/renderTool.tsx'

const BOX_PX = 440
/** Longer than what the page keeps. */
const LONG = `[${'"some text",'.repeat(50_000)}"the end"]`

// The test's document has no layout, and the tree draws only what fits its height.
const original = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'clientHeight')
beforeAll(
  () => void Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, value: BOX_PX }),
)
afterAll(() => {
  if (original) Object.defineProperty(HTMLElement.prototype, 'clientHeight', original)
  else Reflect.deleteProperty(HTMLElement.prototype, 'clientHeight')
})
afterEach(() => vi.restoreAllMocks())

const button = (name: string) => screen.getByRole('button', { name })
const lines = () => screen.getAllByRole('treeitem').map(({ textContent }) => textContent)
const until = (check: () => void) => waitFor(check, { timeout: 10_000 })
const textArea = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'JSON text' })

async function paste(text: string, options?: Parameters<typeof renderTool>[1]) {
  const page = await renderTool('json', options)
  await page.actor.click(await textArea())
  await page.actor.paste(text)
  return page
}

/** Chooses a file as the browser's own dialog would. */
function choose(file: File): void {
  const input = document.querySelector('input[type=file]')
  if (!input) throw new Error('there is nothing to choose a file with')
  fireEvent.change(input, { target: { files: [file] } })
}
async function openFile(content: string | Uint8Array<ArrayBuffer>, name = 'data.json') {
  const page = await renderTool('json')
  await textArea()
  choose(new File([content], name))
  return page
}

describe('the tree', () => {
  it('comes when something is pasted, with numbers as written', async () => {
    const page = await paste('{"id":12345678901234567890,"list":[1.0]}')
    expect(await screen.findByRole('tree')).toBeTruthy()
    await until(() => expect(lines()).toEqual(['{', '"id": 12345678901234567890,', '"list": [', '1.0']))
    const pretty = '{\n  "id": 12345678901234567890,\n  "list": [\n    1.0\n  ]\n}'
    await until(() => expect(page.result()).toBe(pretty))
    expect(page.remembered()).toEqual({ text: '{"id":12345678901234567890,"list":[1.0]}', view: 'pretty' })
  })

  it('folds by click, marks by Alt and tells the path by Shift', async () => {
    const { actor } = await paste('{"a":{"b c":[1,2]}}')
    const line = async (text: string) => within(await screen.findByRole('tree')).findByText(text)
    await actor.keyboard('{Shift>}')
    await actor.click(await line('2'))
    await actor.keyboard('{/Shift}')
    expect(await screen.findByText('$.a["b c"][1]')).toBeTruthy()
    await actor.keyboard('{Alt>}')
    await actor.click(await line('1'))
    await actor.keyboard('{/Alt}')
    expect((await screen.findByRole('treeitem', { selected: true })).textContent).toBe('1,')
    await actor.click(button('Unmark all'))
    await until(() => expect(screen.queryByRole('treeitem', { selected: true })).toBeNull())
    await actor.click(await line('"b c"'))
    await until(() => expect(lines()).toEqual(['{', '"a": {', '"b c": [2 items]']))
    await actor.click(button('Collapse all'))
    await until(() => expect(lines()).toEqual(['{', '"a": {1 key}']))
    await actor.click(button('Expand all'))
    await until(() => expect(lines()).toHaveLength(5))
  })

  it('folds with everything inside by Ctrl', async () => {
    const { actor } = await paste('[[[1],[2]],3]')
    await screen.findByRole('tree')
    await until(() => expect(lines()).toHaveLength(7))
    const fold = async () => {
      await actor.keyboard('{Control>}')
      await actor.click(screen.getAllByRole('treeitem')[1] ?? document.body)
      await actor.keyboard('{/Control}')
    }
    await fold()
    await until(() => expect(lines()).toEqual(['[', '[2 items],', '3']))
    await actor.click(screen.getAllByRole('treeitem')[1] ?? document.body)
    await until(() => expect(lines()).toEqual(['[', '[', '[1 item],', '[1 item]', '3']))
  })

  it('works by keyboard alone', async () => {
    const { actor } = await paste('{"a":[1],"b":2}')
    const tree = await screen.findByRole('tree')
    await until(() => expect(lines()).toHaveLength(4))
    act(() => tree.focus())
    const active = () => document.getElementById(tree.getAttribute('aria-activedescendant') ?? '')?.textContent
    await actor.keyboard('{ArrowDown}{ArrowLeft}')
    await until(() => expect(lines()).toEqual(['{', '"a": [1 item],', '"b": 2']))
    await actor.keyboard('{ArrowDown}{Alt>}{Enter}{/Alt}{Shift>}{Enter}{/Shift}')
    expect((await screen.findByRole('treeitem', { selected: true })).textContent).toBe('"b": 2')
    expect(await screen.findByText('$.b')).toBeTruthy()
    await actor.keyboard('{ArrowLeft}')
    await until(() => expect(active()).toBe('{'))
    await actor.keyboard('{End}')
    await until(() => expect(active()).toBe('}'))
    await actor.keyboard('{Enter}')
    await until(() => expect([lines(), active()]).toEqual([['{2 keys}'], '{2 keys}']))
    await actor.keyboard('{ArrowRight}{Home}{ArrowRight}')
    await until(() => expect(active()).toBe('"a": [1 item],'))
  })

  it('draws only what is in sight of a long document', async () => {
    await paste(JSON.stringify(Array.from({ length: 10_000 }, (_, index) => index)))
    await screen.findByRole('tree')
    await until(() => expect(lines().length).toBeGreaterThan(20))
    expect(lines().length).toBeLessThan(100)
  })

  it('shows values as text only', async () => {
    await paste('["<img src=x onerror=alert(1)>"]')
    expect(await screen.findByText('"<img src=x onerror=alert(1)>"')).toBeTruthy()
    expect(document.querySelector('img')).toBeNull()
  })

  it('shows keys that occur twice, and goes from one to the next', async () => {
    const { actor } = await paste('{"a":1,"b":2,"a":3}')
    expect((await screen.findByRole('alert')).textContent).toContain('2 values have a key')
    expect(lines()).toEqual(['{', '"a"repeated: 1,', '"b": 2,', '"a"repeated: 3'])
    const tree = screen.getByRole('tree')
    for (const line of [1, 3, 1]) {
      await actor.click(button('Show next'))
      await until(() => expect(tree.getAttribute('aria-activedescendant')).toMatch(new RegExp(`-${line}$`)))
    }
  })
})

describe('what is no tree', () => {
  it("shows the parser's message in its place", async () => {
    const { actor } = await paste('{\n"a":}')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Unexpected token')
    expect(screen.queryByRole('tree')).toBeNull()
    await actor.click(button('Show in the text'))
    const area = await textArea()
    expect([area.selectionStart, area.selectionEnd]).toEqual([6, 7])
    expect(screen.getByText(/^Line 2, column 5:/)).toBeTruthy()
  })

  it('asks for an object or an array at the root', async () => {
    await paste('42')
    expect((await screen.findByRole('alert')).textContent).toBe('The root should be an object or an array')
  })

  it('stays in sight while it is typed, and is checked meanwhile', async () => {
    const { actor } = await renderTool('json')
    // Two brackets are how one is typed here.
    await actor.type(await textArea(), '[[[[1]')
    expect(await screen.findByText(/^Line 1, column 5:/)).toBeTruthy()
    await actor.keyboard(']')
    expect(await screen.findByText('Valid JSON, 5 lines when indented.')).toBeTruthy()
    expect(screen.queryByRole('tree')).toBeNull()
    await actor.click(screen.getByText('Pretty'))
    await until(() => expect(lines()).toEqual(['[', '[', '1']))
  })
})

describe('searching', () => {
  it('counts the hits, goes round them and opens what is around', async () => {
    const { actor } = await paste('{"one":[{"name":"x1"}],"two":[{"name":"x2"}]}')
    await screen.findByRole('tree')
    await actor.click(button('Collapse all'))
    await until(() => expect(lines()).toHaveLength(3))
    const field = screen.getByRole('textbox', { name: 'Search keys and values' })
    await actor.type(field, 'X')
    expect(await screen.findByText('1 of 2')).toBeTruthy()
    await until(() => expect(lines()).toContain('"name": "x1"'))
    expect(lines()).not.toContain('"name": "x2"')
    await actor.keyboard('{Enter}')
    await until(() => expect(lines()).toContain('"name": "x2"'))
    expect(screen.getByText('2 of 2')).toBeTruthy()
    await actor.keyboard('{F3}')
    expect(await screen.findByText('1 of 2')).toBeTruthy()
    await actor.click(button('Match case'))
    expect(await screen.findByText('None')).toBeTruthy()
    await actor.type(field, '{Escape}')
    expect((field as HTMLInputElement).value).toBe('')
    expect(document.activeElement).toBe(screen.getByRole('tree'))
    await actor.keyboard('/')
    expect(document.activeElement).toBe(field)
  })
})

describe('long texts', () => {
  it('are opened from files without a copy in the page, and are at risk', async () => {
    const page = await openFile(LONG)
    await until(() => expect(lines()[1]).toBe('"some text",'))
    expect(screen.getByText(/^data\.json · .* · 50,003 lines$/)).toBeTruthy()
    expect(page.remembered()).toEqual({ text: '', view: 'pretty' })
    expect(page.risks()).toEqual(['data.json is open in JSON pretty; it has to be opened again after closing.'])
    expect(page.result()).toBe('')
    await page.actor.click(screen.getByText('Raw'))
    expect((await textArea()).readOnly).toBe(true)
    await until(async () => expect((await textArea()).value.length).toBe(65_536))
    await page.actor.click(button('Clear'))
    expect((await textArea()).value).toBe('')
    expect(page.risks()).toEqual([])
  })

  it('are taken from the clipboard too', async () => {
    const page = await paste(LONG)
    await until(() => expect(lines()[1]).toBe('"some text",'))
    expect(page.risks()[0]).toContain('the pasted text')
    expect(page.remembered()).toEqual({ text: '', view: 'pretty' })
  })

  it('can be given up while they are opened, and what was there stays', async () => {
    const { actor } = await paste('["before"]')
    await until(() => expect(lines()).toEqual(['[', '"before"']))
    choose(new File([`[${'[1],'.repeat(1_500_000)}0]`], 'huge.json'))
    expect(await screen.findByText('Opening huge.json')).toBeTruthy()
    await actor.click(button('Cancel'))
    await until(() => expect(screen.queryByText('Opening huge.json')).toBeNull())
    expect(lines()).toEqual(['[', '"before"'])
  })

  it('tell where they are wrong', async () => {
    await openFile(`${LONG.slice(0, -1)}}`)
    expect((await screen.findByRole('alert')).textContent).toContain('JSON')
    expect(screen.queryByRole('button', { name: 'Show in the text' })).toBeNull()
  })
})

describe('files', () => {
  it('that are short become the text', async () => {
    const page = await openFile('\ufeff{"short":true}')
    await until(() => expect(lines()).toEqual(['{', '"short": true']))
    expect(page.remembered()).toEqual({ text: '{"short":true}', view: 'pretty' })
    expect(page.risks()).toEqual([])
  })

  it('that are no UTF-8 are shown, with a notice', async () => {
    await openFile(new Uint8Array([...new TextEncoder().encode('["a'), 0xff, ...new TextEncoder().encode('"]')]))
    expect(await screen.findByText(/not valid UTF-8/)).toBeTruthy()
    await until(() => expect(lines()).toEqual(['[', '"a\ufffd"']))
  })

  it('that cannot be read are told, and what was there stays', async () => {
    const { actor } = await paste('["before"]')
    await screen.findByText('"before"')
    const gone = new File(['[]'], 'gone.json')
    gone.slice = () => {
      throw new DOMException('moved', 'NotReadableError')
    }
    choose(gone)
    expect(await screen.findByText(/^gone\.json cannot be read/)).toBeTruthy()
    expect(lines()).toEqual(['[', '"before"'])
    await actor.click(button('Dismiss'))
    expect(screen.queryByText(/cannot be read/)).toBeNull()
  })
})

describe('copying', () => {
  const clipboard = () => navigator.clipboard.readText()

  it('takes all of it indented or as short as possible, or what is typed', async () => {
    const { actor } = await paste('{"a": [1]}')
    await screen.findByRole('tree')
    await actor.click(button('Copy the result'))
    await until(async () => expect(await clipboard()).toBe('{\n  "a": [\n    1\n  ]\n}'))
    await actor.click(button('Copy minified'))
    await until(async () => expect(await clipboard()).toBe('{"a":[1]}'))
    await actor.click(screen.getByText('Raw'))
    await actor.click(button('Copy the result'))
    await until(async () => expect(await clipboard()).toBe('{"a": [1]}'))
  })

  it('takes the value or the path of the line that is chosen', async () => {
    const { actor } = await paste('{"a": [ 1 ]}')
    const tree = await screen.findByRole('tree')
    act(() => tree.focus())
    await actor.keyboard('{ArrowDown}')
    await actor.click(button('Copy value'))
    await until(async () => expect(await clipboard()).toBe('[ 1 ]'))
    await actor.click(button('Copy path'))
    await until(async () => expect(await clipboard()).toBe('$.a'))
  })

  it('saves a file', async () => {
    const { actor } = await openFile(LONG)
    await screen.findByRole('tree')
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    await actor.click(button('Save'))
    await actor.click(await screen.findByText('Minified'))
    await until(() => expect(saved).toEqual(['data.minified.json']))
  })
})

describe('what is kept', () => {
  it('comes again with the state it is given', async () => {
    await renderTool('json', { state: { text: '[7]', view: 'pretty' } })
    await until(() => expect(lines()).toEqual(['[', '7']))
  })

  it('is gone when it is cleared', async () => {
    const page = await paste('{"kept":true}')
    await screen.findByRole('tree')
    await page.actor.click(button('Clear'))
    expect((await textArea()).value).toBe('')
    expect(page.remembered()).toEqual({ text: '', view: 'raw' })
    await until(() => expect(page.result()).toBe(''))
  })

  it('speaks Chinese', async () => {
    await renderTool('json', { state: { text: '{"a":1}', view: 'pretty' }, language: 'zh-cn' })
    expect(await screen.findByRole('tree', { name: 'JSON 树' })).toBeTruthy()
    expect(await screen.findByText('3 行')).toBeTruthy()
  })
})
