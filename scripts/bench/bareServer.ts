// The baseline of signed-in-list: a Fastify route that answers a fixed envelope, in a process of its own as the server is.
import Fastify from 'fastify'

const rows = Number(process.env['ROWS'] ?? '1')
const row = {
  id: 1,
  name: 'manager',
  description: '',
  insertTime: '2026-01-01 00:00:00',
  updateTime: '2026-01-01 00:00:00',
}
const app = Fastify({ logger: false })
app.get('/', () => ({ code: 0, message: '', data: { list: Array.from({ length: rows }, () => row) } }))
console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
