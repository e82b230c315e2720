import { adoptStyles } from '@windlass/shared-kit/embed'
import { createRoot } from 'react-dom/client'
import { makeMemory } from '../box/memory.ts'
import { EmbeddedToolbox } from './EmbeddedToolbox.tsx'
import { keepTyping } from './keepTyping.ts'
import type { Settings, ToolboxOptions } from './options.ts'
import { readOptions } from './readOptions.ts'
import { settingsOf } from './settingsOf.ts'

/** A toolbox in a page. */
export interface MountedToolbox {
  /** Changes the options named; the others stay. Saying the same again changes nothing. */
  update(options: ToolboxOptions): void
  /** Takes the toolbox out of the page, with everything it brought; a second time does nothing. */
  unmount(): void
}

/** These decide how the toolbox is built. */
const FIXED = ['shadow', 'remember'] as const
const taken = new WeakSet<Element>()
let mounts = 0

const makeOwnMemory = (isKeptAtFirst: boolean) =>
  makeMemory({ prefix: 'windlass.toolbox.embedded.', choice: 'windlass-toolbox-embedded-remembers', isKeptAtFirst })

/** Where the toolbox is drawn, with its styles. */
function openHome(element: Element, isShadow: boolean) {
  const holder = document.createElement('div')
  const root = isShadow ? holder.attachShadow({ mode: 'open' }) : undefined
  element.append(holder)
  if (root) keepTyping(root)
  // Without a shadow root styles belong to the document, or to the shadow root of the page itself.
  const around = holder.getRootNode()
  const leaveStyles = adoptStyles(root ?? (around instanceof ShadowRoot ? around : document))
  return {
    place: root ?? holder,
    close: () => {
      holder.remove()
      leaveStyles()
    },
  }
}

/**
 * Puts a toolbox into an element of any page.
 * @throws TypeError that names the option and what is allowed
 */
export function mount(element: Element, options: ToolboxOptions = {}): MountedToolbox {
  if (!(element instanceof Element)) throw new TypeError(`toolbox: mount(element, options) got ${String(element)}`)
  if (taken.has(element)) throw new Error('toolbox: this element has a toolbox already; update or unmount that one')
  let said = readOptions(options)
  let settings = settingsOf(said, element)
  taken.add(element)
  mounts += 1
  const memory = makeOwnMemory(settings.remember)
  const home = openHome(element, settings.shadow)
  const root = createRoot(home.place, { identifierPrefix: `wl-embed-${mounts}-` })
  let isMounted = true

  const draw = (next: ToolboxOptions) => {
    said = next
    settings = keepEqual(settingsOf(said, element), settings)
    root.render(
      <EmbeddedToolbox
        settings={settings}
        memory={memory}
        onResult={(result) => said.onResult?.(result)}
        onClose={() => {
          draw({ ...said, open: false })
          said.onClose?.()
        }}
      />,
    )
  }
  draw(said)

  return {
    update: (patch) => {
      if (!isMounted) throw new Error('toolbox: it was unmounted; mount it again')
      const next = readOptions({ ...said, ...patch })
      const fixed = FIXED.find((name) => settingsOf(next, element)[name] !== settings[name])
      if (fixed) throw new TypeError(`toolbox: the option ${fixed} cannot change; unmount, and mount again`)
      draw(next)
    },
    unmount: () => {
      if (!isMounted) return
      isMounted = false
      taken.delete(element)
      home.close()
      // Not now: React refuses while it is drawing, and a page may do this while it is.
      queueMicrotask(() => root.unmount())
    },
  }
}

/** Values that say the same stay the same objects: another object of inputs would start its tools anew. */
function keepEqual(next: Settings, before: Settings): Settings {
  const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  const initialState = Object.entries(next.initialState).map(([tool, inputs]) => {
    const known = before.initialState[tool]
    return [tool, isEqual(inputs, known) ? known : inputs] as const
  })
  return { ...next, initialState: Object.fromEntries(initialState) }
}
