import type { LanguageName } from './language.ts'

const BY_EXTENSION: Readonly<Record<string, LanguageName>> = {
  ...{ sh: 'shell', bash: 'shell', zsh: 'shell', profile: 'shell', bashrc: 'shell' },
  ...{ yml: 'yaml', yaml: 'yaml', toml: 'toml', py: 'python', php: 'php', dockerfile: 'docker' },
  ...{ env: 'properties', ini: 'properties', properties: 'properties', cfg: 'properties', service: 'properties' },
  ...{ conf: 'nginx', nginx: 'nginx', json: 'json', map: 'json', css: 'css', scss: 'css', less: 'css' },
  ...{ js: 'javascript', mjs: 'javascript', cjs: 'javascript', jsx: 'javascript', ts: 'javascript', tsx: 'javascript' },
  ...{ xml: 'xml', html: 'xml', htm: 'xml', svg: 'xml', vue: 'xml' },
}

/** The language of a file by its name; "" for what we do not know. */
export function languageOfFile(filename: string): LanguageName {
  const name = filename.slice(filename.lastIndexOf('/') + 1).toLowerCase()
  // `.env.production` is an environment file, whatever comes after.
  const extension = name.startsWith('.env') ? 'env' : name.slice(name.lastIndexOf('.') + 1)
  return Object.hasOwn(BY_EXTENSION, extension) ? (BY_EXTENSION[extension] ?? '') : ''
}
