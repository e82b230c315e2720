import { describe, expect, it } from 'vitest'
import { hookPage, likelyHost, svnRecipe } from './webhookHosts.ts'

const git = (url: string) => ({ repoType: 'git' as const, url })

describe('the host of a repository', () => {
  it.each([
    ['git@github.com:team/shop.git', 'github', 'https://github.com/team/shop/settings/hooks'],
    ['https://ada:******@gitlab.example/team/shop.git', 'gitlab', 'https://gitlab.example/team/shop/-/hooks'],
    ['https://gitee.com/team/shop', 'gitee', 'https://gitee.com/team/shop/hooks'],
    ['https://codeberg.org/team/shop', 'gitea', 'https://codeberg.org/team/shop/settings/hooks'],
    ['https://codeup.aliyun.com/x/shop.git', 'codeup', 'https://codeup.aliyun.com/x/shop/settings/webhooks'],
    ['https://git.example/team/shop.git', 'github', 'https://git.example/team/shop/settings/hooks'],
  ] as const)('%s is %s', (url, host, page) => {
    expect(likelyHost(git(url))).toBe(host)
    expect(hookPage(git(url), host)).toBe(page)
  })

  it('has no page when it is a folder', () => {
    expect(hookPage(git('/srv/git/shop.git'), 'github')).toBeUndefined()
    expect(likelyHost({ repoType: 'svn', url: 'svn://x/y' })).toBe('svn')
  })

  it('of Subversion gets a script in which nothing ends a quote', () => {
    const script = svnRecipe('https://c.example/deploy/webhook?project_id=7', 's3cret', "it's")
    expect(script).toContain(`-d '{"ref":"it'\\''s"}'`)
    expect(script).toContain("-H 'X-SVN-Token: s3cret'")
    expect(svnRecipe('https://c.example', '', 'trunk')).not.toContain('Token')
  })
})
