import { expect, it } from 'vitest'
import { templateText } from './templateText.ts'

it('puts what a script asks for before it, each as one word, and no secret', () => {
  const parameters = [
    { name: 'NAME', type: 'text', default: "it's; rm -rf /" },
    { name: 'TOKEN', type: 'secret', default: 'hidden' },
  ] as const
  expect(templateText({ content: 'echo "$NAME"\n\n', parameters: [...parameters] })).toBe(
    String.raw`export NAME='it'\''s; rm -rf /'` + '\nexport TOKEN=\'\'\necho "$NAME"',
  )
})

it('is the script alone when it asks for nothing', () => expect(templateText({ content: 'uptime' })).toBe('uptime'))
