/** Bundled by each area that asks for a time zone. */
export { ZoneSelect } from './ZoneSelect.tsx'
