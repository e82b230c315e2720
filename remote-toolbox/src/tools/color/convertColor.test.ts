import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { convertHex, convertRgb } from './convertColor.ts'
import { addRecent, MAX_RECENT, readRecent } from './recentColors.ts'
import { type Rgb, readHex, writeHex, writeRgb } from './rgb.ts'

const channel = fc.integer({ min: 0, max: 255 })
const color = fc.record({ red: channel, green: channel, blue: channel })
const rgb = (red: number, green: number, blue: number): Rgb => ({ red, green, blue })

describe('hex to RGB', () => {
  it.each([
    ['#FFFFFF', 'rgb(255, 255, 255)'],
    ['#ffffff', 'rgb(255, 255, 255)'],
    ['FFFFFF', 'rgb(255, 255, 255)'],
    ['#000000', 'rgb(0, 0, 0)'],
    ['000000', 'rgb(0, 0, 0)'],
    ['#3A53C9', 'rgb(58, 83, 201)'],
    ['#3a53C9', 'rgb(58, 83, 201)'],
    ['#010203', 'rgb(1, 2, 3)'],
    ['123456', 'rgb(18, 52, 86)'],
    ['#0000ff', 'rgb(0, 0, 255)'],
  ])('of %s is %s', (text, written) => {
    expect(convertHex(text)).toMatchObject({ text: written })
    expect(convertHex(text)).not.toHaveProperty('problem')
  })

  it.each([
    '',
    '#',
    '#FFF',
    'fff',
    '#FFFF',
    '#FFFFF',
    '#FFFFFFF',
    '#FFFFFFFF',
    '##FFFFFF',
    '#GGGGGG',
    '0xFFFFFF',
    ' #FFFFFF',
    '#FFFFFF ',
    '#FFFFFF\n',
    '＃FFFFFF',
    '#-1-1-1',
    'red',
    'rgb(1, 2, 3)',
    'constructor',
  ])('of anything else is black: %j', (text) => {
    expect(convertHex(text)).toEqual({ from: 'hex', text: 'rgb(0, 0, 0)', color: rgb(0, 0, 0), problem: 'invalid' })
  })
})

describe('RGB to hex', () => {
  it.each([
    ['(255,255,255)', '#FFFFFF'],
    ['255,255,255', '#FFFFFF'],
    ['rgb(255,255,255)', '#FFFFFF'],
    ['RGB(58, 83, 201)', '#3A53C9'],
    ['Rgb ( 58 , 83 , 201 )', '#3A53C9'],
    ['rgb 1,2,3', '#010203'],
    ['0,0,0', '#000000'],
    ['(0, 15, 16)', '#000F10'],
    ['007,08,09', '#070809'],
    ['+1,+2,+3', '#010203'],
    ['-0,0,0', '#000000'],
    ['((1,2,3))', '#010203'],
    ['（255，255，255）', '#FFFFFF'],
    ['２５５,0,0', '#FF0000'],
  ])('of %s is %s', (text, hex) => {
    expect(convertRgb(text)).toEqual({ from: 'rgb', text: hex, color: readHex(hex) })
  })

  it.each([
    ['256,0,0', '#1000000', rgb(255, 0, 0)],
    ['0,256,256', '#00100100', rgb(0, 255, 255)],
    ['-1,0,0', '#-10000', rgb(0, 0, 0)],
    ['300,-300,128', '#12C-12C80', rgb(255, 0, 128)],
    ['1000000,0,0', '#F42400000', rgb(255, 0, 0)],
    ['9007199254740993,0,0', '#200000000000010000', rgb(255, 0, 0)],
  ])('of %s is %s without a check of the range, and the nearest color is shown', (text, hex, nearest) => {
    expect(convertRgb(text)).toEqual({ from: 'rgb', text: hex, color: nearest, problem: 'range' })
  })

  it.each([
    '',
    '()',
    'rgb()',
    '1,2',
    '1,2,3,4',
    '1,2,',
    ',,',
    '1.5,2,3',
    '10%,20%,30%',
    '1 2 3',
    '1;2;3',
    'a,b,c',
    'rgba(1,2,3,0.5)',
    '0x10,0,0',
    '1e2,0,0',
    '#FFFFFF',
    'NaN,0,0',
  ])('of anything else is black: %j', (text) => {
    expect(convertRgb(text)).toEqual({ from: 'rgb', text: '#000000', color: rgb(0, 0, 0), problem: 'invalid' })
  })
})

describe('a text of a million letters', () => {
  it('is black at once', () => {
    expect(convertHex('F'.repeat(1_000_000)).problem).toBe('invalid')
    expect(convertRgb(`${'9'.repeat(1_000_000)},0,0`).problem).toBe('invalid')
  })
})

describe('any color', () => {
  it('survives hex, RGB and back', () => {
    fc.assert(
      fc.property(color, (one) => {
        const hex = writeHex(one)
        expect(convertHex(hex).color).toEqual(one)
        expect(convertRgb(convertHex(hex).text).text).toBe(hex)
        expect(convertHex(convertRgb(writeRgb(one)).text).text).toBe(writeRgb(one))
        expect(convertHex(hex.toLowerCase().slice(1)).text).toBe(writeRgb(one))
      }),
    )
  })

  it('that is no color never throws and is never red', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(convertHex(text).text).toMatch(/^rgb\(\d+, \d+, \d+\)$/)
        expect(convertRgb(text).text).toMatch(/^#[-\dA-F]+$/)
      }),
    )
  })
})

describe('recent colors', () => {
  it('come newest first, each once, and not too many', () => {
    const nine = Array.from({ length: 9 }, (_, index) => rgb(index, 0, 0))
    const recent = [...nine, rgb(3, 0, 0)].reduce<readonly string[]>(addRecent, [])
    expect(recent).toHaveLength(MAX_RECENT)
    expect(recent.slice(0, 3)).toEqual(['#030000', '#080000', '#070000'])
    expect(new Set(recent).size).toBe(recent.length)
  })

  it('from outside are colors only', () => {
    expect(readRecent(['#ffffff', 'url(x)', '#FFFFFF', '', '000000'])).toEqual(['#FFFFFF', '#000000'])
    expect(readRecent(Array.from({ length: 99 }, (_, index) => `0000${index + 10}`))).toHaveLength(MAX_RECENT)
  })
})
