import { expect, it } from 'vitest'
import { languageOfFile } from './languageOfFile.ts'

it.each([
  ['deploy.sh', 'shell'],
  ['/etc/nginx/nginx.conf', 'nginx'],
  ['Dockerfile', 'docker'],
  ['.env.production', 'properties'],
  ['/srv/a.b/README', ''],
  ['.BASHRC', 'shell'],
  ['constructor', ''],
  ['', ''],
])('knows the language of %s', (name, language) => {
  expect(languageOfFile(name)).toBe(language)
})
