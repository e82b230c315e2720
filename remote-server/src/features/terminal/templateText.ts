import type { Template } from '@windlass/shared-kit/contract/template'

/** As one word of a POSIX shell, whatever it holds. */
const quoted = (value: string) => `'${value.replaceAll("'", String.raw`'\''`)}'`

/** A script as it is typed: what it asks for stands before it, to be filled in; a secret is never filled in ahead. */
export function templateText({ content, parameters = [] }: Pick<Template, 'content' | 'parameters'>): string {
  const lines = parameters.map(
    ({ name, type, default: usual = '' }) => `export ${name}=${quoted(type === 'secret' ? '' : usual)}`,
  )
  return [...lines, content.trimEnd()].join('\n')
}
