import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { processCommand } from './processLine.ts'

const run = async (line: string, variables: Record<string, string>) =>
  (await execa('sh', ['-c', processCommand(line, variables)])).stdout

describe('the line of a process', () => {
  it('names variables in or outside of quotes when they are plain', async () => {
    expect(await run("echo '${PROJECT_PATH}' ${PROJECT_PATH}/run ${OTHER:-kept}", { PROJECT_PATH: '/srv/app' })).toBe(
      '/srv/app /srv/app/run kept',
    )
  })

  it.each(['a; echo hacked', '$(echo hacked)', '`echo hacked`', "it's", '"', 'a && echo hacked', '配置 one'])(
    'never reads the value %j as a command',
    async (value) => {
      expect(await run('echo "${PROJECT_NAME}"', { PROJECT_NAME: value })).toBe(value)
      expect((await run('echo ${PROJECT_NAME}', { PROJECT_NAME: value })).split('\n')).toHaveLength(1)
    },
  )

  it('is a line of the operator otherwise: pipes, quotes and all', async () => {
    expect(await run(`printf 'a\\nb\\n' | grep -c . && echo "it's"`, {})).toBe("2\nit's")
  })
})
