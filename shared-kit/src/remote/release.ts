export type { AreaOff, AreaRegistry, AreaRelease, IconName, ReleasedRoute } from '../contract/area.ts'
