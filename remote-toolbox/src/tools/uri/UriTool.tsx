import './uri.css'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Checkbox, Segmented } from 'antd'
import { useDeferredValue, useMemo } from 'react'
import { useResult } from '../../box/useResult.ts'
import { useToolState } from '../../box/useToolState.ts'
import { type Direction, directionOf, TwoWayText } from '../../parts/TwoWayText.tsx'
import { UriPartsView } from './UriPartsView.tsx'
import { uriParts } from './uriParts.ts'
import { decodeUri, encodeUri, type UriUse } from './uriText.ts'

type Scope = 'component' | 'whole'

type State = { text: string; direction: string; scope: string; isForm: boolean }

const DEFAULTS: State = { text: '', direction: 'decode', scope: 'whole', isForm: false }
const ESCAPED = /%[\da-f]{2}/i
/** What `decodeURI` leaves encoded. */
const KEPT = /%(?:2[346bcf]|3[abdf]|40)/i
const PLACEHOLDERS: Readonly<Record<Direction, string>> = {
  decode: 'caf%C3%A9%20%E4%B8%AD%E6%96%87',
  encode: 'café 中文',
}
/** The function of the browser that does the same, except that it fails at the first flaw. */
const BUILT_IN: Readonly<Record<Direction, Record<Scope, string>>> = {
  decode: { component: 'decodeURIComponent', whole: 'decodeURI' },
  encode: { component: 'encodeURIComponent', whole: 'encodeURI' },
}

/** Decodes and encodes addresses and their parts, and takes them to pieces. */
export default function UriTool() {
  const { t } = useTranslation('toolbox')
  const [state, keep] = useToolState(DEFAULTS)
  const direction = directionOf(state.direction)
  const scope: Scope = state.scope === 'component' ? 'component' : 'whole'
  const text = useDeferredValue(state.text)
  const result = useConverted(text, direction, {
    isWhole: scope === 'whole',
    isForm: state.isForm && scope !== 'whole',
  })
  const parts = useMemo(() => uriParts(text) ?? uriParts(result.text), [text, result])
  const note =
    result.flaws.length > 0 ? undefined : noteOn(direction === 'decode' ? result.text : text, direction, scope)
  useResult(result.text)
  return (
    <TwoWayText
      tool="uri"
      text={state.text}
      direction={direction}
      result={result}
      onChange={keep}
      placeholder={PLACEHOLDERS[direction]}
      hint={<code className="wl-mono">{BUILT_IN[direction][scope]}</code>}
      outputHint={note && t(`uri.note.${note}`)}
      options={
        <>
          <Segmented<Scope>
            aria-label={t('uri.scope')}
            value={scope}
            options={(['whole', 'component'] as const).map((value) => ({ value, label: t(`uri.${value}`) }))}
            onChange={(next) => keep({ scope: next })}
          />
          {scope === 'component' && (
            <Checkbox checked={state.isForm} onChange={(event) => keep({ isForm: event.target.checked })}>
              {t('uri.form')}
            </Checkbox>
          )}
        </>
      }
    >
      {parts && <UriPartsView parts={parts} />}
    </TwoWayText>
  )
}

function useConverted(text: string, direction: Direction, { isWhole, isForm }: UriUse) {
  return useMemo(
    () => (direction === 'decode' ? decodeUri : encodeUri)(text, { isWhole, isForm }),
    [text, direction, isWhole, isForm],
  )
}

/** What may surprise about encoded characters in a text that should have none: the key of its sentence. */
function noteOn(text: string, direction: Direction, scope: Scope): string | undefined {
  if (!ESCAPED.test(text)) return undefined
  if (direction === 'encode') return 'encodedTwice'
  return scope === 'whole' && KEPT.test(text) ? 'kept' : 'decodedOnce'
}
