import { expect, it } from 'vitest'
import { folderOf, goTo } from './shellFolder.ts'

it.each([
  ['file://web-1/srv/app', '/srv/app'],
  ['file:///srv/my%20app', '/srv/my app'],
  ['file://web-1/srv/%E6%96%87', '/srv/文'],
  ["file://web-1/it's; reboot", "/it's; reboot"],
  ['file://web-1', undefined],
  ['/srv/app', undefined],
  ['file://web-1/srv/100%', undefined],
  ['file://web-1/srv%0Areboot', undefined],
  ['file://web-1/srv%1b%5b0m', undefined],
  ['file://web-1/srv/%E2%80%AEx', undefined],
  [`file://web-1/${'x'.repeat(5000)}`, undefined],
])('%s names the folder %s', (data, folder) => {
  expect(folderOf(data)).toBe(folder)
})

it('goes to a folder whose name a shell would read as a command', () => {
  expect(goTo("/it's; reboot")).toBe(String.raw` cd -- '/it'\''s; reboot'` + '\r')
})
