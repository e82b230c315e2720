/** Reads what terminals print, in a thread of its own, so that a flood in one of them delays nobody's request. */
import { parentPort } from 'node:worker_threads'
import type { ScreenAnswer, ScreenOrder } from './screenMessages.ts'
import { ScreenModel } from './screenModel.ts'

const screens = new Map<number, ScreenModel>()

const answer = (message: ScreenAnswer) => parentPort?.postMessage(message, [])

function draw(screen: ScreenModel, request: number): void {
  void screen.draw().then((drawing) => answer({ type: 'drawn', request, drawing }))
}

parentPort?.on('message', (order: ScreenOrder) => {
  if (order.type === 'open') {
    screens.set(order.id, new ScreenModel(order))
    return
  }
  const screen = screens.get(order.id)
  if (!screen) return
  if (order.type === 'write') screen.write(order.bytes, () => answer({ type: 'read', id: order.id, upTo: order.upTo }))
  else if (order.type === 'resize') screen.resize(order)
  else if (order.type === 'draw') draw(screen, order.request)
  else {
    screens.delete(order.id)
    screen.close()
  }
})
