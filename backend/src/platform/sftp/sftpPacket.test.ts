import { describe, expect, it } from 'vitest'
import { Packet, packet, packetSplitter } from './sftpPacket.ts'

const CONTENT = Buffer.from('the bytes of a file')
const data = (id: number, content = CONTENT) => packet(Packet.Data, id, [{ bytes: content }])
const status = (id: number) => packet(Packet.Status, id, [0, { text: '' }, { text: '' }])

/** Feeds a stream in pieces of a size, and collects what was made of it. */
function split(stream: Buffer, size: number, memories = new Map<number, Buffer>()) {
  const bodies: Buffer[] = []
  const take = packetSplitter({ take: (body) => bodies.push(body), memoryFor: (id) => memories.get(id) })
  const lent = Buffer.alloc(size)
  for (let at = 0; at < stream.length; at += size) {
    const length = stream.copy(lent, 0, at, at + size)
    take(lent.subarray(0, length))
    // What was lent is somebody else's by now.
    lent.fill(0xee)
  }
  return bodies
}

describe('a stream of packets', () => {
  const stream = Buffer.concat([status(1), data(2), data(3), data(4, Buffer.alloc(0)), status(5)])

  it.each([1, 3, 7, 13, 64, 1000])('is cut in the same places when it comes by %i bytes', (size) => {
    const bodies = split(stream, size)
    expect(bodies.map((body) => [body[0], body.readUInt32BE(1)])).toEqual([
      ...[
        [Packet.Status, 1],
        [Packet.Data, 2],
        [Packet.Data, 3],
        [Packet.Data, 4],
        [Packet.Status, 5],
      ],
    ])
    expect(bodies[2]?.subarray(9).equals(CONTENT)).toBe(true)
  })

  it.each([1, 3, 7, 13, 64, 1000])('fills the memory of whoever asked, by %i bytes', (size) => {
    const memory = Buffer.alloc(CONTENT.length + 5)
    const bodies = split(stream, size, new Map([[3, memory]]))
    expect(bodies.map(({ length }) => length)).toEqual([17, 9 + CONTENT.length, 9, 9, 17])
    expect(bodies[2]?.readUInt32BE(5)).toBe(CONTENT.length)
    expect(memory.subarray(0, CONTENT.length).equals(CONTENT)).toBe(true)
  })

  it('is no SFTP when it answers with more than was asked for, or tells another length than it has', () => {
    const small = new Map([[2, Buffer.alloc(4)]])
    expect(() => split(stream, 64, small)).toThrow(RangeError)
    const lying = data(2)
    lying.writeUInt32BE(CONTENT.length - 1, 9)
    expect(() => split(lying, 64, new Map([[2, Buffer.alloc(100)]]))).toThrow(RangeError)
    expect(() => split(Buffer.from('Welcome to this server!'), 64)).toThrow('something else than SFTP')
  })
})
