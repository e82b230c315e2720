import { expect, it } from 'vitest'
import { readServices } from './readServices.ts'

it('reads units of systemd and programs of supervisor', () => {
  const output = [
    '@systemd here',
    'ssh.service                loaded    active   running OpenBSD Secure Shell server',
    '● nginx.service            loaded    failed   failed  A high performance web server',
    'once.service               loaded    active   exited  Did its work',
    'gone.service               not-found inactive dead    gone.service',
    'shop@2.service             loaded    activating auto-restart Shop 2',
    '@supervisor here',
    'web:web_00                       RUNNING   pid 12, uptime 0:00:05',
    'worker                           FATAL     Exited too quickly (process log may have details)',
    '',
  ].join('\n')
  const { keepers, list } = readServices(output)
  expect(keepers).toEqual([
    { keeper: 'systemd', isHere: true, problem: '' },
    { keeper: 'supervisor', isHere: true, problem: '' },
  ])
  expect(list.map(({ name, state }) => [name, state])).toEqual([
    ['ssh.service', 'running'],
    ['nginx.service', 'failed'],
    ['once.service', 'stopped'],
    ['shop@2.service', 'changing'],
    ['web:web_00', 'running'],
    ['worker', 'failed'],
  ])
  expect(list.at(-1)?.description).toBe('Exited too quickly (process log may have details)')
})

it('says which keeper is not there, and which one does not answer', () => {
  const { keepers, list } = readServices(
    '@systemd none\n@supervisor here\nunix:///var/run/supervisor.sock no such file\n@problem 4\n',
  )
  expect(keepers).toEqual([
    { keeper: 'systemd', isHere: false, problem: '' },
    { keeper: 'supervisor', isHere: true, problem: 'unix:///var/run/supervisor.sock no such file' },
  ])
  expect(list).toEqual([])
})
