import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderTool } from '../../testing/renderTool.tsx'

const box = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const output = () => screen.getByRole<HTMLInputElement | HTMLTextAreaElement>('textbox', { name: /^Passwords?$/ }).value

async function open(state?: Parameters<typeof renderTool>[1]) {
  const page = await renderTool('password', state)
  await screen.findByRole('checkbox', { name: 'A-Z' })
  return page
}

describe('the password tool', () => {
  it('starts as the specification says, without a password', async () => {
    const page = await open()
    const names = ['A-Z', 'a-z', '0-9', '!@#$%^&*']
    expect(names.map((name) => box(name).checked)).toEqual([true, true, true, false])
    expect(field('Length').value).toBe('8')
    expect([output(), page.result()]).toEqual(['', ''])
    expect(button('Copy the result').disabled).toBe(true)
  })

  it('draws a password with each kind of characters and tells it as its result', async () => {
    const page = await open()
    await page.actor.click(button('Generate'))
    expect(output()).toMatch(/^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)[A-Za-z\d]{8}$/)
    expect(page.result()).toBe(output())
    const [first, told] = [output(), screen.getByText('1 password generated')]
    expect(told.tagName).toBe('OUTPUT')
    await page.actor.click(button('Generate'))
    expect(output()).not.toBe(first)
  })

  it('remembers the choice and never a password', async () => {
    const page = await open()
    await page.actor.click(box('!@#$%^&*'))
    await page.actor.click(button('Generate'))
    expect(page.remembered()).toEqual({
      classes: ['1', '2', '3', '4'],
      length: 8,
      count: 1,
      isDistinct: false,
      isHidden: false,
    })
    expect(JSON.stringify({ ...localStorage })).not.toContain(output())
    expect(location.href).not.toContain(encodeURIComponent(output()))
  })

  it.each([
    ['12', 12],
    ['1', 1],
    ['40', 40],
    ['99', 40],
    ['0', 1],
  ])('draws when Enter follows a length of %s', async (typed, length) => {
    const page = await open()
    await page.actor.clear(field('Length'))
    await page.actor.type(field('Length'), `${typed}{Enter}`)
    expect(output()).toHaveLength(length)
    expect(field('Length').value).toBe(String(length))
  })

  it('keeps the length when its field is left empty', async () => {
    const page = await open()
    await page.actor.clear(field('Length'))
    await page.actor.type(field('Length'), '{Enter}')
    expect(output()).toHaveLength(8)
  })

  it('draws when Enter is pressed on a kind of characters', async () => {
    const page = await open()
    box('0-9').focus()
    await page.actor.keyboard('{Enter}')
    expect(output()).toHaveLength(8)
  })

  it('says why it draws nothing when nothing is chosen', async () => {
    const page = await open({ state: { classes: ['3'] } })
    await page.actor.click(box('0-9'))
    const generate = button('Generate')
    expect(generate.disabled).toBe(true)
    const reason = document.getElementById(generate.getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toBe('Choose at least one kind of characters.')
    await page.actor.type(field('Length'), '{Enter}')
    expect(output()).toBe('')
    await page.actor.click(box('a-z'))
    await page.actor.click(generate)
    expect(output()).toMatch(/^[a-z]{8}$/)
  })

  it('says when a password is too short for one of each kind', async () => {
    const page = await open({ state: { length: 2 } })
    expect(screen.getByText('Too short for one of each kind: that takes 3 characters.')).toBeTruthy()
    await page.actor.click(button('Generate'))
    expect(output()).toMatch(/^[A-Za-z\d]{2}$/)
  })

  it('draws many at once, one in each line', async () => {
    const page = await open()
    await page.actor.clear(field('How many'))
    await page.actor.type(field('How many'), '100{Enter}')
    const lines = page.result().split('\n')
    expect(new Set(lines).size).toBe(100)
    expect(output()).toBe(page.result())
    expect(lines.every((line) => line.length === 8)).toBe(true)
  })

  it('leaves out what looks alike', async () => {
    const page = await open({ state: { length: 40, count: 20 } })
    await page.actor.click(box(/look-alikes/))
    await page.actor.click(button('Generate'))
    expect(page.result()).toMatch(/^[^0O1lI]+$/)
  })

  it('says how strong a password will be, while it is chosen', async () => {
    const page = await open()
    const meter = () => screen.getByRole<HTMLMeterElement>('meter', { name: 'Strength' })
    const told = () => within(meter().closest('div') ?? document.body).getByText(/bits/).textContent
    expect(told()).toBe('Fair · 47.1 bits of entropy')
    expect(meter().getAttribute('value')).toMatch(/^47\.1/)
    await page.actor.clear(field('Length'))
    await page.actor.type(field('Length'), '20')
    expect(told()).toBe('Strong · 119.0 bits of entropy')
    expect(screen.getByText('Nobody can guess it.')).toBeTruthy()
  })

  it('hides passwords from people who look on, and copies them all the same', async () => {
    const page = await open()
    await page.actor.click(button('Generate'))
    const password = output()
    await page.actor.click(button('Hide'))
    expect(output()).toBe('••••••••')
    expect(button('Hide').getAttribute('aria-pressed')).toBe('true')
    expect(page.result()).toBe(password)
    await page.actor.click(button('Hide'))
    expect(output()).toBe(password)
  })

  it('forgets passwords when it is cleared', async () => {
    const page = await open()
    await page.actor.click(button('Generate'))
    await page.actor.click(button('Clear'))
    expect([output(), page.result()]).toEqual(['', ''])
    expect(button('Clear').disabled).toBe(true)
  })

  it('makes the best of a link that somebody wrote by hand', async () => {
    const page = await open({ state: { classes: ['9', '3', 'x'], length: 1e9, count: -1 } })
    expect([field('Length').value, field('How many').value]).toEqual(['40', '1'])
    await page.actor.click(button('Generate'))
    expect(output()).toMatch(/^\d{40}$/)
  })

  it('speaks Chinese', async () => {
    await open({ language: 'zh-cn' })
    expect(screen.getByRole('button', { name: /^生\s?成$/ })).toBeTruthy()
    expect(screen.getByText(/47\.1 位熵/)).toBeTruthy()
  })
})
