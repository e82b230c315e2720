import type { Place } from './usePane.ts'

/** One tab of the page: two folders side by side, each of its own server. */
export interface Desk {
  key: string
  /** Left and right; the right one may be nothing yet. */
  sides: readonly [Place, Place | undefined]
  /** The side that the reader works on. */
  active: 0 | 1
}

/** All tabs, and the one that is shown. */
export interface Desks {
  list: readonly Desk[]
  activeKey: string | undefined
}

export const NO_DESKS: Desks = { list: [], activeKey: undefined }

const freeKey = (list: readonly Desk[]) => String(Math.max(0, ...list.map(({ key }) => Number(key))) + 1)

export const placeOf = (serverId: number, path = ''): Place => ({ serverId, path, asRoot: false })

/** Opens another tab. */
export function openDesk({ list }: Desks, left: Place, right?: Place): Desks {
  const key = freeKey(list)
  return { list: [...list, { key, sides: [left, right], active: 0 }], activeKey: key }
}

/** Closes a tab; its neighbour comes to the front. */
export function closeDesk({ list, activeKey }: Desks, key: string): Desks {
  const at = list.findIndex((desk) => desk.key === key)
  const left = list.filter((desk) => desk.key !== key)
  return { list: left, activeKey: activeKey === key ? left[Math.min(at, left.length - 1)]?.key : activeKey }
}

/** Another place on one side of a tab. */
export function setSide(desks: Desks, key: string, side: 0 | 1, place: Place): Desks {
  const list = desks.list.map((desk): Desk => {
    if (desk.key !== key) return desk
    const [left, right] = desk.sides
    return { ...desk, sides: side === 0 ? [place, right] : [left, place] }
  })
  return { ...desks, list }
}

export const setActive = (desks: Desks, key: string, active: 0 | 1): Desks => ({
  ...desks,
  list: desks.list.map((desk) => (desk.key === key && desk.active !== active ? { ...desk, active } : desk)),
})

/** What the address names: the server and folder of the left side and, when there is one, of the right. */
export interface Addressed {
  serverId: string
  dir: string
  otherId: string
  otherDir: string
}

export const NO_ADDRESS: Addressed = { serverId: '', dir: '', otherId: '', otherDir: '' }

export function addressOfDesk(desk: Desk | undefined): Addressed {
  if (!desk) return NO_ADDRESS
  const [left, right] = desk.sides
  return {
    serverId: String(left.serverId),
    dir: left.path,
    otherId: right ? String(right.serverId) : '',
    otherDir: right?.path ?? '',
  }
}

const idOf = (text: string): number | undefined => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined)
const dirOf = (text: string) => (text.startsWith('/') ? text : '')

/** Brings what an address names to the front: the tab that shows it, else a new one. */
export function visitAddress(desks: Desks, { serverId, dir, otherId, otherDir }: Addressed): Desks {
  const id = idOf(serverId)
  if (id === undefined) return desks
  const path = dirOf(dir)
  const there = desks.list.find(({ sides: [left] }) => left.serverId === id && (path === '' || left.path === path))
  if (there) return { ...desks, activeKey: there.key }
  const other = idOf(otherId)
  return openDesk(desks, placeOf(id, path), other === undefined ? undefined : placeOf(other, dirOf(otherDir)))
}

/** Reads tabs that were stored; whatever is not one is left out. */
export function readDesks(text: string | null): Desks {
  try {
    // Stored by this page, but anybody may have written there since.
    const { list = [], activeKey } = JSON.parse(text ?? '{}') as { list?: Desk[]; activeKey?: string }
    const isPlace = (place: Place | null | undefined) =>
      Boolean(place) && Number.isInteger(place?.serverId) && typeof place?.path === 'string'
    const known = list
      .filter(({ key, sides }) => /^\d+$/.test(key) && isPlace(sides[0]))
      .map(
        ({ key, sides: [left, right] }): Desk => ({
          key,
          sides: [{ ...left, asRoot: false }, right && isPlace(right) ? { ...right, asRoot: false } : undefined],
          active: 0,
        }),
      )
    return { list: known, activeKey: known.some(({ key }) => key === activeKey) ? activeKey : known[0]?.key }
  } catch {
    // Not written by us: the page begins anew.
    return NO_DESKS
  }
}
