import { useState } from 'react'
import { useToolState } from '../../box/useToolState.ts'
import { zoneOrLocal } from '../../parts/zonedTime.ts'
import { convert, type DateInputs, EMPTY, type Field, shownOf, sourceOf } from './dateState.ts'

/** The inputs of the tool, what they mean, and the ways to change them. */
export function useDateTool() {
  const [kept, keep] = useToolState(EMPTY)
  const zone = zoneOrLocal(kept.zone)
  // Nothing is said about a text while somebody types it.
  const [isTyping, setTyping] = useState(false)
  const [isEnd, setEnd] = useState(false)
  const source = sourceOf(kept)
  const isFilled = kept[source].trim() !== ''
  // The field that follows is never taken from a link: its zone may be the one of another browser.
  const inputs = isFilled && !isTyping ? { ...kept, ...convert(source, kept, 0, zone) } : kept
  const meaning = shownOf(inputs, zone)
  const shown = isTyping ? undefined : meaning

  /** Shows a moment; undefined tells that there is none. */
  const show = (patch: Partial<DateInputs> | undefined) => {
    setTyping(false)
    setEnd(patch === undefined)
    if (patch) keep(patch)
  }
  const type = (field: Field, text: string) => {
    setTyping(true)
    setEnd(false)
    keep({ [field]: text, from: field, pick: '', ...(field === 'timestamp' && { isSeconds: false }) })
  }
  return {
    inputs,
    zone,
    shown,
    /** How a timestamp is read, told while it is typed. */
    read: meaning?.field === 'timestamp' && meaning.nanos !== undefined ? meaning : undefined,
    isTyping,
    isEnd,
    /** The text of the field that followed. */
    result: shown?.nanos === undefined ? '' : inputs[source === 'date' ? 'timestamp' : 'date'],
    keep,
    show,
    type,
    convert: (field: Field) => show(convert(field, kept, Date.now(), zone)),
    clear: () => show({ ...EMPTY, zone: kept.zone, unit: kept.unit }),
  }
}
