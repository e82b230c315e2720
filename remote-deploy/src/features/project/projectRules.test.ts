import { describe, expect, it } from 'vitest'
import {
  addressProblem,
  branchProblem,
  notifyTargetProblem,
  optionProblem,
  pathProblem,
  releasesProblem,
  variableNameProblem,
} from './projectRules.ts'

describe('a directory to deploy to', () => {
  it.each(['/var/www/shop', ' /srv/shop/ ', '/srv//shop', '/srv/..shop', 'C:/srv/shop', 'd:\\srv'])(
    'may be %j',
    (path) => {
      expect(pathProblem(path)).toBeUndefined()
    },
  )

  it.each([
    ['', 'blank'],
    ['   ', 'blank'],
    ['var/www', 'absolute'],
    ['~/shop', 'absolute'],
    ['/', 'root'],
    ['//./', 'root'],
    ['/srv/../etc', 'parent'],
    ['C:\\srv\\..\\x', 'parent'],
    ['C:/', 'root'],
    ['C:srv', 'absolute'],
    ['/srv/shop\n', undefined],
    ['/srv/\u0007shop', 'control'],
  ])('is checked before anything is saved: %j is %s', (path, problem) => {
    expect(pathProblem(path)).toBe(problem)
  })

  it('does not hold its own releases, nor lie among them', () => {
    expect(releasesProblem('/srv/shop-releases', '/srv/shop')).toBeUndefined()
    expect(releasesProblem('/srv/shop/releases', '/srv/shop')).toBe('inside')
    expect(releasesProblem('/srv', '/srv/shop')).toBe('inside')
    expect(releasesProblem('/srv/shop/', '/srv//shop')).toBe('inside')
    expect(releasesProblem('', '/srv/shop')).toBe('blank')
    expect(releasesProblem('', ' ')).toBeUndefined()
  })
})

describe('a repository', () => {
  it.each(['git@git.example:team/shop.git', 'https://u:p@git.example/s.git', 'ssh://git@h:22/s', '/srv/git/shop.git'])(
    'may be at %s',
    (url) => {
      expect(addressProblem(url)).toBeUndefined()
    },
  )

  it.each([
    ['', 'blank'],
    ['-oProxyCommand=x', 'addressForm'],
    ['ext::sh -c x', 'addressForm'],
    ['javascript:alert(1)//://', 'addressForm'],
    ['ftp://host/x', 'addressForm'],
    ['https://host/a b', 'addressForm'],
  ])('is not at %j: %s', (url, problem) => {
    expect(addressProblem(url)).toBe(problem)
  })

  it.each([
    ['svn', 'svn://h/shop/trunk', undefined],
    ['svn', 'https://h/svn --username=ada --password=p', undefined],
    ['svn', 'https://h/svn --config-option=x', 'svnForm'],
    ['svn', '--username=ada', 'svnForm'],
    ['ftp', 'ftps://ada:p@h:990/x', undefined],
    ['ftp', 'ftp://h/a b', 'ftpForm'],
    ['sftp', 'sftp://h:22/x --user=ada --keyFile=/root/k', undefined],
    ['sftp', 'sftp://h/x --key=/root/k', 'sftpForm'],
    ['empty', '', undefined],
  ] as const)('of type %s at %j: %s', (type, url, problem) => {
    expect(addressProblem(url, type)).toBe(problem)
  })

  it('has no branch that reads as an option', () => {
    expect(branchProblem('--upload-pack=x')).toBe('leadingDash')
    expect(branchProblem('feature/a-b')).toBeUndefined()
  })
})

describe('where notices go', () => {
  it.each([
    ['', 0, undefined],
    ['', 1, 'blank'],
    ['robot', 1, 'http'],
    ['https://hook.example/x', 255, undefined],
    ['ada@example.com, grace@example.com', 4, undefined],
    ['ada', 4, 'mail'],
  ])('%j for %i: %s', (target, type, problem) => {
    expect(notifyTargetProblem(target, type)).toBe(problem)
  })
})

describe('options and variables', () => {
  it('are split into words, so quotes must be closed', () => {
    expect(optionProblem(`-rtv --exclude '.git' --exclude "a b"`)).toBeUndefined()
    expect(optionProblem("--exclude '.git")).toBe('openQuote')
    expect(optionProblem('--exclude \\')).toBe('openQuote')
    expect(optionProblem(`--exclude "it's"`)).toBeUndefined()
  })

  it('are named by letters, digits and _', () => {
    expect(variableNameProblem('VERSION_2')).toBeUndefined()
    expect(variableNameProblem('a-b')).toBe('variableName')
    expect(variableNameProblem('')).toBe('blank')
  })
})
