/** Which is due when; one entry for each id. */
export interface DueQueue {
  set(id: number, due: number): void
  delete(id: number): void
  /** When the next one is due. */
  next(): number | undefined
  /** Takes out all that are due, the earliest first. */
  take(now: number): { id: number; due: number }[]
  readonly size: number
}

interface Entry {
  id: number
  due: number
}

function sink(heap: Entry[], from: number): void {
  let place = from
  for (;;) {
    const left = 2 * place + 1
    let least = place
    for (const child of [left, left + 1]) if (dueAt(heap, child) < dueAt(heap, least)) least = child
    if (least === place) return
    swap(heap, place, least)
    place = least
  }
}

function rise(heap: Entry[], from: number): void {
  let place = from
  while (place > 0) {
    const parent = (place - 1) >> 1
    if (dueAt(heap, parent) <= dueAt(heap, place)) return
    swap(heap, place, parent)
    place = parent
  }
}

const dueAt = (heap: readonly Entry[], place: number): number => heap[place]?.due ?? Number.POSITIVE_INFINITY

function swap(heap: Entry[], one: number, other: number): void {
  const [first, second] = [heap[one], heap[other]]
  if (first === undefined || second === undefined) return
  heap[one] = second
  heap[other] = first
}

/** A binary heap; an entry whose time was changed stays in it as a stale one until it comes up. */
export function createDueQueue(): DueQueue {
  const heap: Entry[] = []
  const current = new Map<number, number>()

  const pop = (): void => {
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return
    heap[0] = last
    sink(heap, 0)
  }
  const first = (): Entry | undefined => {
    for (let top = heap[0]; top !== undefined; top = heap[0]) {
      if (current.get(top.id) === top.due) return top
      pop()
    }
    return undefined
  }

  return {
    set: (id, due) => {
      if (current.get(id) === due) return
      current.set(id, due)
      heap.push({ id, due })
      rise(heap, heap.length - 1)
    },
    delete: (id) => {
      current.delete(id)
    },
    next: () => first()?.due,
    take: (now) => {
      const due: Entry[] = []
      for (let top = first(); top !== undefined && top.due <= now; top = first()) {
        pop()
        current.delete(top.id)
        due.push(top)
      }
      return due
    },
    get size() {
      return current.size
    },
  }
}
