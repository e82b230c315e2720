import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createMasker, maskText } from './masker.ts'

const secret = 'tops3cret'

it('masks a secret however the stream is cut', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.array(fc.nat(60), { maxLength: 6 }), (before, after, cuts) => {
      const text = `${before}${secret}${after}`
      const places = [0, ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b), text.length]
      const masker = createMasker([secret])
      const pieces = places.slice(1).map((end, index) => masker.push(text.slice(places[index], end)))
      const shown = pieces.join('') + masker.end()
      expect(shown).not.toContain(secret)
      expect(shown).toBe(maskText(text, [secret]))
    }),
  )
})

it('gives a text without secrets back as it was, and holds nothing back at the end', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (pieces) => {
      const masker = createMasker([secret, 'another one'])
      const shown = pieces.map((piece) => masker.push(piece)).join('') + masker.end()
      expect(shown).toBe(maskText(pieces.join(''), [secret, 'another one']))
    }),
  )
})
