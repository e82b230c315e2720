import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parse, stringify } from 'yaml'
import { misused, refused } from '../../commandLine/commandError.ts'
import { applyConfig } from '../config/applyConfig.ts'
import { type ConfigPlan, planConfig } from '../config/planConfig.ts'
import { type ConfigDocument, documentOf, readConfig } from '../config/readConfig.ts'
import { type AdminSession, defineCommand } from '../session.ts'

const ACTIONS = ['export', 'plan', 'apply'] as const
const FORMAT = 1
const VALUE_LENGTH = 100

const readAction = (text: string): string => {
  if (ACTIONS.some((action) => action === text)) return text
  throw misused(`config does not know "${text}": choose one of ${ACTIONS.join(', ')}`)
}

function readDocument(file: string): ConfigDocument {
  try {
    const document: unknown = parse(readFileSync(file, 'utf8'))
    if (typeof document !== 'object' || document === null || Array.isArray(document))
      throw new Error('it holds no lists')
    const format: unknown = Reflect.get(document, 'format') ?? FORMAT
    if (format !== FORMAT)
      throw new Error(`format is ${String(format)}, and this console reads ${FORMAT}; export it with this version`)
    const wrong = Object.entries(document).find(([name, list]) => name !== 'format' && !Array.isArray(list))
    if (wrong) throw new Error(`${wrong[0]} is no list`)
    const { format: _read, ...lists } = document as ConfigDocument & { format?: unknown }
    return lists
  } catch (error) {
    throw misused(
      `${file} cannot be read as a configuration: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

const shown = (value: unknown): string => {
  const text = value === undefined ? '' : JSON.stringify(value)
  return text.length <= VALUE_LENGTH ? text : `${text.slice(0, VALUE_LENGTH)}…`
}

/** The plan without anything that was secret. */
const visible = ({ changes, others, problems }: ConfigPlan) => ({
  problems,
  others,
  changes: changes.map(({ kind, key, id, fields }) => ({
    list: kind.list,
    key,
    does: id === 0 ? 'add' : 'change',
    fields: fields.map(({ field, before, after }) =>
      kind.secrets?.[field] === undefined ? { field, before, after } : { field, before: '******', after: '******' },
    ),
  })),
})

function planText(plan: ReturnType<typeof visible>): string {
  const changes = plan.changes.map(({ list, key, does, fields }) => {
    const lines = fields.map(({ field, before, after }) =>
      does === 'add' ? `    ${field}: ${shown(after)}` : `    ${field}: ${shown(before)} → ${shown(after)}`,
    )
    return [`${does === 'add' ? '+' : '~'} ${list} ${key}`, ...lines].join('\n')
  })
  const others = plan.others.map(({ list, keys }) => `  ${list}: ${keys.join(', ')}`)
  return [
    changes.length === 0 ? 'Nothing differs.' : changes.join('\n'),
    ...(others.length > 0 ? [`Only here, and kept\n${others.join('\n')}`] : []),
  ].join('\n\n')
}

async function exportConfig(session: AdminSession, file: string | undefined, isReferred: boolean) {
  const { db } = await session.open()
  const document = { format: FORMAT, ...documentOf(await readConfig(db), isReferred) }
  const text = stringify(document, { lineWidth: 0 })
  if (file === undefined) return { data: document, text: text.trimEnd() }
  const place = session.pathOf(file)
  if (existsSync(place)) throw refused('exists', `${place} exists: choose another name, or remove it yourself`)
  writeFileSync(place, text, { mode: 0o600, flag: 'wx' })
  return { data: { file: place }, text: `${place} holds the configuration.` }
}

export const configCommand = defineCommand({
  name: 'config',
  about: 'write the configuration as YAML, compare it, and apply it',
  details:
    'export writes namespaces, roles, servers, projects, monitors, warning rules, scripts, command sets, scheduled tasks\n' +
    'and texts of notices. plan says what differs. apply asks, then does all of it or nothing; what is not in the document stays. Secrets are encrypted\n' +
    'for this console; with --secrets references they are names of variables, which plan and apply read.',
  parameters: [
    { name: 'action', about: 'export, plan or apply', read: readAction },
    { name: 'file', about: 'the document; without it export writes to standard output', isOptional: true },
  ],
  options: { secrets: { type: 'string', value: 'encrypted|references', about: 'how export writes secrets' } },
  examples: [
    'config export console.yaml',
    'config export --secrets references',
    'config plan console.yaml',
    'config apply console.yaml --yes',
  ],
  run: async (session, { action, file }, { secrets: form = 'encrypted' }) => {
    if (!['encrypted', 'references'].includes(form)) throw misused('--secrets takes encrypted or references')
    if (action === 'export') return exportConfig(session, file, form === 'references')
    if (file === undefined) throw misused(`config ${action} needs <file>`)
    const document = readDocument(session.pathOf(file))
    const { db, secrets, log } = await session.open()
    const state = await readConfig(db)
    const plan = planConfig(document, { state, secrets, env: session.env })
    const told = visible(plan)
    if (plan.problems.length > 0) {
      throw refused(
        'config',
        `the document cannot be applied:\n${plan.problems.map((problem) => `  ${problem}`).join('\n')}`,
      )
    }
    if (action === 'plan' || plan.changes.length === 0) return { data: told, text: planText(told) }
    session.output.note(planText(told))
    await session.confirm(`Apply ${plan.changes.length} changes?`)
    await applyConfig(db, plan, { state, secrets })
    await log('config apply', { file }, told)
    return { data: told, text: `Applied ${plan.changes.length} changes.` }
  },
})
