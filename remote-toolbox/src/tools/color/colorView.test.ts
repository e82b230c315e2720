import { describe, expect, it } from 'vitest'
import {
  CLEAN,
  type ColorInputs,
  convertField,
  editField,
  openColors,
  passColor,
  pickColor,
  resultOf,
} from './colorView.ts'
import { BLACK, WHITE } from './rgb.ts'

const open = (inputs: Partial<ColorInputs>) => openColors({ ...CLEAN, ...inputs })

describe('the view of the colors', () => {
  it('opens empty', () => {
    expect([open({}).color, resultOf(open({})), open({}).inputs]).toEqual([undefined, '', CLEAN])
  })

  it.each<[Partial<ColorInputs>, string]>([
    [{ hex: '#FFFFFF' }, 'rgb(255, 255, 255)'],
    [{ rgb: '1,2,3' }, '#010203'],
    [{ hex: '#FFFFFF', rgb: '1,2,3' }, 'rgb(255, 255, 255)'],
    [{ hex: '#FFFFFF', rgb: '1,2,3', last: 'rgb' }, '#010203'],
    [{ hex: '#FFFFFF', last: 'rgb' }, 'rgb(255, 255, 255)'],
    [{ hex: '#FFFFFF', last: 'constructor' }, 'rgb(255, 255, 255)'],
    [{ hex: 'nothing', last: 'hex' }, 'rgb(0, 0, 0)'],
    [{ last: 'hex' }, ''],
  ])('opens with %j converted', (inputs, result) => {
    expect(resultOf(open(inputs))).toBe(result)
  })

  it('has no result while somebody edits, but still the color', () => {
    const edited = editField(open({ hex: '#FFFFFF' }), 'hex', '#FFFFF')
    expect([resultOf(edited), edited.color, edited.results.hex]).toEqual(['', WHITE, undefined])
    const other = editField(open({ hex: '#FFFFFF' }), 'rgb', '1')
    expect(resultOf(other)).toBe('rgb(255, 255, 255)')
  })

  it('remembers colors that were converted, and no others', () => {
    const white = convertField(open({ hex: 'ffffff' }), 'hex')
    expect(white.inputs.recent).toEqual(['#FFFFFF'])
    const wrong = convertField(editField(white, 'hex', 'white'), 'hex')
    expect([wrong.inputs.recent, wrong.color, resultOf(wrong)]).toEqual([['#FFFFFF'], BLACK, 'rgb(0, 0, 0)'])
    expect(convertField(editField(white, 'rgb', '256,0,0'), 'rgb').inputs.recent).toEqual(['#FFFFFF'])
    expect(pickColor(white, BLACK).inputs.recent).toEqual(['#000000', '#FFFFFF'])
    expect(passColor(white, BLACK).inputs.recent).toEqual(['#FFFFFF'])
  })

  it('puts a picked color into the hex field', () => {
    const picked = pickColor(open({ rgb: '1,2,3' }), WHITE)
    expect(picked.inputs).toMatchObject({ hex: '#FFFFFF', rgb: '1,2,3', last: 'hex' })
    expect(resultOf(picked)).toBe('rgb(255, 255, 255)')
  })
})
