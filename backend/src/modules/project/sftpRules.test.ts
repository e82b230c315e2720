import { expect, it } from 'vitest'
import { readSftpRules } from './sftpRules.ts'

it('compares the whole path, re-admits by include, and reads patterns as rsync does when asked to', () => {
  const rules = readSftpRules(['--exclude', '.git', '--exclude=a', '--include', 'a/b/c.txt', '--delete', '-rv'], false)
  expect(rules).toMatchObject({ isDeleting: true, isVerbose: true })
  expect(rules.isExcluded('.git', true)).toBe(true)
  expect(rules.isExcluded('x/.git', true)).toBe(false)
  expect(rules.isExcluded('a', true)).toBe(false)
  expect(rules.isExcluded('a', false)).toBe(true)

  const like = readSftpRules(['--exclude', '*.log', '--exclude', '/top', '--exclude', '.git'], true)
  expect(like.isExcluded('deep/down.log', false)).toBe(true)
  expect(like.isExcluded('top', true)).toBe(true)
  expect(like.isExcluded('deep/top', true)).toBe(false)
  expect(like.isExcluded('sub/.git', true)).toBe(true)
})
