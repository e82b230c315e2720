import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { CHECK_SENTENCES } from './checkSentences.ts'
import { CONSOLE_SENTENCES } from './consoleSentences.ts'
import { DEPLOY_SENTENCES } from './deploySentences.ts'
import { sentenceIn } from './sentences.ts'
import { SSH_SENTENCES } from './sshSentences.ts'
import type { Sentences } from './translateSentence.ts'

const SOURCES = path.resolve(import.meta.dirname, '../..')
const FOLDERS = ['modules/monitor/checks', 'modules/deploy', 'platform/ssh']
/** What is thrown to be told to people who get notices. */
const THROWN = /new (?:CheckError|StageError|DeployStopped|SshError)\(/g
const ENGLISH = /[a-z]{2,} [a-z]{2,}/i

/** The end of a `${…}`, with whatever is nested in it. */
function endOfPlace(text: string, start: number): number {
  let depth = 1
  let at = start
  for (; at < text.length && depth > 0; at++) {
    if (text[at] === '{') depth += 1
    if (text[at] === '}') depth -= 1
  }
  return at
}

/** The text of a literal that begins here, with a value in each of its places. */
function literalAt(text: string, start: number): { literal: string; end: number } {
  const quote = text[start]
  let literal = ''
  let at = start + 1
  while (at < text.length && text[at] !== quote) {
    if (quote === '`' && text.startsWith('${', at)) {
      const end = endOfPlace(text, at + 2)
      const place = text.slice(at, end)
      literal += / \? ''/.test(place) ? '' : /seconds|_MS|timeoutMs|code|status|count/i.test(place) ? '7' : 'x1'
      at = end
    } else {
      const isEscape = text[at] === '\\'
      if (isEscape) at += 1
      literal += isEscape && text[at] === 'n' ? '\n' : text[at]
      at += 1
    }
  }
  return { literal, end: at + 1 }
}

/** The sentences that are thrown in a source as they stand there. */
function thrownIn(source: string): string[] {
  return [...source.matchAll(THROWN)].flatMap(({ index, 0: call }) => {
    let at = index + call.length
    for (let depth = 1; depth > 0 && at < source.length; at++) {
      const sign = source[at] ?? ''
      if (sign === '(') depth += 1
      if (sign === ')') depth -= 1
      if (!"'`".includes(sign)) continue
      const { literal, end } = literalAt(source, at)
      if (/[a-z]{2,} [a-z]{2,}/i.test(literal.replaceAll('x1', ''))) return [literal]
      at = end - 1
    }
    return []
  })
}

const files = FOLDERS.flatMap((folder) =>
  globSync(`${folder}/*.ts`, { cwd: SOURCES }).filter((file) => !file.endsWith('.test.ts')),
)
const thrown = files.flatMap((file) =>
  thrownIn(readFileSync(path.join(SOURCES, file), 'utf8')).map((sentence) => ({ file, sentence })),
)

/** Those whose verb is a value: the tables have them whole. */
const PIECED = [
  'x1; nothing was touched: x1',
  'x1: the script after the deploy x1',
  'x1: the server x1: x1',
  'the key file x1 x1',
  'x1: the step x1; how far it came is not known',
  'x1 refused the key x1 for user x1; x1',
]

describe('what is thrown for people', () => {
  it('was found', () => {
    expect(thrown.length).toBeGreaterThan(50)
    expect(PIECED.filter((pieced) => !thrown.some(({ sentence }) => sentence === pieced))).toEqual([])
  })

  it.each(thrown.filter(({ sentence }) => !PIECED.includes(sentence)))(
    'has Chinese words: $sentence ($file)',
    ({ sentence }) => {
      const said = sentenceIn('zh-cn', sentence)
      expect(said).not.toBe(sentence)
      expect(said).not.toMatch(ENGLISH)
      expect(sentenceIn('en', sentence)).toBe(sentence)
    },
  )
})

/** Tables of words that sentences are put together from. */
const TABLES = [
  'modules/monitor/checks/failureText.ts',
  'modules/deploy/rsyncTransfer.ts',
  'modules/deploy/deployStages.ts',
  'platform/ssh/sshError.ts',
]
const worded = TABLES.flatMap((file) =>
  [...readFileSync(path.join(SOURCES, file), 'utf8').matchAll(/^ {2}\w+: (?:\['[\w-]+', )?'([^']+ [^']+)'/gm)].map(
    ([, words = '']) => ({ file, words }),
  ),
)

describe('the words of sentences', () => {
  it('were found', () => {
    expect(new Set(worded.map(({ file }) => file))).toEqual(new Set(TABLES))
  })

  it.each(worded)('are Chinese as well: $words ($file)', ({ words }) => {
    expect(sentenceIn('zh-cn', words)).toMatch(/[\u4e00-\u9fff]/)
    expect(sentenceIn('zh-cn', `web-1: ${words}`)).not.toMatch(ENGLISH)
  })
})

describe('what is told of certificates and releases', () => {
  it.each([
    'The certificate of https://a.example ends on 2026-12-01, in 9 days; renew it.',
    'The certificate of https://a.example ends on 2026-12-01, in 1 day; renew it.',
    'The certificate of https://a.example ends within a day, on 2026-12-01; renew it.',
    'The certificate of a.example:443 ended on 2026-12-01; renew it.',
    '2 of 4 loads failed, for 2 of 3 people: 50 %, while the rule allows less than 30 %. Whoever had it gets 1.0.0.',
    '4 of 4 loads failed, for 1 of 1 person: 100 %, while the rule allows less than 30 %. Whoever had it gets nothing.',
  ])('has Chinese words: %s', (sentence) => {
    expect(sentenceIn('zh-cn', sentence)).toMatch(/[\u4e00-\u9fff]/)
    expect(sentenceIn('zh-cn', sentence)).not.toMatch(ENGLISH)
  })
})

describe('a sentence', () => {
  const all: Sentences = [...CHECK_SENTENCES, ...SSH_SENTENCES, ...DEPLOY_SENTENCES, ...CONSOLE_SENTENCES]
  const placesOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()

  it('stands in the tables once, with the same values in both languages', () => {
    const english = all.map(([text]) => text)
    expect(english.filter((text, index) => english.indexOf(text) !== index)).toEqual([])
    for (const [text, chinese] of all) {
      expect({ text, places: placesOf(chinese) }).toEqual({ text, places: placesOf(text) })
      expect(`${text}: ${chinese.replaceAll(/\{\w+\}/g, '')}`).toMatch(/[\u4e00-\u9fff]/)
    }
  })

  it.each([
    ['127.0.0.1:80: connection refused', '127.0.0.1:80：连接被拒绝'],
    ['[::1]:80: connection refused', '[::1]:80：连接被拒绝'],
    ['https://a.example/x?y=1: the certificate has expired', 'https://a.example/x?y=1：证书已过期'],
    [
      'web-1: the script failed with exit status 3\nno such file\nat line 2',
      'web-1：脚本 执行失败，退出状态 3\nno such file\nat line 2',
    ],
    [
      'shop is up again. It was down: web-1: the script failed with exit status 3\nno such file',
      'shop 已恢复。故障原因：web-1：脚本 执行失败，退出状态 3\nno such file',
    ],
    [
      'web-1: the transfer failed: rsync failed with exit status 11: a file could not be read or written; is the disk of the server full?, web-2: connection refused; not touched: web-3, web-4',
      'web-1：传输失败：rsync 执行失败，退出状态 11：无法读写某个文件；服务器磁盘是否已满？，web-2：连接被拒绝；未触及：web-3, web-4',
    ],
    [
      'interrupted: the console stopped during the transfer; web-1: done; web-2: failed, the new release is live; web-3: not touched',
      '已中断：控制台在“传输”期间停止；web-1：已完成；web-2：失败，新发布已上线；web-3：未触及',
    ],
    ['cancelled by Ada; web-1: done; web-2: not touched', '已被 Ada 取消；web-1：已完成；web-2：未触及'],
    ['web-1: the step "build" after the deploy was ended by SIGKILL', 'web-1：发布后步骤“build” 被 SIGKILL 终止'],
    [
      'edited by hand on web-1: a.php (changed), b.php (added) and 3 more; nothing was touched: bring the changes into the repository, or deploy again and give a reason to overwrite them',
      'web-1 上被手工修改：a.php（已改），b.php（新增），另有 3 个；没有改动任何内容：请把修改合入仓库，或重新发布并写明覆盖的理由',
    ],
  ])('%j is %j', (english, chinese) => {
    expect(sentenceIn('zh-cn', english)).toBe(chinese)
  })

  it.each([
    '',
    'npm ERR! missing script: build',
    'fatal: done with it',
    'a, b; c: d',
    `${'x: '.repeat(3000)}`,
    '发布失败',
  ])('of a program stays as it is: %j', (words) => {
    expect(sentenceIn('zh-cn', words)).toBe(words)
  })

  it('that looks like many is read in no time', () => {
    const hostile = `${'web: done; a, '.repeat(60)}not known, ${'x: not known, '.repeat(60)}`
    const startedAt = performance.now()
    sentenceIn('zh-cn', hostile)
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })
})
