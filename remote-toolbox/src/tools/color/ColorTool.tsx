import './color.css'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useState } from 'react'
import { useResult } from '../../box/useResult.ts'
import { useToolState } from '../../box/useToolState.ts'
import { ToolFoot } from '../../parts/ToolFoot.tsx'
import { ColorField } from './ColorField.tsx'
import { ColorPanel } from './ColorPanel.tsx'
import { ColorPickers } from './ColorPickers.tsx'
import {
  CLEAN,
  type ColorInputs,
  type ColorView,
  convertField,
  editField,
  openColors,
  passColor,
  pickColor,
  resultOf,
} from './colorView.ts'

/** Converts colours between hex and RGB, and shows what can be said of them. */
export default function ColorTool() {
  const { t } = useTranslation('toolbox')
  const [kept, keep] = useToolState<ColorInputs>(CLEAN)
  const [view, setView] = useState(() => openColors(kept))
  const { inputs, results, color } = view
  const result = resultOf(view)
  const show = (next: ColorView) => {
    setView(next)
    keep(next.inputs)
  }
  useResult(result)
  return (
    <div className="toolbox-tool">
      {(['hex', 'rgb'] as const).map((field) => (
        <ColorField
          key={field}
          field={field}
          value={inputs[field]}
          result={results[field]}
          onChange={(text) => show(editField(view, field, text))}
          onConvert={() => show(convertField(view, field))}
        />
      ))}
      <ColorPickers
        color={color}
        recent={inputs.recent}
        onPick={(next) => show(pickColor(view, next))}
        onPass={(next) => show(passColor(view, next))}
      />
      {color ? <ColorPanel color={color} /> : <p className="color-empty">{t('color.empty')}</p>}
      <ToolFoot
        result={result}
        isClean={color === undefined && inputs.recent.length === 0 && inputs.hex + inputs.rgb === ''}
        onClear={() => show(openColors(CLEAN))}
      />
    </div>
  )
}
