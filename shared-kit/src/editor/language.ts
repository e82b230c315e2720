import { StreamLanguage, type StreamParser } from '@codemirror/language'
import type { Extension } from '@codemirror/state'

const legacy = async <State>(load: () => Promise<StreamParser<State>>): Promise<Extension> =>
  StreamLanguage.define(await load())

/** Each language comes when the first text in it is shown. */
const LOADERS = {
  css: () => legacy(async () => (await import('@codemirror/legacy-modes/mode/css')).css),
  docker: () => legacy(async () => (await import('@codemirror/legacy-modes/mode/dockerfile')).dockerFile),
  javascript: () => legacy(async () => (await import('@codemirror/legacy-modes/mode/javascript')).typescript),
  json: () => legacy(async () => (await import('@codemirror/legacy-modes/mode/javascript')).json),
  nginx: () => legacy(async () => (await import('@codemirror/legacy-modes/mode/nginx')).nginx),
  php: async () => (await import('@codemirror/lang-php')).php(),
  properties: () => legacy(async () => (await import('@codemirror/legacy-modes/mode/properties')).properties),
  python: async () => (await import('@codemirror/lang-python')).python(),
  shell: () => legacy(async () => (await import('@codemirror/legacy-modes/mode/shell')).shell),
  toml: () => legacy(async () => (await import('@codemirror/legacy-modes/mode/toml')).toml),
  xml: () => legacy(async () => (await import('@codemirror/legacy-modes/mode/xml')).html),
  yaml: () => legacy(async () => (await import('@codemirror/legacy-modes/mode/yaml')).yaml),
} as const satisfies Record<string, () => Promise<Extension>>

/** A language whose colours are known; "" is a plain text. */
export type LanguageName = keyof typeof LOADERS | ''

/** The colours of a language. */
export const loadLanguage = async (name: LanguageName): Promise<Extension> => (name === '' ? [] : LOADERS[name]())
