import { serveFrom } from '../../work/serveFrom.ts'
import { makeDigestService } from './makeDigestService.ts'

serveFrom(makeDigestService)
