import { describe, expect, it } from 'vitest'
import {
  addressOfDesk,
  closeDesk,
  type Desks,
  NO_ADDRESS,
  NO_DESKS,
  openDesk,
  placeOf,
  readDesks,
  setSide,
  visitAddress,
} from './desks.ts'

const three = [placeOf(1, '/a'), placeOf(2, '/b'), placeOf(1, '/c')].reduce<Desks>(
  (desks, place) => openDesk(desks, place),
  NO_DESKS,
)
const activeOf = ({ list, activeKey }: Desks) => list.find(({ key }) => key === activeKey)

describe('the tabs', () => {
  it('open at the end and come to the front', () => {
    expect(three.list.map(({ key }) => key)).toEqual(['1', '2', '3'])
    expect(three.activeKey).toBe('3')
  })

  it('leave the front to a neighbour', () => {
    expect(closeDesk(three, '3').activeKey).toBe('2')
    expect(closeDesk({ ...three, activeKey: '1' }, '1').activeKey).toBe('2')
    expect(closeDesk({ ...three, activeKey: '1' }, '2').activeKey).toBe('1')
    expect(closeDesk(openDesk(NO_DESKS, placeOf(1)), '1')).toEqual(NO_DESKS)
  })

  it('never give a key twice', () => {
    expect(openDesk(closeDesk(three, '2'), placeOf(9)).activeKey).toBe('4')
  })

  it('are found by what an address names, and opened when there is none', () => {
    const address = { ...NO_ADDRESS, serverId: '1', dir: '/a' }
    expect(visitAddress(three, address).activeKey).toBe('1')
    expect(visitAddress(three, { ...address, dir: '' }).activeKey).toBe('1')
    const opened = visitAddress(three, { serverId: '5', dir: '/x', otherId: '6', otherDir: '/y' })
    expect(activeOf(opened)?.sides).toEqual([placeOf(5, '/x'), placeOf(6, '/y')])
    expect(addressOfDesk(activeOf(opened))).toEqual({ serverId: '5', dir: '/x', otherId: '6', otherDir: '/y' })
  })

  it.each(['', '0', '-1', 'abc', '1e9', '99999999999'])('are not opened for a server called %j', (serverId) => {
    expect(visitAddress(three, { ...NO_ADDRESS, serverId })).toBe(three)
  })

  it('come back from where they were stored, without the rights of root', () => {
    const rooted = setSide(three, '2', 0, { ...placeOf(2, '/b'), asRoot: true })
    expect(readDesks(JSON.stringify(rooted))).toEqual(three)
    expect(
      readDesks(
        JSON.stringify({
          list: [
            { key: '1', sides: [{ serverId: 'x' }] },
            { key: 'a', sides: [] },
          ],
        }),
      ),
    ).toEqual(NO_DESKS)
    expect([readDesks(null), readDesks('nonsense'), readDesks('[]')]).toEqual([NO_DESKS, NO_DESKS, NO_DESKS])
  })
})
