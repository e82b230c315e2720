import { type VariablePlace, variablesIn } from '@windlass/shared-kit/contract/scriptVariables'
import { expect, it } from 'vitest'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import { NO_COMMIT } from './deployRun.ts'
import { hostVariables, remoteVariables, transferVariables } from './runVariables.ts'
import { scriptSecrets } from './scriptSecrets.ts'

const block = (content: string, mode: '' | 'python' | 'yaml' = '') => ({ mode, content })
const jump = { host: '10.0.0.1', port: 2222, user: 'jump', keyPath: '/keys/jump', password: 'jump-pass' }
const target: SshTarget = {
  serverId: 7,
  name: 'web',
  os: 'linux',
  host: '10.0.0.7',
  port: 22,
  user: 'deploy',
  keyPath: '',
  password: 'web-pass',
  jumps: [jump],
}
const custom = [
  { name: 'greeting', value: 'hello ${SERVER_NAME} of ${PROJECT_NAME}', type: 'string' as const },
  { name: 'PROJECT_NAME', value: 'mine', type: 'string' as const },
  { name: 'SERVER_NAME', value: 'mine', type: 'string' as const },
]

type Run = Parameters<typeof hostVariables>[0]
/** Only what variables are made from; the rest of a project does not matter here. */
const makeRun = (change: object = {}) =>
  ({
    project: {
      id: 3,
      name: 'shop',
      path: '/srv/shop',
      symlinkPath: '/srv/releases',
      branch: 'main',
      label: 'a,b',
      environment: 1,
      repoType: 'git',
      url: 'https://me:pass@host/shop.git',
      transferType: 'custom',
      deployServerMode: 'serial',
      ...change,
    },
    request: {
      commit: '',
      branch: '',
      serverIds: [7],
      script: { afterDeploy: block('x', 'python'), customVariables: custom },
    },
    publish: { token: 'the-token' },
    workFolder: '/data/repository/project_3',
    commit: {
      ...NO_COMMIT,
      commit: 'abcdef123456',
      branch: 'origin/main',
      tag: 'v1',
      author: 'Ada',
      timestamp: 5,
      message: 'm',
    },
    targets: [target],
  }) as unknown as Run

const names = (variables: object) =>
  Object.keys(variables)
    .filter((name) => name !== 'greeting')
    .sort()
const promised = (place: VariablePlace) => [...variablesIn(place)].sort()

it('gives every place exactly the variables that are promised for it', () => {
  expect(names(hostVariables(makeRun()))).toEqual([...promised('host'), 'SERVER_NAME'].sort())
  expect(names(remoteVariables(makeRun(), { target, serial: 1 }))).toEqual(promised('server'))
  expect(names(transferVariables(makeRun(), target))).toEqual(promised('transfer'))
  expect(names(transferVariables(makeRun({ transferType: 'rsync' }), target))).not.toContain('AFTER_DEPLOY_FILENAME')
})

it('gives them the right values', () => {
  const project = {
    PROJECT_ID: '3',
    PROJECT_NAME: 'shop',
    PROJECT_PATH: '/srv/shop',
    PROJECT_BRANCH: 'main',
    PROJECT_LABEL: 'a,b',
    PROJECT_ENV: '1',
    PROJECT_SYMLINK_PATH: '/srv/releases/the-token',
    REPOSITORY_TYPE: 'git',
    REPOSITORY_URL: 'https://me:pass@host/shop.git',
    REPOSITORY_PATH: '/data/repository/project_3',
    PUBLISH_TOKEN: 'the-token',
  }
  const server = {
    SERVER_ID: '7',
    SERVER_IP: '10.0.0.7',
    SERVER_PORT: '22',
    SERVER_OWNER: 'deploy',
    SERVER_PASSWORD: 'web-pass',
    SERVER_PATH: '',
    SERVER_JUMP_IP: '10.0.0.1',
    SERVER_JUMP_PORT: '2222',
    SERVER_JUMP_OWNER: 'jump',
    SERVER_JUMP_PASSWORD: 'jump-pass',
    SERVER_JUMP_PATH: '/keys/jump',
  }
  const commit = {
    COMMIT_ID: 'abcdef123456',
    COMMIT_SHORT_ID: 'abcdef',
    COMMIT_BRANCH: 'origin/main',
    COMMIT_TAG: 'v1',
    COMMIT_AUTHOR: 'Ada',
    COMMIT_TIMESTAMP: '5',
    COMMIT_MESSAGE: 'm',
  }
  const host = hostVariables(makeRun())
  expect(host).toMatchObject({ ...project, ...commit, greeting: 'hello ${SERVER_NAME} of shop' })
  expect(JSON.parse(host['PROJECT_SERVERS'] ?? '')).toMatchObject([
    { id: 7, name: 'web', ip: '10.0.0.7', password: 'web-pass', jumpPassword: 'jump-pass', jumpPort: 2222 },
  ])
  expect(hostVariables({ ...makeRun(), targets: [] })['PROJECT_SERVERS']).toBe('null')
  // One's own goes before the server's, and the project's before one's own.
  expect(remoteVariables(makeRun(), { target, serial: 2 })).toEqual({
    ...project,
    ...server,
    SERVER_NAME: 'mine',
    SERVER_TOTAL_NUMBER: '1',
    SERVER_SERIAL_NUMBER: '2',
    greeting: 'hello web of shop',
  })
  expect(transferVariables(makeRun(), target)).toEqual({
    ...project,
    ...server,
    SERVER_NAME: 'web',
    AFTER_DEPLOY_FILENAME: 'goploy-after-deploy-p3-s7.py',
  })
})

it('knows the secrets of scripts: by name, in addresses, and those of registries', () => {
  const yaml = `steps: [{name: a, image: b, commands: [c], imageOptions: {username: me, password: 'p-\${suffix}'}}]`
  const variables = [
    ['API_TOKEN', 'token-value'],
    ['dbPassword', 'db-value'],
    ['ACCESS_KEY', 'key-value'],
    ['mirror', 'https://me:url-value@host/x'],
    ['monkey', 'banana'],
    ['suffix', 'end'],
  ].map(([name = '', value = '']) => ({ name, value, type: 'string' as const }))
  const script = { afterPull: block(yaml, 'yaml'), afterDeploy: block(''), deployFinish: block('steps: [', 'yaml') }
  const found = scriptSecrets({
    ...script,
    afterDeploy: { ...script.afterDeploy, scriptNames: null },
    customVariables: variables,
  })
  expect(found.sort()).toEqual(['db-value', 'key-value', 'p-end', 'token-value', 'url-value'])
})
