const EXTENSIONS: Readonly<Record<string, string>> = { php: 'php', python: 'py' }
/** Systems of today often have only the second name. */
const ALSO_KNOWN: Readonly<Record<string, string>> = { python: 'python3' }

/** The program of a script's mode; "" is bash. */
export const interpreterOf = (mode: string): string => (mode === '' ? 'bash' : mode)

/** Another name of the same program, to try when the first is not installed. */
export const otherInterpreter = (program: string): string | undefined => ALSO_KNOWN[program]

/** What the name of a script file ends with. */
export const extensionOf = (mode: string): string => EXTENSIONS[mode] ?? 'sh'
