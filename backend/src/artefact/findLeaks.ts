import { isCompressed } from './weight.ts'

/** What is text in an artefact; anything else is looked at by its name only. */
const TEXT_FILE = /\.(js|mjs|cjs|css|json|svg|html|txt|md|xml)$/
const BASE64 = 'A-Za-z0-9+/='

interface Leak {
  pattern: RegExp
  what: string
}

/**
 * Short and honest: what these find is never meant for browsers. Words that only look secret (`password =`) would be found in
 * every form, and a check that cries wolf is turned off.
 */
const LEAKS: readonly Leak[] = [
  { pattern: /[/*][/*][#@]\s*sourceMappingURL=\S+/g, what: 'points to a source map' },
  // With a body: a form may show the first line of a key as an example.
  {
    pattern: new RegExp(`-----BEGIN [A-Z0-9 ]+-----(?:\\\\[nr]|\\s)*[${BASE64}]{20,}`, 'g'),
    what: 'holds a key or a certificate',
  },
  { pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g, what: 'holds an AWS access key' },
  { pattern: /\bgh[pousr]_[A-Za-z0-9]{30,}\b/g, what: 'holds a GitHub token' },
  { pattern: /\bgithub_pat_[A-Za-z0-9_]{30,}\b/g, what: 'holds a GitHub token' },
  { pattern: /\bglpat-[A-Za-z0-9_-]{20,}/g, what: 'holds a GitLab token' },
  { pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g, what: 'holds a Slack token' },
]

const NAMES: readonly Leak[] = [
  { pattern: /\.map$/, what: 'is a source map' },
  { pattern: /\/(?:[\w-]*\.)?env(?:\.[\w-]+)?$/, what: 'is a file of environment variables' },
  { pattern: /\.(?:pem|key|p12|pfx)$|\/id_(?:rsa|ed25519|ecdsa)/, what: 'is a key file' },
]

const MAX_SHOWN = 12

/** What must not leave the team, in sentences that show where it is but not what it is. */
export function findLeaks(files: ReadonlyMap<string, Buffer>): string[] {
  return [...files].flatMap(([name, content]) => {
    const byName = NAMES.filter(({ pattern }) => pattern.test(name.replace(/\.(br|gz)$/, ''))).map(
      ({ what }) => `${name} ${what}: keep it out of the build`,
    )
    if (isCompressed(name) || !TEXT_FILE.test(name)) return byName
    const text = content.toString('latin1')
    return [...byName, ...LEAKS.flatMap(({ pattern, what }) => describe(name, what, text.match(pattern)))]
  })
}

function describe(name: string, what: string, matches: readonly string[] | null): string[] {
  const [first] = matches ?? []
  if (first === undefined) return []
  const times = matches && matches.length > 1 ? `, ${matches.length} times` : ''
  return [
    `${name} ${what} (${mask(first)}${times}): take it out of the sources, and treat a secret as known to everybody`,
  ]
}

/** Enough to find the place, too little to use: the kind of secret shows in its first characters. */
const mask = (found: string): string => `${found.replaceAll(/\s+/g, ' ').slice(0, MAX_SHOWN)}…`
