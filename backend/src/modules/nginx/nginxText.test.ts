import { describe, expect, it } from 'vitest'
import { matchesPattern } from './matchesPattern.ts'
import { includesOf, logsOf, withIncludes } from './nginxText.ts'

describe('the text of a configuration', () => {
  it('tells its includes with their lines, and none of comments, strings and other languages', () => {
    const text = [
      'include a.conf; # include b.conf;',
      'http {',
      '  log_format x "include c.conf;";',
      "  include 'with space/*.conf';",
      '  content_by_lua_block {',
      "    -- it's { not closed",
      '    local s = "include d.conf;"',
      '  }',
      '  return 200 ${uri};INCLUDE /etc/e.conf;',
      '}',
    ].join('\n')
    expect(includesOf(text).map(({ word, line }) => [word.text, line])).toEqual([
      ['a.conf', 1],
      ['with space/*.conf', 4],
      ['/etc/e.conf', 9],
    ])
  })

  it('gets other paths without moving a line', () => {
    const text = 'include /a/b.conf;\n# include /c;\ninclude "/d e.conf";\ninclude f;\n'
    const moved = withIncludes(text, (file) => (file.startsWith('/') ? `..${file}` : file))
    expect(moved).toBe('include ../a/b.conf;\n# include /c;\ninclude "../d e.conf";\ninclude f;\n')
  })

  it('tells the logs that are files, with the site that writes them', () => {
    const text = [
      'error_log stderr;',
      'server { access_log /l/a.log main; server_name a.test www.a.test; }',
      'access_log off; access_log /l/$host.log; error_log e.log warn; access_log syslog:server=x;',
    ].join('\n')
    expect(logsOf(text)).toEqual([
      { path: '/l/a.log', kind: 'access', site: 'a.test www.a.test' },
      { path: 'e.log', kind: 'error', site: '' },
    ])
  })

  it.each(['{', '}', '}}}', '"', "'", 'a{b', 'include', 'include ;', '\\', '${', 'x_by_lua_block {', '#'])(
    'is read as far as it makes sense: %s',
    (text) => {
      expect(includesOf(text)).toEqual([])
    },
  )
})

describe('a pattern', () => {
  it.each([
    ['/a/x.conf', '/a/*.conf', true],
    ['/a/.x.conf', '/a/*.conf', false],
    ['/a/b/x.conf', '/a/*.conf', false],
    ['/a/b/x.conf', '/a/*/x.conf', true],
    ['/a/x1', '/a/x[0-9]', true],
    ['/a/x1', '/a/x[!0-9]', false],
    ['/a/xy', '/a/x?', true],
    ['/a/x+(y)', '/a/x+(y)', true],
    ['/a/[', '/a/[*', true],
    ['/a/z', '/a/[z-a]', false],
  ])('%s and %s: %s', (path, pattern, isMet) => {
    expect(matchesPattern(path, pattern)).toBe(isMet)
  })
})
