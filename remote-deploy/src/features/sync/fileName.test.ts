import { describe, expect, it } from 'vitest'
import { nameProblem, tidyName } from './fileName.ts'

const others = [{ filename: 'conf/App.ini' }, { filename: '.env' }]

describe('the name of a project file', () => {
  it.each(['a', 'conf/other.ini', '.env.local', 'ü/配 置.txt', ' /conf/x '])('may be %j', (name) => {
    expect(nameProblem(name, others)).toBeUndefined()
  })

  it.each([
    ['', 'empty'],
    ['conf/', 'folder'],
    ['../x', 'parts'],
    ['a//b', 'parts'],
    ['a\\b', 'characters'],
    ['\u202egnp.exe', 'characters'],
    ['.git/config', 'git'],
    ['conf/app.INI', 'taken'],
    ['conf', 'inTheWay'],
    ['.env/x', 'inTheWay'],
  ])('%j is refused as %s', (name, problem) => {
    expect(nameProblem(name, others)).toBe(`sync.problem.${problem}`)
  })

  it('loses what people write around it', () => {
    expect(tidyName(' //conf/a ')).toBe('conf/a')
  })
})
