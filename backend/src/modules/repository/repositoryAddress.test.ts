import { describe, expect, it } from 'vitest'
import { maskUrlCredentials } from '../../platform/redact.ts'
import {
  addressProblem,
  addressSecrets,
  ftpAddress,
  gitAddress,
  isOnDisk,
  isSameRepository,
  sftpAddress,
  svnAddress,
} from './repositoryAddress.ts'

describe('an address', () => {
  it.each([
    ['git', 'https://example.org/a.git'],
    ['git', 'git@example.org:team/a.git'],
    ['git', 'ssh://git@example.org:2222/a.git'],
    ['git', '/srv/a.git'],
    ['svn', 'svn://example.org/repo/trunk --username=ada --password=x'],
    ['svn', 'svn+ssh://ada@example.org/repo'],
    ['svn', 'file:///srv/svn/repo'],
    ['ftp', 'ftp://example.org'],
    ['ftp', 'ftps://ada:p@ss@example.org:990/a%20b'],
    ['sftp', 'sftp://[::1]:2222/srv --user=ada --keyFile=/keys/id'],
    ['empty', ''],
  ])('of type %s may be %s', (type, url) => {
    expect(addressProblem(type, url)).toBeUndefined()
  })

  it.each([
    ['git', '--upload-pack=touch x', /must not start with "-"/],
    ['git', 'ext::sh -c id', /must start with/],
    ['git', 'ssh://-oProxyCommand=id/x', /must not start with "-"/],
    ['git', 'https://example.org/a b', /must start with/],
    ['svn', 'svn://example.org/r --config-option=x:y:z=1', /only --username= and --password= may follow/],
    ['svn', 'svn://example.org/r --password=a b', /only --username= and --password= may follow/],
    ['svn', 'svn://example.org/r --password=a --password=b', /stands twice/],
    ['svn', 'svn://example.org/r --username=', /has no value/],
    ['svn', 'svn+ssh://-oProxyCommand=id/x', /must not start with "-"/],
    ['svn', 'svn+tunnel://example.org/x', /must look like svn:/],
    ['svn', 'file://host/srv/repo', /without a host/],
    ['svn', '/srv/repo', /must look like svn:/],
    ['ftp', 'http://example.org/', /must look like ftp:/],
    ['ftp', 'ftp://example.org/a b', /write a blank as %20/],
    ['ftp', 'ftp://example.org/a%0d%0aDELE%20x', /control character/],
    ['ftp', 'ftp://u%0ax:p@example.org/', /control character/],
    ['sftp', 'sftp://u:p@example.org/', /signs in by key/],
    ['sftp', 'sftp://example.org/ --keyFile=', /has no value/],
    ['sftp', 'sftp://example.org/ --password=x', /only --user= and --keyFile=/],
    ['sftp', 'sftp:///srv', /names no host/],
    ['svn', 'svn://example.org/\tr', /control character/],
    ['git', ' ', /required/],
  ])('of type %s must not be %s', (type, url, message) => {
    expect(addressProblem(type, url)).toMatch(message)
  })

  it('is taken apart so that the password is in no part that is shown', () => {
    expect(gitAddress('https://me:top%20s@h/a')).toMatchObject({ plain: 'https://me@h/a', protocols: 'https' })
    expect(svnAddress('https://me:s3@h/r')).toEqual({
      ...{ url: 'https://h/r', username: 'me', password: 's3', isOnDisk: false },
    })
    expect(svnAddress('svn+ssh://me@h/r')).toMatchObject({ url: 'svn+ssh://me@h/r', username: '' })
    expect(ftpAddress('ftp://h/x/')).toEqual({
      ...{ host: 'h', port: 21, secure: false, user: 'anonymous', password: 'anonymous@domain.com', directory: '/x' },
    })
    expect(ftpAddress('ftps://a:p%40s:s@h:990/')).toMatchObject({
      secure: 'implicit',
      password: 'p@s:s',
      directory: '/',
    })
    expect(ftpAddress('ftps://h').secure).toBe(true)
    expect(sftpAddress('sftp://[::1]/srv')).toEqual({
      ...{ host: '::1', port: 22, user: 'root', keyFile: '', directory: '/srv' },
    })
  })

  it('gives its secrets for masking, as they are written and as they are known', () => {
    expect(addressSecrets('git', 'https://me:top%20s@h/a')).toEqual(expect.arrayContaining(['top%20s', 'top s']))
    expect(addressSecrets('svn', 'svn://h/r --username=me --password=abc')).toEqual(['abc'])
    expect(addressSecrets('ftp', 'ftp://h/')).toEqual([])
    expect(addressSecrets('svn', 'not one --password=abc')).toEqual([])
    expect(maskUrlCredentials('svn://h/r --username=me --password=abc')).toBe(
      'svn://h/r --username=me --password=******',
    )
  })

  it('tells what is on the disk of the console, and what is the same repository with another sign-in', () => {
    expect(['/a', 'file:///a'].map((url) => isOnDisk('git', url))).toEqual([true, true])
    expect(isOnDisk('svn', 'file:///a --username=x')).toBe(true)
    expect(isOnDisk('svn', 'svn://h/a')).toBe(false)
    expect(isSameRepository('git', 'https://a:b@h/x.git', 'https://c:d@h/x.git')).toBe(true)
    expect(isSameRepository('git', 'https://a:b@h/x.git', 'https://a:b@h/y.git')).toBe(false)
    expect(isSameRepository('svn', 'svn://h/x --password=1', 'svn://h/x --password=2')).toBe(true)
    expect(isSameRepository('ftp', 'ftp://h/x', 'ftp://h/y')).toBe(false)
  })
})
