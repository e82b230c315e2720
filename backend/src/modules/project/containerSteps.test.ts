import { expect, it } from 'vitest'
import { readContainerSteps } from './containerSteps.ts'

const step = (more = '') => `steps:\n  - name: build\n    image: node:26\n    commands: [npm ci]\n${more}`

it('reads steps with all their options, scalars as texts, anchors and merged keys', () => {
  const steps = readContainerSteps(`
common: &common
  image: alpine
steps:
  - name: 1
    <<: *common
    commands:
      - no
      - echo "\${PROJECT_NAME}"
    imageOptions: {registry: registry.example.org/team/, username: me, password: 0123, dockerfile: docker/web}
  - {name: '', image: 'shop:\${COMMIT_SHORT_ID}', commands: ['true'], imageOptions: }
`)
  expect(steps).toEqual([
    {
      name: '1',
      image: 'alpine',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how a script names a variable
      commands: ['no', 'echo "${PROJECT_NAME}"'],
      registry: 'registry.example.org/team/',
      username: 'me',
      password: '0123',
      dockerfile: 'docker/web',
    },
    {
      name: 'step 2',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how a script names a variable
      image: 'shop:${COMMIT_SHORT_ID}',
      commands: ['true'],
      registry: '',
      username: '',
      password: '',
      dockerfile: '',
    },
  ])
})

const bomb = `a: &a [x, x]\n${[...'bcdefghij'].map((name, at) => `${name}: &${name} [*${'abcdefghij'[at]}, *${'abcdefghij'[at]}]`).join('\n')}\n${step()}`

it.each([
  ['', /there must be a list "steps"/],
  ['steps: []', /there must be a list "steps"/],
  ['just a text', /there must be a list "steps"/],
  ['steps: [1]', /step 1 must have name, image and commands/],
  ['steps: [{name: a, image: b, commands: ls}]', /step 1 \(a\): commands must be a list/],
  ['steps: [{name: a, image: b, commands: [[ls]]}]', /each command must be a text/],
  ['steps: [{name: a, commands: [ls]}]', /image is missing/],
  ['steps: [{name: a, image: --privileged, commands: [ls]}]', /"--privileged" is not the name of an image/],
  ['steps: [{name: a, image: "a b", commands: [ls]}]', /"a b" is not the name of an image/],
  ['steps: [{name: a, image: b, command: [ls]}]', /step 1: "command" is not known/],
  [step('    imageOptions: {dockerfile: ../..}\n'), /dockerfile must name a folder inside the repository/],
  [step('    imageOptions: {user: me}\n'), /"user" is not known/],
  ['steps:\n  - name: a\n   image: b', /line 3/],
  ['steps: *nowhere', /nowhere/],
  [`${step()}steps: []`, /unique/],
  [bomb, /alias/i],
  ['['.repeat(30_000), /^nested more than 8 deep$/],
  [`a: ${'['.repeat(20)}${']'.repeat(20)}`, /nested more than 8 deep/],
  [`#${'x'.repeat(70_000)}`, /longer than 64 KiB/],
])('refuses %.40s', (text, message) => {
  expect(() => readContainerSteps(text)).toThrow(message)
})
