import { startSshd, type TestSshd } from '@windlass/backend/testing/sshd'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchBrowser, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { openApi, until } from './support/fixtures.ts'
import { addServer } from './support/servers.ts'
import { readableTerminals, terminalShows, terminalSize, terminalText } from './support/terminalScreen.ts'

const COLS = 80
const ROWS = 24
/** So many looks, a tenth of a second apart, find the same picture when it is finished. */
const STEADY = 8
/** In this time a picture that looks like the one before is drawn for certain. */
const REDRAWN_MS = 3_000
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWX']

/** Makes the window as large as gives the terminal the size that vttest is made for. */
async function fit(page: Page): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    const [cols, rows] = await terminalSize(page)
    if (cols === COLS && rows === ROWS) return
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
    await page.setViewportSize({ width: width + (COLS - cols) * 8, height: height + (ROWS - rows) * 17 })
    await page.waitForTimeout(400)
  }
  throw new Error(`the terminal has ${await terminalSize(page)}`)
}

/** What vttest draws, and says that it should look like; each picture is compared to the letter. */
describe('the terminal under vttest', () => {
  let sshd: TestSshd
  let server: ConsoleProcess
  let browser: Browser
  let who: Visit
  let page: Page
  let serverId: number

  /** The picture once it says what it should. */
  const picture = async (words: string | RegExp): Promise<string[]> => {
    await terminalShows(page, words)
    // The words may come before the rest, and are those of the picture before where two are the same.
    let last = ''
    let same = 0
    await until('the picture stands', async () => {
      const now = await terminalText(page)
      same = now === last ? same + 1 : 0
      last = now
      return same >= STEADY
    })
    return last.split('\n')
  }
  const answer = (text: string) => page.keyboard.type(`${text}\n`)
  const next = async (words: string | RegExp) => {
    await answer('')
    return picture(words)
  }
  /** The same picture once more, as some tests draw it for a width that we do not take. */
  const again = async (words: string | RegExp) => {
    await answer('')
    await page.waitForTimeout(REDRAWN_MS)
    return picture(words)
  }
  const choose = async (choice: string, words: string | RegExp) => {
    await answer(choice)
    return picture(words)
  }
  const mainMenu = /Choose test type:[\s\S]*12\. Modify test-parameters/

  beforeAll(async () => {
    sshd = await startSshd()
    server = await startConsole({ env: { SSH_KEY_DIR: sshd.keyDir } })
    const api = await openApi(server.url)
    serverId = await addServer(api, sshd)
    browser = await launchBrowser()
    who = await visit(browser, { url: server.url, viewport: { width: 1000, height: 620 } })
    page = who.page
    await who.context.addInitScript(readableTerminals)
    await page.reload()
    await signIn(who)
  })
  beforeEach(async ({ onTestFailed }) => {
    onTestFailed(async () => console.log(await terminalText(page)))
    // A terminal of its own for each, so that one that is stuck holds up no other.
    await page.goto(`/#/server/terminal?serverId=${serverId}`)
    await terminalShows(page, /[#$] ?$/m)
    await fit(page)
    // Nobody is asked whether the screen may be 132 columns wide: a pane is as wide as it is.
    await page.keyboard.type(`vttest ${ROWS}x${COLS}.${COLS}\n`)
    await picture(mainMenu)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    await sshd?.stop()
  })

  it('moves the cursor (1)', async () => {
    const frame = await choose('1', 'with  one (1) free position around it.')
    const stars = '*'.repeat(COLS)
    const plus = `*${'+'.repeat(COLS - 2)}*`
    const inside = (text: string) => `*+${' '.repeat(8)}${text}${' '.repeat(8)}+*`
    const text = [
      'The screen should be cleared,  and have an unbroken bor-',
      "der of *'s and +'s around the edge,   and exactly in the",
      "middle  there should be a frame of E's around this  text",
      'with  one (1) free position around it.    Push <RETURN>',
    ].map((line) => inside(`E ${line.padEnd(57)}E`.padEnd(60)))
    const edge = inside('E'.repeat(60))
    const hollow = inside(`E${' '.repeat(58)}E`)
    const empty = `*+${' '.repeat(COLS - 4)}+*`
    expect(frame).toEqual([
      ...[stars, plus, ...Array<string>(6).fill(empty), edge, hollow, ...text, hollow, edge],
      ...[...Array<string>(6).fill(empty), plus, stars],
    ])
    expect(await again('with  one (1) free position around it.')).toEqual(frame)
    // Its heading scrolls away: like XTerm's, our screen is not emptied by the wish for another width.
    for (const words of [/^Push <RETURN> +\+\*$/m, 'The left/right margins should have letters in order']) {
      const margins = await next(words)
      for (const [row, letter] of [...'IJKLMNOPQRSTUVWXYZ'].entries()) {
        expect(margins[row + 2]).toBe(`${letter}${' '.repeat(COLS - 2)}${letter.toLowerCase()}`)
      }
    }
    const same = await next('Below should be four identical lines:')
    expect(same.slice(3, 7)).toEqual(Array<string>(4).fill('A B C D E F G H I'))
    expect(await next('Test of leading zeros in ESC sequences.')).toContain('This is a correct sentence')
    await next(mainMenu)
  })

  it('wraps, tabulates, scrolls and marks (2)', async () => {
    const wrapped = await choose('2', 'Test of WRAP AROUND mode setting.')
    expect(wrapped.slice(0, 4)).toEqual([...Array<string>(3).fill('*'.repeat(COLS)), ''])
    const tabs = await next('Test of TAB setting/resetting.')
    expect(tabs[0]).toBe(`      *${'     *'.repeat(12)}`)
    expect(tabs[1]).toBe(tabs[0])
    for (const ground of ['light', 'dark']) {
      const words = `This is 80 column mode, ${ground} background.Push`
      const ruler = await next(words)
      expect(ruler[0]).toBe('1234567890'.repeat(8).slice(0, 79))
      for (let row = 0; row < 18; row++) {
        expect(ruler[row + 2]).toContain(`${' '.repeat(row + 2)}This is 80 column mode, ${ground} background.`)
      }
      expect(await again(words)).toEqual(ruler)
    }
    for (const kind of ['Soft', 'Jump']) {
      const small = await next(`${kind} scroll down region [12..13] size 2 Line 29`)
      expect(small.filter((line) => line !== '')).toEqual([
        'Push <RETURN>',
        `${kind} scroll down region [12..13] size 2 Line 29`,
      ])
      const large = await next(`${kind} scroll down region [1..24] size 24 Line 29`)
      expect(large.slice(1)).toEqual(
        Array.from({ length: 23 }, (_, index) => `${kind} scroll down region [1..24] size 24 Line ${29 - index}`),
      )
    }
    const bottom = await next('Origin mode test. This line should be at the bottom of the screen.')
    expect(bottom.at(-1)).toBe('Origin mode test. This line should be at the bottom of the screen.')
    expect(bottom.at(-2)).toMatch(/^This line should be the one above the bottom of the screen\./)
    expect((await next('This line should be at the top of the screen.'))[0]).toMatch(/^This line should be at the top/)
    await next('Dark background. Push <RETURN>')
    await next('Light background. Push <RETURN>')
    const saved = await next('Test of the SAVE/RESTORE CURSOR feature.')
    expect(saved.slice(0, 5)).toEqual([...Array<string>(4).fill('AAAAA'), ''])
    for (const sign of ['*', '─', 'x', '◆']) {
      expect(saved.join('\n')).toContain(Array<string>(5).fill(sign.repeat(10)).join('  '))
    }
    await next(mainMenu)
  })

  it('draws the character sets (3)', async () => {
    const sets = (await choose('3', 'These are the installed character sets.')).join('\n')
    expect(sets).toContain('!"£$%&')
    const lines = '◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·'
    // By G0 and by G1.
    expect(sets).toMatch(new RegExp(`${lines} +${lines}`))
    await next(mainMenu)
  })

  it('reports where the cursor is and what it is (6)', async () => {
    const menu = /Menu 6: Terminal Reports/
    await choose('6', menu)
    const status = (await choose('3', 'Ignores origin mode')).join('\n')
    for (const verdict of ['means "TERMINAL OK"', '[ 5 ; 1 R  -- OK', '-- Ignores origin mode']) {
      expect(status).toContain(verdict)
    }
    await next(menu)
    expect((await choose('4', 'Push <RETURN>')).join('\n')).toContain('means VT100 with AVO')
    await next(menu)
    expect((await choose('5', 'Push <RETURN>')).join('\n')).toContain('ROM cartridge registration number ok')
    await next(menu)
    await choose('0', mainMenu)
  })

  it('moves and paints as newer terminals do (11)', async () => {
    await choose('11', 'Menu 11: Non-VT100 Tests')
    const moves = /Menu 11\.5: /
    await choose('5', moves)
    for (const choice of ['1', '3', '5', '6']) {
      const box = await choose(choice, "There should be a box-outline made of *'s in the middle of the screen.")
      const drawn = box.filter((line) => line.includes('*') && !line.includes("*'s"))
      const [edge = ''] = drawn
      const left = edge.indexOf('*')
      const side = `${' '.repeat(left)}*${' '.repeat(edge.length - left - 2)}*`
      expect(edge, `choice ${choice}`).toMatch(/^ {18,19}\*{40,41}$/)
      expect(drawn).toEqual([edge, ...Array<string>(11).fill(side), edge])
      await next(moves)
    }
    for (const choice of ['7', '8']) {
      const lines = await choose(choice, 'The lines above this should be numbered in sequence, from 1.')
      const numbered = lines.filter((line) => /^\d+\.$/.test(line))
      expect(numbered.length, `choice ${choice}`).toBeGreaterThan(15)
      expect(numbered).toEqual(numbered.map((_, index) => `${index + 1}.`))
      await next(moves)
    }
    const stops = await choose('2', 'The tab-stops should be numbered consecutively starting at 1 in screen.')
    const stopRow = Array.from({ length: 10 }, (_, index) => `${index + 1}`.padEnd(8))
      .join('')
      .trimEnd()
    expect(stops.filter((line) => line === stopRow)).toHaveLength(20)
    await next(moves)
    const tabs = await choose('4', "The lines with *'s above should look the same (they wrap once)")
    const below = (heading: string) => tabs.slice(tabs.indexOf(heading) + 1).slice(0, 2)
    expect(below('CHT with param == 1:').join('\n')).toContain('        *       *')
    expect(below('CHT with param == 1:')).toEqual(below('Normal tabs:'))
    await next(moves)
    await choose('0', 'Menu 11: Non-VT100 Tests')
    await choose('6', /Menu 11\.6: /)
    const colours = await choose('2', 'There are 64 color combinations')
    expect(colours.filter((line) => line.split('Hello').length === 9)).toHaveLength(16)
    await next(/Menu 11\.6: /)
    const reset = (await choose('3', /^Test SGR-0 color reset/m)).join('\n')
    expect(reset).toContain('................and here: SGR 0 reset works (default param)')
    await next(/Menu 11\.6: /)
    await choose('0', 'Menu 11: Non-VT100 Tests')
    await choose('0', mainMenu)
  })

  it('inserts and deletes characters and lines (8)', async () => {
    const accordion = await choose('8', 'Screen accordion test')
    for (const [row, letter] of LETTERS.entries()) expect(accordion[row]?.at(-1)).toBe(letter)
    const folded = await next("Top line: A's, bottom line: X's, this line, nothing more.")
    expect([folded[0], folded.at(-1)]).toEqual(['A'.repeat(COLS), 'X'.repeat(COLS)])
    expect(folded.filter((line) => line !== '')).toHaveLength(3)
    const inserted = await next("The top line should be 'A*** ... ***B'.")
    expect(inserted[0]).toBe(`A${'*'.repeat(COLS - 2)}B`)
    expect((await next("The top line should be 'AB'."))[0]).toBe('AB')
    const staggered = await next('The right column should be staggered')
    const besideWords = [...LETTERS.entries()].filter(([row]) => row !== 3 && row !== 4)
    for (const [row, letter] of besideWords) expect(staggered[row]).toBe(letter.repeat(COLS - 1 - row))
    // Lines of double width have half as many.
    const halves = await next(/^A{39}$/m)
    for (const [row, letter] of besideWords) expect(halves[row]).toBe(letter.repeat(COLS / 2 - 1 - row))
    const spaced = await next("If your terminal has the ANSI 'Insert Character' function")
    const alphabet = '  A B C D E F G H I J K L M N O P Q R S T U V W X Y Z'
    expect(spaced.filter((line) => line.trimEnd() === alphabet)).toHaveLength(2)
  })
})
