import { useTranslation } from '@windlass/shared-kit/i18n'
import { useUrlState } from '@windlass/shared-kit/ui'
import { type KeyboardEvent, useRef } from 'react'
import type { Cast } from './castReader.ts'
import { PlayerControls } from './PlayerControls.tsx'
import { RecordSearch } from './RecordSearch.tsx'
import { usePlayback } from './usePlayback.ts'

const STEP_S = 5

/** A recording with its controls; the moment and what is looked for stand in the address. */
export function RecordPlayer({ recordId, cast }: { recordId: number; cast: Cast }) {
  const { t } = useTranslation('logs')
  const url = useUrlState({ t: '0', q: '' })
  const host = useRef<HTMLDivElement>(null)
  const playback = usePlayback(cast, host, Number(url.values.t) || 0)
  const { time, seek, toggle } = playback

  /** Where somebody went by himself is worth an address; where it plays to is not. */
  const goTo = (moment: number) => {
    seek(moment)
    url.change({ t: String(Math.round(moment * 100) / 100) })
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return
    const actions: Record<string, () => void> = {
      ' ': toggle,
      k: toggle,
      ArrowLeft: () => goTo(Math.max(0, time - STEP_S)),
      ArrowRight: () => goTo(Math.min(playback.length, time + STEP_S)),
      Home: () => goTo(0),
      End: () => goTo(playback.length),
    }
    const action = actions[event.key]
    // A button that has the keyboard is pressed by the space bar.
    if (!action || (event.key === ' ' && event.target instanceof HTMLButtonElement)) return
    event.preventDefault()
    action()
  }
  return (
    <div className="record-player">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the controls inside */}
      <div className="record-stage" onKeyDown={handleKeyDown}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- moved by the keyboard */}
        <section className="record-ground" tabIndex={0} aria-label={t('terminal.screen')}>
          <div ref={host} className="record-screen" />
        </section>
        <PlayerControls playback={playback} onSeek={goTo} />
      </div>
      <RecordSearch
        recordId={recordId}
        text={url.values.q}
        length={playback.length}
        time={time}
        onSearch={(q) => url.change({ q })}
        onGo={(moment) => {
          playback.pause()
          goTo(moment)
        }}
      />
    </div>
  )
}
