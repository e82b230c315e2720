import { fillPage } from '@windlass/backend/artefact/consolePage'
import type { AreaRegistry } from '@windlass/shared-kit/remote'
import { assemblePage } from '../build/page.ts'

/**
 * React Refresh in an area looks for the renderers of React, which runs in the host and has registered itself long before.
 * Without the browser's extension nobody has kept them, so this does.
 */
const KEEP_RENDERERS = `<script>(() => {
  if (window.__REACT_DEVTOOLS_GLOBAL_HOOK__) return
  const renderers = new Map()
  const inject = (renderer) => { const id = renderers.size + 1; renderers.set(id, renderer); return id }
  const ignore = () => {}
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    renderers, inject, supportsFiber: true, checkDCE: ignore,
    onCommitFiberRoot: ignore, onCommitFiberUnmount: ignore, onPostCommitFiberRoot: ignore, onScheduleFiberRoot: ignore,
  }
})()</script>`

/**
 * The host's page around scripts from source. It carries no content security policy: what the policy forbids shows up
 * with the built console, which the end-to-end tests use.
 */
export function devPage(entry: string[], registry: AreaRegistry): string {
  const page = assemblePage({ entry, integrity: {}, filesFor: () => [], filesNamed: () => [] })
  return fillPage(page, registry).replace('<head>', () => `<head>\n    ${KEEP_RENDERERS}`)
}
