import { randomBytes } from 'node:crypto'
import { failed } from '../errors.ts'
import { quoteCommand, quotePosix, quoteText } from './quotePosix.ts'

/*
 * The programs that run on the target. POSIX sh and what every system has beside it; each is sent over standard input
 * and wrapped in a function that its last line calls, so that a half-received program does nothing at all.
 *
 * $HOME/.windlass/run/<id>/ holds:
 *   script  what is to be run            log   what it says, both streams
 *   env     what is added to its environment
 *   pid     "<runner> <process group>"   exit  its exit code, written last
 */

/** What a step runs. */
export interface StepProgram {
  /** Text for the interpreter. */
  script: string
  /** The interpreter and its options, the script's path follows; `sh` when absent. */
  interpreter?: readonly string[]
  /** Where it runs; the home folder when absent. */
  folder?: string
  /** Added to its environment, where a name is not taken there; unlike words of a command line only its user sees it. */
  env?: Readonly<Record<string, string>>
}

const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/

const folderOf = (id: string): string => {
  if (!ID.test(id)) throw failed(`${JSON.stringify(id)} cannot name a remote step`)
  return `d="$HOME/.windlass/run/${id}"`
}

const program = (lines: readonly string[]): string => ['windlass() {', ...lines, '}', 'windlass', ''].join('\n')

/** A text that goes into a file as it stands, whatever is in it. */
const here = (file: string, text: string): string[] => {
  if (text.includes('\0')) throw failed('the script holds a NUL character; remove it')
  const end = `WINDLASS_${randomBytes(12).toString('hex')}`
  return [`cat > "$d/${file}" <<'${end}' || return 73`, text, end]
}

/** Whether any process of group $g is left; one that ended and waits to be collected does not count. */
const ALIVE = [
  'alive() {',
  '  if ps -A -o pgid= -o stat= > /dev/null 2>&1; then',
  '    ps -A -o pgid= -o stat= | grep -q "^ *$g  *[^ Z]"',
  '  else',
  '    kill -s 0 -- "-$g" 2> /dev/null',
  '  fi',
  '}',
]

/** A number is given to other processes later; only one that runs this step's file is the runner. */
const RUNS = [
  'runs() {',
  '  p=; g=',
  '  [ -f "$d/pid" ] && read -r p g < "$d/pid"',
  '  [ -n "$p" ] && kill -s 0 "$p" 2> /dev/null || return 1',
  '  a=$(ps -o args= -p "$p" 2> /dev/null) || a=$(tr "\\0" " " < "/proc/$p/cmdline" 2> /dev/null) || return 0',
  '  case $a in *"$d/runner"*) return 0 ;; esac',
  '  return 1',
  '}',
]

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/
/** Systems refuse to start a program when one text is longer than 128 KiB. */
const LONGEST_VALUE = 100_000

/**
 * Lines for sh that set the environment. What the system has set already (PATH, HOME) stays as it is, and what cannot
 * stand in an environment is left out.
 * @param then more to do for each variable that is set
 */
export const environmentLines = (env: Readonly<Record<string, string>>, then = (_name: string) => ''): string[] =>
  Object.entries(env)
    .filter(([name, value]) => NAME.test(name) && !value.includes('\0') && value.length < LONGEST_VALUE)
    .map(([name, value]) => `[ "\${${name}+x}" ] || { export ${name}=${quoteText(value)}; ${then(name)}}`)

const runner = ({ interpreter = ['sh'], folder }: StepProgram): string =>
  [
    'd=$1; umask "$2"',
    // Where setsid is missing the group is that of the SSH session, which sshd made for this command alone.
    ...GROUP_LINES,
    'echo "$$ ${g:-$$}" > "$d/pid.new" && mv "$d/pid.new" "$d/pid"',
    "trap '' HUP",
    // The runner outlives a TERM to the group, so that the exit code is written; children get the default back.
    'trap : TERM INT',
    ...(folder === undefined ? [] : [`cd ${quotePosix(folder)} 2>> "$d/log" || { echo 1 > "$d/exit"; exit; }`]),
    `(. "$d/env"; exec ${quoteCommand(interpreter)} "$d/script") >> "$d/log" 2>&1 < /dev/null`,
    'c=$?',
    'echo $c > "$d/exit.new" && mv "$d/exit.new" "$d/exit"',
    '',
  ].join('\n')

