import { beforeEach, describe, expect, it } from 'vitest'
import { clearLoginMarker, hasLoginMarker, setLoginMarker } from './loginMarker.ts'
import { store } from './store.ts'
import { forgetNamespace, NO_NAMESPACE, namespaceAtom, readNamespace, storeNamespace } from './storedNamespace.ts'

const KEY = 'G-N-ID'
const first = { id: 1, name: 'first', roleId: 2 }
const second = { id: 2, name: 'second', roleId: 3 }

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('the stored namespace', () => {
  it('is nothing in particular until one is stored', () => {
    expect(readNamespace()).toEqual({ id: 0, name: '', roleId: -1 })
  })

  it('lets two tabs work in different namespaces: the session wins', () => {
    localStorage.setItem(KEY, JSON.stringify(first))
    sessionStorage.setItem(KEY, JSON.stringify(second))
    expect(readNamespace()).toEqual(second)
  })

  it('comes from the local storage in a new tab', () => {
    storeNamespace(first)
    sessionStorage.clear()
    expect(readNamespace()).toEqual(first)
  })

  it('understands what other consoles of this server wrote', () => {
    localStorage.setItem(KEY, '{"id":4,"name":"old","role_id":9,"permissionIds":null}')
    expect(readNamespace()).toEqual({ id: 4, name: 'old', roleId: 9 })
  })

  it.each(['', 'null', '7', '{', '[]', '{"id":"1","name":"x"}', '{"id":1}'])('ignores %j and looks on', (text) => {
    sessionStorage.setItem(KEY, text)
    expect(readNamespace()).toEqual(NO_NAMESPACE)
    localStorage.setItem(KEY, JSON.stringify(first))
    expect(readNamespace()).toEqual(first)
  })

  it('is known to everybody who looks at the store, and forgotten everywhere', () => {
    storeNamespace(first)
    expect(store.get(namespaceAtom)).toEqual(first)
    forgetNamespace()
    expect(store.get(namespaceAtom)).toEqual(NO_NAMESPACE)
    expect([sessionStorage.getItem(KEY), localStorage.getItem(KEY)]).toEqual([null, null])
  })
})

describe('the login marker', () => {
  it('lives in both storages and counts from either', () => {
    expect(hasLoginMarker()).toBe(false)
    setLoginMarker()
    expect([sessionStorage.getItem('LOGIN'), localStorage.getItem('LOGIN')]).toEqual(['ok', 'ok'])
    sessionStorage.clear()
    expect(hasLoginMarker()).toBe(true)
    clearLoginMarker()
    expect(hasLoginMarker()).toBe(false)
  })

  it('counts only as the exact value', () => {
    localStorage.setItem('LOGIN', 'yes')
    expect(hasLoginMarker()).toBe(false)
  })
})
