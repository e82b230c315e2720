import { expect, it } from 'vitest'
import { isPlainOrigin } from './isPlainOrigin.ts'

it.each([
  'https://dev.example',
  'https://dev.example:8443',
  'http://127.0.0.1:4105',
  'http://[::1]:4105',
  'http://localhost',
])('takes %s', (origin) => expect(isPlainOrigin(origin)).toBe(true))

it.each([
  'https://*',
  'https://*.example',
  'https://a;sandbox',
  'https://a,b',
  "https://a'b",
  'https://a b',
  'https://a/',
  'https://user@a',
  'https://exämple.de',
  'https://a\nb',
  'https://A.example',
  "'unsafe-inline'",
  'data:',
  '',
])('refuses %j', (origin) => expect(isPlainOrigin(origin)).toBe(false))