/** Puts the files in place and starts the runner; starting the same step twice starts it once. */
export const startProgram = (id: string, step: StepProgram): string =>
  program([
    // The step itself runs with the mask its user has.
    'u=$(umask); umask 077',
    folderOf(id),
    'mkdir -p "$HOME/.windlass/run" || return 73',
    '[ -d "$d" ] && return 0',
    // A folder that is not complete must not look like a step.
    'mkdir "$d.new" 2> /dev/null; f=$d; d="$d.new"',
    ': > "$d/log" || return 73',
    ...here('script', step.script),
    ...here('env', environmentLines(step.env ?? {}).join('\n')),
    ...here('runner', runner(step)),
    'd=$f; mv "$d.new" "$d" || return 73',
    'if command -v setsid > /dev/null 2>&1; then',
    '  setsid sh "$d/runner" "$d" "$u" < /dev/null > /dev/null 2>&1 &',
    'else',
    '  sh "$d/runner" "$d" "$u" < /dev/null > /dev/null 2>&1 &',
    'fi',
  ])

/**
 * Writes the log from a byte offset to standard output until the step has ended, then says how on standard error:
 * `exit <code>`, `gone` (it died without an exit code) or `none` (there is no such step).
 */
export const followProgram = (id: string, offset: number): string =>
  program([
    folderOf(id),
    ...RUNS,
    'echo here >&2',
    '[ -d "$d" ] || { echo none >&2; return; }',
    `o=${Math.trunc(offset)}; missing=0`,
    'while :; do',
    // Asked before the log is read: what the step says last is then in it.
    '  e=; [ -f "$d/exit" ] && e=$(cat "$d/exit")',
    '  if [ -n "$e" ] || runs; then missing=0; else missing=$((missing + 1)); fi',
    '  s=$(wc -c < "$d/log" 2> /dev/null) || { echo none >&2; return; }',
    '  if [ "$s" -gt "$o" ]; then',
    '    tail -c "+$((o + 1))" "$d/log" | head -c "$((s - o))" || return 74',
    '    o=$((s + 0))',
    '  fi',
    '  [ -n "$e" ] && { echo "exit $e" >&2; return; }',
    // Some rounds, because the runner may be about to write its first or last file.
    '  [ "$missing" -gt 10 ] && { echo gone >&2; return; }',
    '  sleep 0.2 2> /dev/null || sleep 1',
    'done',
  ])

/** Says `running`, `exit <code>`, `gone` or `none`. */
export const lookProgram = (id: string): string =>
  program([
    folderOf(id),
    ...RUNS,
    'if [ -f "$d/exit" ]; then echo "exit $(cat "$d/exit")"; elif runs; then echo running; ' +
      'elif [ -d "$d" ]; then echo gone; else echo none; fi',
  ])

/** Ends group $g, first politely, and says how that went. */
const endGroup = (graceSeconds: number): string[] => [
  'kill -s TERM -- "-$g" 2> /dev/null',
  `i=0; while alive && [ $i -lt ${graceSeconds} ]; do i=$((i + 1)); sleep 1; done`,
  'alive && kill -s KILL -- "-$g" 2> /dev/null',
  'i=0; while alive && [ $i -lt 5 ]; do i=$((i + 1)); sleep 1; done',
  'if alive; then echo left; else echo ended; fi',
]

/** Ends the process group of this number as `endProgram` does. */
export const endGroupProgram = (group: number, graceSeconds: number): string =>
  program([`g=${Math.trunc(group)}`, '[ "$g" -gt 1 ] || return', ...ALIVE, ...endGroup(graceSeconds)])

/** Lines for sh that leave its process group in $g, which is that of the session where nothing else was made. */
export const GROUP_LINES: readonly string[] = [
  'g=$(ps -o pgid= -p $$ 2> /dev/null | tr -d " ")',
  '[ -n "$g" ] || g=$(cut -d " " -f 5 "/proc/$$/stat" 2> /dev/null)',
]

/** Ends the process group, first politely; says `ended` or `left` when something would not die. */
export const endProgram = (id: string, graceSeconds: number): string =>
  program([
    folderOf(id),
    ...RUNS,
    ...ALIVE,
    // A step that was started a moment ago has no pid file yet.
    'i=0; while [ -d "$d" ] && [ ! -f "$d/pid" ] && [ $i -lt 5 ]; do i=$((i + 1)); sleep 0.2 2> /dev/null || sleep 1; done',
    'runs || { [ -n "$g" ] && [ ! -f "$d/exit" ] && alive || { echo ended; return; }; }',
    ...endGroup(graceSeconds),
  ])

/** Removes the files of a step, and those of one that was never complete. */
export const removeProgram = (id: string): string =>
  program([folderOf(id), 'rm -rf "$d" "$d.new"', 'rmdir "$HOME/.windlass/run" "$HOME/.windlass" 2> /dev/null; :'])
