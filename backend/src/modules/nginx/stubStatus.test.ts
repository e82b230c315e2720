import { describe, expect, it } from 'vitest'
import { readStub, stubPlace } from './stubStatus.ts'

const SAID = `Active connections: 291 
server accepts handled requests
 16630948 16630947 31070465 
Reading: 6 Writing: 179 Waiting: 106 
`

const placeIn = (server: string) => {
  const bytes = Buffer.from(`http { server { ${server} } }`)
  const facts = {
    path: '/etc/nginx/nginx.conf',
    real: '/etc/nginx/nginx.conf',
    size: 0,
    mode: '0644',
    time: 0,
    owner: '',
  }
  return stubPlace({ files: [{ ...facts, bytes, isClosed: false, parent: '', line: 0 }] })
}

describe('the place where nginx counts connections', () => {
  it.each([
    ['listen 8080; location = /s { stub_status; }', 'http://127.0.0.1:8080/s', 'localhost'],
    ['location /s { stub_status on; }', 'http://127.0.0.1:80/s', 'localhost'],
    ['listen *:81; server_name _ a.test; location /s { stub_status; }', 'http://127.0.0.1:81/s', 'a.test'],
    ['listen [::]:82; location /s { stub_status; }', 'http://127.0.0.1:82/s', 'localhost'],
    ['listen [::1]:82; location /s { stub_status; }', 'http://[::1]:82/s', 'localhost'],
    ['listen 10.0.0.7; location /s { stub_status; }', 'http://10.0.0.7/s', 'localhost'],
    ['listen inside.test:83; location /s { stub_status; }', 'http://inside.test:83/s', 'localhost'],
    ['listen 443 ssl; location /s { stub_status; }', 'https://127.0.0.1:443/s', 'localhost'],
    ['listen 443 ssl; listen 84; location ^~ /s { stub_status; }', 'http://127.0.0.1:84/s', 'localhost'],
  ])('is found: %s', (server, url, host) => {
    expect(placeIn(server)).toEqual({ url, host, socket: '' })
  })

  it('is found behind a socket', () => {
    const place = placeIn('listen unix:/run/s.sock; location /s { stub_status; }')
    expect(place).toEqual({ url: 'http://localhost/s', host: 'localhost', socket: '/run/s.sock' })
  })

  it.each([
    ['none', 'location /s { return 200; }'],
    ['one that is written off', '# location /s { stub_status; }'],
    ['an expression', 'location ~ ^/s { stub_status; }'],
    ['words of a shell', 'location "/$(id)" { stub_status; }'],
  ])('is not guessed: %s', (_what, server) => {
    expect(placeIn(server)).toBeUndefined()
  })
})

describe('what it counts', () => {
  it('is read', () => {
    const since = { accepts: 16_630_948, handled: 16_630_947, requests: 31_070_465 }
    expect(readStub(SAID)).toEqual({ active: 291, reading: 6, writing: 179, waiting: 106, ...since })
  })

  it.each(['', '<html>404</html>', SAID.replace('Waiting', 'Wanting')])('is nothing else: %j', (text) => {
    expect(readStub(text)).toBeUndefined()
  })
})
