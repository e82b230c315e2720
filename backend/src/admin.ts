// Looks after a console from the command line: `npm run admin -- --help` says how.
import { runAdmin } from './admin/runAdmin.ts'

// A package manager runs this in the workspace; paths are meant from where the command was typed.
const isPackageScript = process.env['npm_lifecycle_event'] === 'admin'
const cwd = (isPackageScript ? process.env['INIT_CWD'] : undefined) ?? process.cwd()

// Not process.exit: what was written to a pipe would be cut off.
const { env, stdin, stdout, stderr } = process
process.exitCode = await runAdmin(process.argv.slice(2), { env, cwd, stdin, stdout, stderr })
// A terminal that was read from would keep the process alive.
stdin.unref?.()
