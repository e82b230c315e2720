import { LanguageSupport, StreamLanguage, type StreamParser } from '@codemirror/language'
import type { Extension } from '@codemirror/state'

type Loader = () => Promise<Extension>

const legacy =
  (load: () => Promise<StreamParser<unknown>>): Loader =>
  async () =>
    new LanguageSupport(StreamLanguage.define(await load()))

const shell = legacy(async () => (await import('@codemirror/legacy-modes/mode/shell')).shell)
const yaml = legacy(async () => (await import('@codemirror/legacy-modes/mode/yaml')).yaml)
const xml = legacy(async () => (await import('@codemirror/legacy-modes/mode/xml')).html)
const css = legacy(async () => (await import('@codemirror/legacy-modes/mode/css')).css)
const properties = legacy(async () => (await import('@codemirror/legacy-modes/mode/properties')).properties)
const docker = legacy(async () => (await import('@codemirror/legacy-modes/mode/dockerfile')).dockerFile)
const script = legacy(async () => (await import('@codemirror/legacy-modes/mode/javascript')).typescript)
const json = legacy(async () => (await import('@codemirror/legacy-modes/mode/javascript')).json)
const php: Loader = async () => (await import('@codemirror/lang-php')).php()
const python: Loader = async () => (await import('@codemirror/lang-python')).python()

const BY_END: Readonly<Record<string, Loader>> = {
  ...{ sh: shell, bash: shell, zsh: shell, yml: yaml, yaml, xml, html: xml, htm: xml, svg: xml, vue: xml },
  ...{ css, scss: css, less: css, ini: properties, conf: properties, properties, env: properties, toml: properties },
  ...{ js: script, mjs: script, cjs: script, jsx: script, ts: script, tsx: script, json, map: json },
  ...{ php, py: python, dockerfile: docker },
}

/** The colours for a file by the end of its name; undefined when none of ours fit. */
export function previewLanguage(name: string): Loader | undefined {
  const end = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return Object.hasOwn(BY_END, end) ? BY_END[end] : undefined
}
