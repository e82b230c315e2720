/** Browsers give all of a site's pages some 5 MB; one text must not take them. */
const LONGEST = 500_000
const OFF = 'off'

/** Where a box keeps its last tool and inputs. */
export interface Memory {
  read(name: string): string
  /** Keeps a text; "" forgets it. */
  write(name: string, text: string): void
  /** Whether the browser remembers: texts survive a reload. Otherwise the page alone does, until it is left. */
  isKept(): boolean
  /** Turns remembering on, or off and forgets in the browser what was remembered. */
  keep(isKept: boolean): void
}

interface Options {
  /** What all names in the browser start with. */
  prefix: string
  /** Name under which the choice itself is kept, if it is to be kept. */
  choice: string
  /** Whether the browser remembers as long as nobody has chosen. */
  isKeptAtFirst: boolean
}

/** The browser refuses storage in some frames, and when it is full; the page's own memory is left then. */
function attempt<Answer>(act: (storage: Storage) => Answer): Answer | undefined {
  try {
    return act(localStorage)
  } catch (error) {
    console.warn('the toolbox cannot remember in this browser', error)
    return undefined
  }
}

/** A memory in this browser only: nothing of it is ever sent anywhere. */
export function makeMemory({ prefix, choice, isKeptAtFirst }: Options): Memory {
  const inPage = new Map<string, string>()
  const chosen = attempt((storage) => storage.getItem(choice))
  let isKept = chosen === null || chosen === undefined ? isKeptAtFirst : chosen !== OFF
  const store = (name: string, text: string) =>
    attempt((storage) => {
      if (!isKept || text === '' || text.length > LONGEST) storage.removeItem(prefix + name)
      else storage.setItem(prefix + name, text)
    })
  return {
    read: (name) => inPage.get(name) ?? (isKept ? attempt((storage) => storage.getItem(prefix + name)) : '') ?? '',
    write: (name, text) => {
      inPage.set(name, text)
      store(name, text)
    },
    isKept: () => isKept,
    keep: (next) => {
      isKept = next
      attempt((storage) => {
        storage.setItem(choice, next ? 'on' : OFF)
        const names = Object.keys(storage).filter((name) => name.startsWith(prefix))
        if (!next) for (const name of names) storage.removeItem(name)
      })
      for (const [name, text] of inPage) store(name, text)
    },
  }
}
