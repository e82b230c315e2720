import path from 'node:path'

/** The folder that holds the workspace. */
export const ROOT = path.resolve(import.meta.dirname, '../..')

/** The console that the tests start, as `npm run build` leaves it. */
export const CONSOLE_DIR = path.resolve(process.env['CONSOLE_DIR'] ?? path.join(ROOT, 'dist/console'))
