import type { JsonNodes } from './JsonNodes.ts'

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/
const decoder = new TextDecoder()

function stepOf(key: string): string {
  // The scanner has accepted this token as a string.
  const name = JSON.parse(key) as string
  return IDENTIFIER.test(name) ? `.${name}` : `[${key}]`
}

/** How many values of its group stand before a node. */
function placeIn(nodes: JsonNodes, group: number, node: number): number {
  let place = 0
  for (let other = group + 1; other < node; other = nodes.nextOf(other)) place += 1
  return place
}

/** The path to a node, `$.servers[0]["host name"]`. */
export function pathOf(nodes: JsonNodes, node: number): string {
  const steps: string[] = []
  for (let at = node; nodes.parentOf(at) >= 0; at = nodes.parentOf(at)) {
    const key = nodes.keyOf(at)
    if (key) steps.push(stepOf(decoder.decode(nodes.bytes.subarray(key.from, key.to))))
    else steps.push(`[${placeIn(nodes, nodes.parentOf(at), at)}]`)
  }
  return `$${steps.toReversed().join('')}`
}
