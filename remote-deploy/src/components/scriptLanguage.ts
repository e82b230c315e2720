import { php } from '@codemirror/lang-php'
import { python } from '@codemirror/lang-python'
import { StreamLanguage } from '@codemirror/language'
import { shell } from '@codemirror/legacy-modes/mode/shell'
import { yaml } from '@codemirror/legacy-modes/mode/yaml'
import type { Extension } from '@codemirror/state'

const SHELL = StreamLanguage.define(shell)
const YAML = StreamLanguage.define(yaml)

/** The colours of a program's language; everything we do not know better reads as a shell script. */
export function scriptLanguage(mode: string): Extension {
  if (mode === 'python') return python()
  // A script file starts in PHP right away or with its opening tag; plain mode would hide what stands before the tag.
  if (mode === 'php') return php()
  return mode === 'yaml' ? YAML : SHELL
}
