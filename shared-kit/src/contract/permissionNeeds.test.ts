import { describe, expect, it } from 'vitest'
import { PERMISSIONS_BY_GROUP, Permission, type PermissionKey } from './permission.ts'
import { idleWithout, missingFor, needsOf } from './permissionNeeds.ts'

const all = Object.values(Permission)
const groupOf = (id: number) =>
  Object.entries(PERMISSIONS_BY_GROUP).find(([, keys]) => keys.some((key) => Permission[key] === id))?.[0]

describe('what permissions need', () => {
  it('is there for everything that is no page by itself', () => {
    const alone = Object.entries(Permission).filter(([, id]) => needsOf(id).length === 0)
    // Whoever may freeze has a page in the menu for it.
    const pages = alone.map(([key]) => key).filter((key) => key !== 'ManageFreezeWindow')
    expect(pages.filter((key) => !/^Show\w+Page$/.test(key))).toEqual([])
  })

  it('ends: nothing needs itself, and all together lack nothing', () => {
    for (const id of all) {
      expect(missingFor(id, new Set())).not.toContain(id)
      expect(missingFor(id, new Set(all))).toEqual([])
      expect(idleWithout(id, new Set(all))).toEqual([])
    }
  })

  it('stays within a group, but for what has a place on pages of two', () => {
    const across = all.filter((id) => needsOf(id).some(([first]) => groupOf(first ?? 0) !== groupOf(id)))
    expect(across).toEqual([])
  })

  it('is named with all that it takes in turn', () => {
    const { AddServerWarningRule, ShowServerMonitorPage, ShowServerPage } = Permission
    expect(missingFor(AddServerWarningRule, new Set())).toEqual([ShowServerMonitorPage, ShowServerPage])
    expect(missingFor(AddServerWarningRule, new Set([ShowServerMonitorPage]))).toEqual([])
    expect(missingFor(Permission.SwitchProjectWebhook, new Set([Permission.ShowDeployPage]))).toEqual([])
  })

  it('says what stops having an effect', () => {
    const keys: PermissionKey[] = ['ShowServerMonitorPage', 'AddServerWarningRule', 'AddServer', 'AddRole']
    const chosen = new Set(keys.map((key) => Permission[key]))
    expect(idleWithout(Permission.ShowServerPage, chosen)).toEqual([
      Permission.ShowServerMonitorPage,
      Permission.AddServer,
    ])
    expect(idleWithout(Permission.ShowRolePage, chosen)).toEqual([Permission.AddRole])
    expect(idleWithout(Permission.AddServer, chosen)).toEqual([])
  })
})
