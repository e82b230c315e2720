import { describe, expect, it } from 'vitest'
import { branchPage, commitPage, maskedAddress, repositoryPage } from './repositoryAddress.ts'

describe('the address of a repository', () => {
  it('is shown without the password that stands in it', () => {
    expect(maskedAddress('https://ada:p4ss@git.example/shop.git')).toBe('https://ada:******@git.example/shop.git')
    expect(maskedAddress('https://git.example/a@b/shop.git')).toBe('https://git.example/a@b/shop.git')
    expect(maskedAddress('git@git.example:team/shop.git')).toBe('git@git.example:team/shop.git')
  })

  it('leads to the page of the repository, and carries nobody’s sign-in there', () => {
    expect(repositoryPage('git@git.example:team/shop.git')).toBe('https://git.example/team/shop')
    expect(repositoryPage(' https://ada:p4ss@git.example:8443/team/shop.git ')).toBe(
      'https://git.example:8443/team/shop',
    )
    expect(repositoryPage('https://git.example/team/site.github.io')).toBe('https://git.example/team/site.github.io')
  })

  it('leads nowhere when it is no address of a page', () => {
    for (const url of ['', '/srv/git/shop.git', 'file:///srv/git/shop.git', 'javascript:alert(1)', 'ssh://git@h/x']) {
      expect(repositoryPage(url)).toBeUndefined()
    }
  })

  it('leads to branches with all of their name, and to commits', () => {
    const url = 'https://git.example/team/shop.git'
    expect(branchPage(url, 'origin/feature/cart #2')).toBe('https://git.example/team/shop/tree/feature/cart%20%232')
    expect(commitPage(url, 'abc123')).toBe('https://git.example/team/shop/commit/abc123')
    expect(commitPage(url, '')).toBeUndefined()
  })
})
