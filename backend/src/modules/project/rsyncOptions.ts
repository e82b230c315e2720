/** Options that take their value from the next word when none is attached with `=`. */
const WITH_VALUE: ReadonlySet<string> = new Set(
  (
    '--exclude --include --filter --exclude-from --include-from --chmod --chown --usermap --groupmap --max-size ' +
    '--min-size --max-delete --timeout --contimeout --bwlimit --block-size --backup-dir --suffix --partial-dir ' +
    '--temp-dir --link-dest --copy-dest --compare-dest --modify-window --compress-level --compress-choice ' +
    '--checksum-choice --skip-compress --out-format --info --debug --iconv --max-alloc --outbuf'
  ).split(' '),
)

/** Short options whose value is the rest of the word or the next word. */
const SHORT_WITH_VALUE = 'fBT@'

/**
 * What would run a program, read or write files of the console's own machine, or take the connection or the source
 * out of our hands.
 */
const REFUSED: ReadonlySet<string> = new Set(
  (
    '--rsh --rsync-path --files-from --log-file --write-batch --only-write-batch --read-batch --daemon --config ' +
    '--password-file --early-input --remove-source-files --remove-sent-files --remote-option --server --sender ' +
    '--sockopts --address --port --stderr --dparam --trust-sender --copy-unsafe-links --copy-links --copy-dirlinks ' +
    '--copy-devices'
  ).split(' '),
)

const READS_A_FILE: ReadonlySet<string> = new Set(['--exclude-from', '--include-from'])

/** A file of the working copy is fine; anything else on the console's machine is not the project's to read. */
const isOutside = (file: string): boolean => file === '-' || file.startsWith('/') || file.split('/').includes('..')

/** `-f '. /etc/x'` and `--filter='merge /etc/x'` read a file too. */
const isMergeRule = (rule: string): boolean => /^(?:merge|dir-merge|[.:])/.test(rule.trim())

interface Reading {
  problem?: string
  /** The option that the next word is the value of. */
  awaits?: string
}

function checkValue(option: string, value: string): Reading {
  if (READS_A_FILE.has(option) && isOutside(value)) {
    return { problem: `${option} may only name a file inside the repository` }
  }
  if ((option === '--filter' || option === '-f') && isMergeRule(value)) {
    return { problem: `${option} with a merge rule reads a file of the console's machine, which is not allowed` }
  }
  return {}
}

function readLong(word: string): Reading {
  const [option = '', ...rest] = word.split('=')
  if (REFUSED.has(option)) return { problem: `the rsync option ${option} is not allowed here` }
  if (rest.length > 0) return checkValue(option, rest.join('='))
  return WITH_VALUE.has(option) ? { awaits: option } : {}
}

function readShort(word: string): Reading {
  for (let at = 1; at < word.length; at++) {
    const letter = word.charAt(at)
    // A link in the repository may lead to any file of the console's machine; as a link it may be sent (-l).
    if (letter === 'L' || letter === 'k') {
      return { problem: `the rsync option -${letter} follows links out of the repository; -l sends them as links` }
    }
    if (letter === 'e' || letter === 'M') return { problem: `the rsync option -${letter} is not allowed here` }
    if (!SHORT_WITH_VALUE.includes(letter)) continue
    const rest = word.slice(at + 1)
    return rest === '' ? { awaits: `-${letter}` } : checkValue(`-${letter}`, rest)
  }
  return {}
}

/** Says what is wrong with the options of a transfer by rsync, or undefined when nothing is. */
export function rsyncProblem(words: readonly string[]): string | undefined {
  let awaited: string | undefined
  for (const word of words) {
    let reading: Reading
    if (awaited !== undefined) reading = checkValue(awaited, word)
    else if (word === '--' || !word.startsWith('-') || word === '-') {
      return `"${word}" is not an rsync option; source and target are given by the project`
    } else reading = word.startsWith('--') ? readLong(word) : readShort(word)
    if (reading.problem !== undefined) return reading.problem
    awaited = reading.awaits
  }
  return awaited === undefined ? undefined : `the rsync option ${awaited} needs a value`
}
