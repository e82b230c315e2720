import { COMMAND_LIMIT, type CommandItem, CommandItems } from '@windlass/shared-kit/contract/serverProcess'
import { Check } from 'typebox/value'
import { failed } from '../../platform/errors.ts'

const EXAMPLE = 'items must be JSON such as [{"name": "start", "command": "systemctl start shop"}]'

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw failed(`${EXAMPLE}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/**
 * The commands of a set as they may be stored, names and commands without space around them.
 * @throws AppError that says which of them is wrong
 */
export function checkCommandItems(json: string): CommandItem[] {
  const value = parse(json)
  if (!Array.isArray(value)) throw failed(EXAMPLE)
  if (value.length > COMMAND_LIMIT) throw failed(`a set holds at most ${COMMAND_LIMIT} commands`)
  if (!Check(CommandItems, value)) throw failed(`${EXAMPLE}; names have 1 to 50 characters, commands 1 to 4096`)
  const items = value.map(({ name, command }) => ({ name: name.trim(), command: command.trim() }))
  for (const [index, { name, command }] of items.entries()) {
    if (name === '' || command === '') throw failed(`command ${index + 1} needs a name and a command`)
    if (command.includes('\0')) throw failed(`the command ${name} holds a NUL character; remove it`)
    if (items.findIndex((item) => item.name === name) < index) throw failed(`two commands are named ${name}`)
  }
  return items
}

/** The commands of a stored set; one that an older console has stored may hold anything. */
export function readCommandItems(json: string): CommandItem[] {
  const value: unknown = JSON.parse(json)
  return Check(CommandItems, value) ? value : []
}
