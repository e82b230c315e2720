// Looks after a console from the command line: `npm run admin -- --help` says how.
import '../backend/src/admin.ts'
