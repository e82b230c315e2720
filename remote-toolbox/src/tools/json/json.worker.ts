import { serveFrom } from '../../work/serveFrom.ts'
import { makeJsonService } from './jsonService.ts'

serveFrom(makeJsonService)
