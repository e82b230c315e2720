import { usePageActive } from '@windlass/shared-kit/remote'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Cast, lengthOf } from './castReader.ts'
import type { Replay } from './createReplay.ts'
import { advance, type PlaybackOptions } from './playbackClock.ts'

const SECOND_MS = 1000

/** Plays a recording into an element: where it is, and everything that moves it. */
export function usePlayback(cast: Cast, host: RefObject<HTMLElement | null>, start: number) {
  const length = lengthOf(cast)
  const isActive = usePageActive()
  const replay = useRef<Replay>(undefined)
  const [time, setTime] = useState(Math.min(length, Math.max(0, start)))
  const [isPlaying, setPlaying] = useState(start === 0 && length > 0)
  const [options, setOptions] = useState<PlaybackOptions>({ speed: 1, skipsPauses: true })
  const isRunning = isPlaying && isActive

  const show = useEffectEvent((moment = time) => void replay.current?.show(moment))
  useEffect(() => {
    const element = host.current
    if (!element) return
    let isGone = false
    const load = async () => {
      const { createReplay } = await import('./createReplay.ts')
      if (isGone) return
      replay.current = createReplay(element, cast)
      show()
    }
    load().catch((error: unknown) => console.error('the player could not be loaded', error))
    const observer = new ResizeObserver(() => replay.current?.fit())
    if (element.parentElement) observer.observe(element.parentElement)
    return () => {
      isGone = true
      observer.disconnect()
      replay.current?.dispose()
      replay.current = undefined
    }
  }, [host, cast])
  useEffect(() => show(time), [time])

  const tick = useEffectEvent((wallSeconds: number) => {
    const next = advance(cast.events, time, wallSeconds, options)
    setTime(Math.min(length, next))
    if (next >= length) setPlaying(false)
  })
  useEffect(() => {
    if (!isRunning) return
    let last = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      tick((now - last) / SECOND_MS)
      last = now
      frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [isRunning])

  return {
    time,
    length,
    isPlaying,
    options,
    setOptions,
    seek: (wanted: number) => setTime(Math.min(length, Math.max(0, wanted))),
    toggle: () => {
      // Played to its end, it begins anew.
      if (!isPlaying && time >= length) setTime(0)
      setPlaying(!isPlaying)
    },
    pause: () => setPlaying(false),
  }
}
