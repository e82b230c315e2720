import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { packMinutes } from '../modules/metrics/minutePack.ts'

interface Answer {
  code: number
  message: string
  data: unknown
}

/** An agent as it has always been: it knows its server's id, a key as text and an address, and nothing of the console. */
export interface TestAgent {
  /** Reports one value as of now, and answers the envelope. */
  report(type: number, item: string, value: string): Promise<Answer>
  /** Reports all values of a minute in one call, as the agent of the console does. */
  reportMany(values: readonly { type: number; item: string; value: string }[]): Promise<Answer>
  /** Asks for the tasks it is to run, as it does each minute. */
  crons(): Promise<Record<string, unknown>[]>
  /** Reports a run of a task that has just ended. */
  cronReport(run: { cronId: number; execCode: number; message: string }): Promise<Answer>
}

/** The key of a server, made from what a console keeps in its folder. */
export function serverKey(dataDir: string, serverId: number): string {
  const secret = Buffer.from(readFileSync(path.join(dataDir, 'session.key'), 'utf8').trim(), 'base64')
  return createHmac('sha256', secret).update(`agent:${serverId}`).digest('hex')
}

/** It sends a whole task of which only the server counts. */
const NO_TASK = {
  ...{ id: 0, expression: '', command: '', singleMode: 0, logLevel: 0, description: '', creator: '', editor: '' },
  ...{ insertTime: '', updateTime: '' },
}

const two = (value: number) => String(value).padStart(2, '0')

/** `YYYY-MM-DD HH:mm` on the clock of this process. */
function minuteText(at: Date): string {
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`
}

/** Written again from the description of the wire, so that a mistake of the console is not made twice. */
function signed(body: string, key: string): string {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const sign = createHash('sha256')
    .update(`${body}${timestamp}${key}`)
    .digest('base64')
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
  return `?timestamp=${timestamp}&sign=${encodeURIComponent(sign)}`
}

function post(url: string, body: string, connections: http.Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const request = http.request(url, { method: 'POST', agent: connections, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())))
      response.on('error', reject)
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** Creates an agent; several may share connections. */
export function createTestAgent(
  place: { url: string; serverId: number; key: string },
  connections: http.Agent = new http.Agent(),
): TestAgent {
  const { url, serverId, key } = place
  const send = (call: string, fields: object) => {
    const body = `${JSON.stringify(fields)}\n`
    return post(`${url}/agent/${call}${signed(body, key)}`, body, connections)
  }
  return {
    report: (type, item, value) => send('report', { serverId, type, item, value, reportTime: minuteText(new Date()) }),
    reportMany: (values) => {
      const time = Math.floor(Date.now() / 1000)
      const zone = 0 - new Date().getTimezoneOffset()
      return send('reportMany', {
        serverId,
        agentVersion: '1',
        zone,
        reports: values.map((each) => ({ ...each, time })),
      })
    },
    crons: async () => {
      const { data } = await send('getCronList', { ...NO_TASK, serverId })
      // As the wire has it; nothing when it was refused.
      return (data as { list: Record<string, unknown>[] } | null)?.list ?? []
    },
    cronReport: (run) => {
      const now = new Date()
      return send('cronReport', { serverId, ...run, reportTime: `${minuteText(now)}:${two(now.getSeconds())}` })
    },
  }
}

/** Packed hours like those of real servers, to fill a history with: percentages, counts and rates in turn. */
export const sampleHours = (count: number): Buffer[] =>
  Array.from({ length: count }, (_each, hour) => {
    const scale = [100, 3, 400, 3_000_000][hour % 4] ?? 1
    const values = Array.from({ length: 60 }, (_minute, minute) => {
      const wave = Math.sin((hour + minute / 60) / 4) / 3 + 0.5 + (Math.random() - 0.5) / 10
      return Math.round(wave * scale * 100) / 100
    })
    return packMinutes(values)
  })
