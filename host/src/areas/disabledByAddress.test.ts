import { describe, expect, it } from 'vitest'
import { addressWithAll, disabledByAddress } from './disabledByAddress.ts'

const at = (address: string) => disabledByAddress(new URL(address, 'https://console.example.org'))
const without = (address: string) => addressWithAll(new URL(address, 'https://console.example.org'))

describe('the areas an address turns off', () => {
  it.each([
    ['/#/log/loginLog', []],
    ['/?disable=remote-logs#/log/loginLog', ['logs']],
    ['/?disable=logs', ['logs']],
    ['/?disable=remote-logs,remote-deploy&disable=server', ['logs', 'deploy', 'server']],
    ['/#/log/loginLog?disable=remote-logs&q=x', ['logs']],
    ['/?disable=#/', []],
  ])('are read from %s', (address, areas) => {
    expect(at(address)).toEqual(areas)
  })

  it('are left out of the address that loads the page with all of them', () => {
    expect(without('/?disable=remote-logs&theme=dark#/log/loginLog')).toBe(
      'https://console.example.org/?theme=dark#/log/loginLog',
    )
    expect(without('/#/log/loginLog?disable=remote-logs&q=x')).toBe('https://console.example.org/#/log/loginLog?q=x')
    expect(without('/#/log/loginLog?disable=remote-logs')).toBe('https://console.example.org/#/log/loginLog')
  })
})
