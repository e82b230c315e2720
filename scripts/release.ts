// Releases an area into a console or a folder: `npm run release -- --help` says how.
import { runRelease } from './release/runRelease.ts'

// A package manager runs this in the workspace; paths are meant from where the command was typed.
const isPackageScript = process.env['npm_lifecycle_event'] === 'release'
const cwd = (isPackageScript ? process.env['INIT_CWD'] : undefined) ?? process.cwd()

// Not process.exit: what was written to a pipe would be cut off.
const { env, stdin, stdout, stderr } = process
process.exitCode = await runRelease(process.argv.slice(2), { env, cwd, stdin, stdout, stderr })
