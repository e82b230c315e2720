import { createHash } from 'node:crypto'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { allowClipboard, openTool } from './support/toolbox.ts'

/** Neither the zone of the server nor one in which local time and UTC look the same. */
const ZONE = 'Asia/Shanghai'
const ZONE_AHEAD_S = 8 * 3600
const DAY_S = 86_400

/** How a moment is written in the zone. */
const written = (seconds: number) =>
  new Date((seconds + ZONE_AHEAD_S) * 1000).toISOString().slice(0, 19).replace('T', ' ')
const nowInSeconds = () => Math.floor(Date.now() / 1000)

describe('the tools of the toolbox', () => {
  let server: ConsoleProcess
  let browser: Browser
  let who: Visit
  beforeAll(async () => {
    server = await startConsole()
    browser = await launchBrowser()
    who = await visit(browser, { url: server.url })
    await signIn(who)
    const devtools = await who.context.newCDPSession(who.page)
    await devtools.send('Emulation.setTimezoneOverride', { timezoneId: ZONE })
  })
  afterEach(() => {
    // What the policy of the page refuses is told there, too.
    const errors = who.errors.splice(0)
    if (errors.length > 0) throw new Error(`the page complained: ${errors.slice(0, 5).join('; ')}`)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
  })

  const fieldOf = (tool: Locator, label: string) => tool.getByLabel(label, { exact: true })
  const press = (tool: Locator, name: string) => tool.getByRole('button', { name, exact: true }).click()
  const value = (field: Locator) => expect.poll(() => field.inputValue())
  const enter = async (field: Locator, text: string) => {
    await field.fill(text)
    await field.press('Enter')
  }

  describe('the date converter', () => {
    const openDate = async () => {
      const tool = await openTool(who, 'date')
      return { tool, timestamp: fieldOf(tool, 'Timestamp'), date: fieldOf(tool, 'Date') }
    }

    it('fills both fields by its buttons, a day being 86400 seconds', async () => {
      const { tool, timestamp, date } = await openDate()
      const before = nowInSeconds()
      await press(tool, 'Now')
      const now = Number(await timestamp.inputValue())
      expect(now).toBeGreaterThanOrEqual(before)
      expect(now).toBeLessThanOrEqual(nowInSeconds())
      await value(date).toBe(written(now))
      await press(tool, 'Today')
      const midnight = Number(await timestamp.inputValue())
      expect([(midnight + ZONE_AHEAD_S) % DAY_S, midnight > now - DAY_S, midnight <= nowInSeconds()]).toEqual([
        0,
        true,
        true,
      ])
      await value(date).toBe(written(midnight))
      await press(tool, '− 1 day')
      await value(timestamp).toBe(String(midnight - DAY_S))
      await press(tool, '+ 1 day')
      await press(tool, '+ 1 day')
      await value(timestamp).toBe(String(midnight + DAY_S))
      await value(date).toBe(written(midnight + DAY_S))
    })

    it('converts on Enter, and takes a timestamp of ten digits as seconds', async () => {
      const { timestamp, date } = await openDate()
      await timestamp.fill('1700000000')
      expect(await date.inputValue()).toBe('')
      await timestamp.press('Enter')
      await value(date).toBe('2023-11-15 06:13:20')
      await enter(timestamp, '1700086400000')
      await value(date).toBe('2023-11-16 06:13:20')
      await enter(date, '2023-11-15 06:13:21')
      await value(timestamp).toBe('1700000001')
    })

    it('refreshes its placeholders every second', async () => {
      const { timestamp, date } = await openDate()
      const seen = await timestamp.evaluate(
        (field) =>
          new Promise<{ shown: number; at: number }[]>((resolve) => {
            const changes: { shown: number; at: number }[] = []
            const observer = new MutationObserver(() => {
              changes.push({ shown: Number(field.getAttribute('placeholder')), at: Date.now() / 1000 })
              if (changes.length < 3) return
              observer.disconnect()
              resolve(changes)
            })
            observer.observe(field, { attributeFilter: ['placeholder'] })
          }),
      )
      // A busy machine may be late, but never early, and never shows a second twice.
      for (const { shown, at } of seen) expect(Math.floor(at) - shown).toBeOneOf([0, 1])
      expect(new Set(seen.map(({ shown }) => shown)).size).toBe(3)
      expect(await date.getAttribute('placeholder')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    })
  })

  describe('JSON pretty', () => {
    const treeOf = (tool: Locator) => tool.getByRole('tree')
    const lines = (tool: Locator) => expect.poll(() => tool.getByRole('treeitem').allTextContents())
    const pasteInto = async (text: string) => {
      const tool = await openTool(who, 'json')
      const { paste } = await allowClipboard(who)
      await fieldOf(tool, 'JSON text').focus()
      await paste(text)
      return tool
    }
    const TREE_BUTTONS = ['Expand all', 'Collapse all', 'Unmark all']
    const countButtons = (tool: Locator) =>
      Promise.all(TREE_BUTTONS.map((name) => tool.getByRole('button', { name }).count()))

    it('switches to pretty and parses when something is pasted, and back to the text', async () => {
      const tool = await openTool(who, 'json')
      const { paste } = await allowClipboard(who)
      const text = fieldOf(tool, 'JSON text')
      expect(await tool.getByRole('radio', { name: 'Raw' }).isChecked()).toBe(true)
      expect(await text.evaluate(({ tagName }) => tagName)).toBe('TEXTAREA')
      expect(await countButtons(tool)).toEqual([0, 0, 0])
      await text.focus()
      await paste('{"n":1e400,"z":-0,"list":[1.0]}')
      await lines(tool).toEqual(['{', '"n": 1e400,', '"z": -0,', '"list": [', '1.0'])
      expect(await tool.getByRole('radio', { name: 'Pretty' }).isChecked()).toBe(true)
      expect([await text.count(), await countButtons(tool)]).toEqual([0, [1, 1, 1]])
      await tool.getByText('Raw', { exact: true }).click()
      await value(text).toBe('{"n":1e400,"z":-0,"list":[1.0]}')
      expect(await treeOf(tool).count()).toBe(0)
    })

    it('folds by click, marks by Alt and click, tells the path by Shift and click', async () => {
      const tool = await pasteInto('{"a":{"b c":[1,2]},"d":3}')
      const line = (text: string) => treeOf(tool).getByRole('treeitem').filter({ hasText: text }).last()
      await line('2').click({ modifiers: ['Shift'] })
      await tool.getByText('$.a["b c"][1]', { exact: true }).waitFor()
      await line('1').click({ modifiers: ['Alt'] })
      await line('"d"').click({ modifiers: ['Alt'] })
      const marked = tool.getByRole('treeitem', { selected: true })
      await expect.poll(() => marked.allTextContents()).toEqual(['1,', '"d": 3'])
      await press(tool, 'Unmark all')
      await expect.poll(() => marked.count()).toBe(0)
      await line('"b c"').click()
      await lines(tool).toEqual(['{', '"a": {', '"b c": [2 items]', '"d": 3'])
      await line('"b c"').click()
      await lines(tool).toEqual(['{', '"a": {', '"b c": [', '1,', '2', '"d": 3'])
      await press(tool, 'Collapse all')
      await lines(tool).toEqual(['{', '"a": {1 key},', '"d": 3'])
      await press(tool, 'Expand all')
      await lines(tool).toEqual(['{', '"a": {', '"b c": [', '1,', '2', '"d": 3'])
    })

    it.each(['{"a":}', '[1,2', '{\n  "a": 1,\n}', 'nul'])(
      "shows the parser's own message in place of the tree: %j",
      async (text) => {
        const tool = await pasteInto(text)
        const message = await who.page.evaluate((json) => {
          try {
            return `read ${JSON.parse(json)}`
          } catch (error) {
            return error instanceof Error ? error.message : String(error)
          }
        }, text)
        await tool.getByRole('alert').getByText(message).waitFor()
        expect(await treeOf(tool).count()).toBe(0)
      },
    )

    it.each(['42', '"text"', 'null', 'true'])('wants an object or an array at the root, not %s', async (text) => {
      const tool = await pasteInto(text)
      await tool.getByRole('alert').getByText('The root should be an object or an array', { exact: true }).waitFor()
      expect(await treeOf(tool).count()).toBe(0)
    })
  })

  it('draws passwords of the chosen classes and of 1 to 40 characters', async () => {
    const tool = await openTool(who, 'password')
    const classes = ['A-Z', 'a-z', '0-9', '!@#$%^&*'].map((name) => tool.getByRole('checkbox', { name, exact: true }))
    expect(await Promise.all(classes.map((box) => box.isChecked()))).toEqual([true, true, true, false])
    const [length, password] = [fieldOf(tool, 'Length'), fieldOf(tool, 'Password')]
    expect(await length.inputValue()).toBe('8')
    await press(tool, 'Generate')
    await value(password).toMatch(/^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)[A-Za-z\d]{8}$/)
    await enter(length, '41')
    await value(password).toHaveLength(40)
    await value(length).toBe('40')
    await enter(length, '0')
    await value(password).toHaveLength(1)
    await classes.reduce((before, box) => before.then(() => box.click()), Promise.resolve())
    await enter(length, '40')
    await value(password).toMatch(/^[!@#$%^&*]{40}$/)
    await classes[3]?.click()
    expect(await tool.getByRole('button', { name: 'Generate' }).isDisabled()).toBe(true)
  })

  it('decodes escapes of Unicode, and reports what is none', async () => {
    const tool = await openTool(who, 'unicode')
    const escaped = fieldOf(tool, 'Escaped text')
    await escaped.fill('\\u4e2d\\u6587 \\ud83d\\ude00 \\u{1f600}')
    await value(fieldOf(tool, 'Text')).toBe('中文 😀 😀')
    await escaped.fill('ok \\u4e2')
    await value(fieldOf(tool, 'Text')).toBe('ok \\u4e2')
    await tool.getByRole('button', { name: 'Line 1, column 4' }).waitFor()
    await tool.getByText('Encode', { exact: true }).click()
    await fieldOf(tool, 'Text').fill('中😀')
    await value(fieldOf(tool, 'Escaped text')).toBe('\\u4e2d\\ud83d\\ude00')
  })

  it('decodes addresses, and reports malformed sequences where they are', async () => {
    const tool = await openTool(who, 'uri')
    const [encoded, decoded] = [fieldOf(tool, 'Encoded text'), fieldOf(tool, 'Decoded text')]
    await encoded.fill('https://example.org/caf%C3%A9?q=%E4%B8%AD%2F')
    await value(decoded).toBe('https://example.org/café?q=中%2F')
    await tool.getByText('One part', { exact: true }).click()
    await value(decoded).toBe('https://example.org/café?q=中/')
    await encoded.fill('a%zz%E4')
    await value(decoded).toBe('a%zz%E4')
    await tool.getByRole('button', { name: 'Line 1, column 2' }).waitFor()
    await tool.getByRole('button', { name: 'Line 1, column 5' }).waitFor()
  })

  it('hashes text as UTF-8', async () => {
    const tool = await openTool(who, 'md5')
    const text = '密码 🚀'
    await fieldOf(tool, 'Text').fill(text)
    for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512']) {
      await tool.getByText(createHash(algorithm).update(text).digest('hex'), { exact: true }).waitFor()
    }
  })

  describe('the crontab explainer', () => {
    const resultOf = (tool: Locator) => tool.getByRole('region', { name: 'Result' }).getByRole('status')
    const result = (tool: Locator) => expect.poll(() => resultOf(tool).textContent())

    it('explains five to seven parts in Simplified Chinese, by its button and by Enter', async () => {
      const tool = await openTool(who, 'cron')
      const expression = fieldOf(tool, 'Expression')
      expect(await expression.getAttribute('placeholder')).toMatch(/^\S+( \S+){4}$/)
      await expression.fill('*/10 * * * *')
      expect(await resultOf(tool).textContent()).not.toContain('分钟')
      await press(tool, 'Convert')
      await result(tool).toBe('每隔 10 分钟')
      await enter(expression, '0 */2 * * *')
      await result(tool).toBe('整点, 每隔 2 小时')
      await enter(expression, '*/30 * * * * *')
      await result(tool).toBe('每隔 30 秒')
      await enter(expression, '0 0 12 * * * 2030')
      await result(tool).toMatch(/^在下午 12:00.*2030/)
    })

    it('leaves the result as it is when an expression cannot be read, and only logs that', async () => {
      const logged: string[] = []
      who.page.on('console', (message) => logged.push(`${message.type()}: ${message.text()}`))
      const tool = await openTool(who, 'cron')
      const expression = fieldOf(tool, 'Expression')
      await enter(expression, '*/10 * * * *')
      const refused = [
        '60 * * * *',
        '* 24 * * *',
        '* * 32 * *',
        '* * * 13 *',
        '* * * * 8',
        '* * * *',
        '* * * * * * * *',
        'x',
      ]
      for (const wrong of refused) {
        await enter(expression, wrong)
        await tool.getByRole('alert').waitFor()
        expect(await resultOf(tool).textContent()).toBe('每隔 10 分钟')
        await expression.fill('')
      }
      expect(logged.filter((line) => /^warning: .*cron expression/.test(line))).toHaveLength(refused.length)
    })

    it('helps with the fields and with special characters', async () => {
      const tool = await openTool(who, 'cron')
      const fields = tool.getByRole('list', { name: 'The fields of an expression' }).getByRole('listitem')
      const texts = (await fields.allTextContents()).join('\n')
      expect(texts).toMatch(/Minute.*0-59\n.*Hour.*0-23\n.*Day.*1-31\n.*Month.*1-12\n.*Week.*0-7.*0 is Sunday/)
      const help = tool.getByRole('region', { name: 'Special characters' })
      const said = (await help.locator('dl > div').allTextContents()).join('\n')
      for (const sentence of [/^\*Every value/m, /^,Lists values/m, /^-From one value to another/m, /^\/Steps/m]) {
        expect(said).toMatch(sentence)
      }
      await help.getByRole('button', { name: 'every two hours' }).click()
      await value(fieldOf(tool, 'Expression')).toBe('0 */2 * * *')
      await help.getByRole('button', { name: 'every ten minutes' }).click()
      await result(tool).toBe('每隔 10 分钟')
    })
  })

  it('draws QR codes 200 px wide at level M with a margin of 4, and saves them', async () => {
    const tool = await openTool(who, 'qrcode')
    await fieldOf(tool, 'Text').fill('https://example.org')
    const picture = tool.getByRole('img', { name: 'QR code: https://example.org' })
    expect(await fieldOf(tool, 'Size').inputValue()).toBe('200')
    expect((await picture.boundingBox())?.width).toBe(200)
    const level = (name: string) => tool.getByRole('radio', { name, exact: true })
    expect(await Promise.all(['L', 'M', 'Q', 'H'].map((name) => level(name).isChecked()))).toEqual([
      false,
      true,
      false,
      false,
    ])
    await tool.getByText('Version 2, 25 × 25 modules').waitFor()
    expect(await picture.getAttribute('viewBox')).toBe('0 0 33 33')
    // The first row of the finder pattern, behind four free modules.
    expect(await picture.locator('path').last().getAttribute('d')).toMatch(/^M4 4h7v1h-7/)
    await tool.getByRole('radiogroup', { name: 'Error correction' }).getByText('H', { exact: true }).click()
    await tool.getByText('Version 3, 29 × 29 modules').waitFor()
    await fieldOf(tool, 'Size').fill('320')
    await expect.poll(async () => (await picture.boundingBox())?.width).toBe(320)
    const [file] = await Promise.all([who.page.waitForEvent('download'), press(tool, 'Save PNG')])
    expect(file.suggestedFilename()).toBe('qrcode.png')
    // The width, as every PNG has it at this place.
    const png = Buffer.concat(await (await file.createReadStream()).toArray())
    expect([png.subarray(1, 4).toString(), png.readUInt32BE(16)]).toEqual(['PNG', 320])
  })

  it('converts bytes to a size that people can read, without bounds', async () => {
    const tool = await openTool(who, 'byte')
    const [amount, size] = [fieldOf(tool, 'Amount'), fieldOf(tool, 'Size')]
    const unit = (name: string) => tool.getByRole('radio', { name, exact: true })
    expect(await Promise.all(['B', 'KB', 'MB'].map((name) => unit(name).isChecked()))).toEqual([true, false, false])
    await amount.fill('1536')
    expect(await size.inputValue()).toBe('')
    await press(tool, 'Convert')
    await value(size).toBe('1.5 KB')
    await enter(amount, '999')
    await value(size).toBe('999 B')
    for (const [name, shown] of [
      ['KB', '1 MB'],
      ['MB', '1 GB'],
    ] as const) {
      await tool.getByRole('radiogroup').getByText(name, { exact: true }).click()
      await enter(amount, '1024')
      await value(size).toBe(shown)
    }
    // Three digits, as everywhere in the console.
    await enter(amount, String(5n * 1024n ** 7n))
    await value(size).toBe('5120 YB')
    await enter(amount, '-1.5')
    await value(size).toBe('-1.5 MB')
    await enter(amount, '0')
    await value(size).toBe('0 B')
  })

  it('converts colors both ways, and anything else to black', async () => {
    const tool = await openTool(who, 'color')
    const [hex, asRgb, rgb, asHex] = ['Hex', 'As RGB', 'RGB', 'As Hex'].map((label) => fieldOf(tool, label)) as [
      Locator,
      Locator,
      Locator,
      Locator,
    ]
    expect([await hex.getAttribute('placeholder'), await rgb.getAttribute('placeholder')]).toEqual([
      '#FFFFFF',
      '(255,255,255)',
    ])
    for (const [typed, shown] of [
      ['#3a53C9', 'rgb(58, 83, 201)'],
      ['3A53c9', 'rgb(58, 83, 201)'],
      ['#fff', 'rgb(0, 0, 0)'],
      ['#12345g', 'rgb(0, 0, 0)'],
      ['##ffffff', 'rgb(0, 0, 0)'],
      ['red', 'rgb(0, 0, 0)'],
      ['ffffff', 'rgb(255, 255, 255)'],
    ] as const) {
      await enter(hex, typed)
      expect([typed, await asRgb.inputValue()]).toEqual([typed, shown])
    }
    for (const [typed, shown] of [
      ['(255,255,255)', '#FFFFFF'],
      ['rgb(58, 83, 201)', '#3A53C9'],
      ['0,0,10', '#00000A'],
      ['256,0,0', '#1000000'],
    ] as const) {
      await enter(rgb, typed)
      expect([typed, await asHex.inputValue()]).toEqual([typed, shown])
    }
    const convert = tool.getByRole('button', { name: 'Convert' })
    await hex.fill('#010203')
    await convert.first().click()
    await value(asRgb).toBe('rgb(1, 2, 3)')
    await rgb.fill('1,2,3')
    await convert.last().click()
    await value(asHex).toBe('#010203')
  })
})
