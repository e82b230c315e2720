import { BLANK_PROJECT, type Project } from '@windlass/shared-kit/contract/project'
import { describe, expect, it } from 'vitest'
import { fieldsOf, inputOf, releasesBeside, tabOf } from './projectFields.ts'

const bound = { serverIds: [3], userIds: [5] }
const shop: Project = {
  ...BLANK_PROJECT,
  id: 9,
  name: 'shop',
  url: 'https://git.example/shop.git',
  label: 'web,eu',
  path: '/srv/shop',
  environment: 1,
  branch: 'main',
  symlinkPath: '/srv/elsewhere/shop',
  symlinkBackupNumber: 4,
  transferType: 'sftp',
  transferOption: '--delete',
  deployServerMode: 'serial',
  review: 1,
  reviewURL: 'https://review.example/?branch=__BRANCH__&callback=__CALLBACK__',
  notifyType: 1,
  notifyTarget: 'https://hook.example',
  script: {
    afterPull: { mode: '', content: 'make' },
    afterDeploy: { mode: 'python', content: 'print()', scriptNames: null },
    deployFinish: { mode: '', content: '' },
    customVariables: [{ name: 'VERSION', value: 'a,b', type: 'list' }],
  },
}

describe('the form of a project', () => {
  it('gives back what it was given', () => {
    const input = inputOf(fieldsOf(shop, bound))
    expect(input).toMatchObject({
      ...{ name: 'shop', label: 'web,eu', symlinkPath: '/srv/elsewhere/shop', symlinkBackupNumber: 4 },
      ...{ transferType: 'sftp', transferOption: '--delete', deployServerMode: 'serial', ...bound },
      ...{ review: 1, reviewURL: shop.reviewURL, notifyType: 1, notifyTarget: 'https://hook.example' },
      script: {
        afterPull: { mode: 'bash', content: 'make' },
        afterDeploy: { mode: 'python', content: 'print()' },
        customVariables: [{ name: 'VERSION', value: 'a,b', type: 'list' }],
      },
    })
  })

  it('does not change the project it was started from', () => {
    const fields = fieldsOf(shop, bound)
    fields.script.afterPull.content = 'changed'
    for (const variable of fields.variables) variable.value = 'changed'
    expect(shop.script.afterPull.content).toBe('make')
    expect(shop.script.customVariables?.[0]?.value).toBe('a,b')
  })

  it('lets nobody deploy to production by leaving a field as it was', () => {
    expect(fieldsOf(undefined, bound).environment).toBeUndefined()
  })

  it('sends no directory for releases that are not kept', () => {
    const fields = { ...fieldsOf(shop, bound), hasReleases: false }
    expect(inputOf(fields)).toMatchObject({ symlinkPath: '', symlinkBackupNumber: 0 })
  })

  it('ends lines as the chosen program wants them', () => {
    const fields = fieldsOf(shop, bound)
    fields.script.afterPull.content = 'one\r\ntwo\n'
    fields.script.afterDeploy = { mode: 'cmd', content: 'one\ntwo\r\n' }
    const { script } = inputOf(fields)
    expect(script?.afterPull?.content).toBe('one\ntwo\n')
    expect(script?.afterDeploy?.content).toBe('one\r\ntwo\r\n')
  })

  it('forgets the address of a review that is off, and of notices nobody gets', () => {
    const fields = { ...fieldsOf(shop, bound), hasReview: false, notifyType: 0 as const }
    expect(inputOf(fields)).toMatchObject({ review: 0, reviewURL: '', notifyType: 0, notifyTarget: '' })
  })

  it('keeps releases beside the path', () => {
    expect(releasesBeside('/srv//shop/')).toBe('/srv/goploy-symlink/shop')
    expect(releasesBeside('/shop')).toBe('/goploy-symlink/shop')
    expect(releasesBeside('  ')).toBe('')
  })

  it('knows the tab of each field', () => {
    expect(['url', 'serverIds', 'script', 'notifyTarget', 'symlinkPath', 'new field'].map(tabOf)).toEqual([
      ...['base', 'servers', 'scripts', 'notices', 'releases', 'base'],
    ])
  })
})
