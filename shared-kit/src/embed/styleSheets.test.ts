import { describe, expect, it } from 'vitest'
import { addFirstSheet, addStyleText, adoptStyles } from './styleSheets.ts'

const makeRoot = () => document.createElement('div').attachShadow({ mode: 'open' })
const texts = ({ adoptedStyleSheets }: DocumentOrShadowRoot) =>
  adoptedStyleSheets.map(({ cssRules }) =>
    [...cssRules].map(({ cssText }) => cssText.replaceAll(/\s+/g, ' ')).join(' '),
  )

describe('style sheets of pages elsewhere', () => {
  it('reach the roots that have them already, under or over the others', () => {
    addStyleText('.a { order: 1; }')
    const root = makeRoot()
    const leave = adoptStyles(root)
    addStyleText('.b { order: 2; }')
    const first = new CSSStyleSheet()
    first.replaceSync('.c { order: 3; }')
    addFirstSheet(first)
    expect(texts(root)).toEqual(['.c { order: 3; }', '.a { order: 1; }', '.b { order: 2; }'])
    leave()
    expect(texts(root)).toEqual([])
  })

  it('stay in a root until its last user leaves, and then leave what is not theirs', () => {
    const root = makeRoot()
    const own = new CSSStyleSheet()
    root.adoptedStyleSheets = [own]
    const [one, other] = [adoptStyles(root), adoptStyles(root)]
    const count = root.adoptedStyleSheets.length
    one()
    expect(root.adoptedStyleSheets).toHaveLength(count)
    other()
    expect(root.adoptedStyleSheets).toEqual([own])
  })
})
