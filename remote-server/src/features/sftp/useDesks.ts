import { usePageActive } from '@windlass/shared-kit/remote'
import { useNamespace, useUser } from '@windlass/shared-kit/session'
import { useUrlState } from '@windlass/shared-kit/ui'
import { useEffect, useEffectEvent, useState } from 'react'
import { type Addressed, addressOfDesk, type Desks, NO_ADDRESS, readDesks, visitAddress } from './desks.ts'

const same = (one: Addressed, other: Addressed) => JSON.stringify(one) === JSON.stringify(other)

/** The tabs of the page: remembered for this window, and the one in front in the address. */
export function useDesks() {
  const { id: userId } = useUser()
  const { id: namespaceId } = useNamespace()
  const isActive = usePageActive()
  // The folders of one person are nothing to the next who signs in at this window.
  const key = `windlass.sftp-tabs.${userId}.${namespaceId}`
  const { values, change } = useUrlState<Record<keyof Addressed, string>>({ ...NO_ADDRESS })
  const [desks, setDesks] = useState<Desks>(() => visitAddress(readDesks(sessionStorage.getItem(key)), values))
  const active = desks.list.find((desk) => desk.key === desks.activeKey)
  const address = addressOfDesk(active)

  /** What the address said when it was last looked at. */
  const [seen, setSeen] = useState<Addressed>(values)
  if (isActive && !same(seen, values)) {
    setSeen(values)
    // A link to another folder, followed while the page was open.
    if (!same(values, address)) setDesks(visitAddress(desks, values))
  }
  const write = useEffectEvent((next: Addressed) => {
    if (isActive && !same(next, values)) change(next)
  })
  const text = JSON.stringify(address)
  useEffect(() => write(JSON.parse(text) as Addressed), [text])
  useEffect(() => sessionStorage.setItem(key, JSON.stringify(desks)), [key, desks])
  return { desks, setDesks, active }
}
