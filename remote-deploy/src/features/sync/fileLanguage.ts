import type { StreamParser } from '@codemirror/language'
import type { Extension } from '@codemirror/state'

type Loader = () => Promise<Extension>

const legacy = async <State>(load: () => Promise<StreamParser<State>>): Promise<Extension> => {
  const [{ StreamLanguage }, mode] = await Promise.all([import('@codemirror/language'), load()])
  return StreamLanguage.define(mode)
}

const shell: Loader = () => legacy(async () => (await import('@codemirror/legacy-modes/mode/shell')).shell)
const yaml: Loader = () => legacy(async () => (await import('@codemirror/legacy-modes/mode/yaml')).yaml)
const properties: Loader = () =>
  legacy(async () => (await import('@codemirror/legacy-modes/mode/properties')).properties)
const javascript: Loader = () =>
  legacy(async () => (await import('@codemirror/legacy-modes/mode/javascript')).javascript)
const json: Loader = () => legacy(async () => (await import('@codemirror/legacy-modes/mode/javascript')).json)
const xml: Loader = () => legacy(async () => (await import('@codemirror/legacy-modes/mode/xml')).xml)
const nginx: Loader = () => legacy(async () => (await import('@codemirror/legacy-modes/mode/nginx')).nginx)
const toml: Loader = () => legacy(async () => (await import('@codemirror/legacy-modes/mode/toml')).toml)
const python: Loader = async () => (await import('@codemirror/lang-python')).python()
const php: Loader = async () => (await import('@codemirror/lang-php')).php()

const BY_EXTENSION: Readonly<Record<string, Loader>> = {
  ...{ sh: shell, bash: shell, zsh: shell, yml: yaml, yaml, toml, py: python, php },
  ...{ env: properties, ini: properties, properties, cfg: properties, conf: nginx, nginx },
  ...{ js: javascript, mjs: javascript, cjs: javascript, ts: javascript, json, xml, html: xml, svg: xml },
}

/** The colours of a file by its name; none for what we do not know. */
export async function fileLanguage(filename: string): Promise<Extension> {
  const name = filename.slice(filename.lastIndexOf('/') + 1).toLowerCase()
  // `.env.production` is an environment file, whatever comes after.
  const extension = name.startsWith('.env') ? 'env' : name.slice(name.lastIndexOf('.') + 1)
  return (await BY_EXTENSION[extension]?.()) ?? []
}
