import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Radio } from 'antd'
import type { ToolProps } from '../../box/tool.ts'
import { useResult } from '../../box/useResult.ts'
import { ToolButtons } from '../../parts/ToolButtons.tsx'
import { ToolFoot } from '../../parts/ToolFoot.tsx'
import { ZoneSelect } from '../../parts/ZoneSelect.tsx'
import { DateFields } from './DateFields.tsx'
import { DoubtNote } from './DoubtNote.tsx'
import { atNow, shiftDays, today } from './dateState.ts'
import { MomentReadings } from './MomentReadings.tsx'
import { UNITS } from './readTimestamp.ts'
import { useDateTool } from './useDateTool.ts'
import { ZoneReadings } from './ZoneReadings.tsx'
import './date.css'

/** Converts between timestamps and dates. */
export default function DateTool({ isShown }: ToolProps) {
  const { t } = useTranslation('toolbox')
  const { inputs, zone, shown, result, ...tool } = useDateTool()
  useResult(result)
  return (
    <div className="toolbox-tool">
      <ToolButtons>
        <Button onClick={() => tool.show(atNow(Date.now(), inputs, zone))}>{t('date.now')}</Button>
        <Button onClick={() => tool.show(today(Date.now(), inputs, zone))}>{t('date.today')}</Button>
        <Button onClick={() => tool.show(shiftDays(-1, inputs, Date.now(), zone))}>{t('date.minusDay')}</Button>
        <Button onClick={() => tool.show(shiftDays(1, inputs, Date.now(), zone))}>{t('date.plusDay')}</Button>
        {tool.isEnd && (
          <small className="toolbox-problem" role="alert">
            {t('date.tooFar')}
          </small>
        )}
      </ToolButtons>
      <DateFields
        inputs={inputs}
        zone={zone}
        shown={shown}
        read={tool.read}
        isTyping={tool.isTyping}
        isShown={isShown}
        onType={tool.type}
        onConvert={tool.convert}
      />
      {shown?.doubt && <DoubtNote doubt={shown.doubt} onPick={(pick) => tool.keep({ pick })} />}
      <div className="date-options">
        <ZoneSelect value={inputs.zone} onChange={(next) => tool.keep({ zone: next })} />
        <UnitChoice value={inputs.unit} onChange={(unit) => tool.keep({ unit })} />
      </div>
      {shown?.nanos !== undefined && (
        <>
          <MomentReadings
            nanos={shown.nanos}
            unit={shown.unit}
            timestamp={inputs.timestamp}
            zone={zone}
            isShown={isShown}
          />
          <ZoneReadings nanos={shown.nanos} zone={zone} />
        </>
      )}
      <ToolFoot result={result} isClean={inputs.timestamp === '' && inputs.date === ''} onClear={tool.clear} />
    </div>
  )
}

function UnitChoice({ value, onChange }: { value: string; onChange: (unit: string) => void }) {
  const { t } = useTranslation('toolbox')
  const known = UNITS.some((unit) => unit === value) ? value : ''
  return (
    <fieldset className="date-units">
      <legend>{t('date.unit')}</legend>
      <Radio.Group
        optionType="button"
        value={known}
        onChange={(event) => onChange(String(event.target.value))}
        options={['', ...UNITS].map((unit) => ({
          value: unit,
          label: t(`date.units.${unit || 'auto'}`),
          title: t(`date.unitNames.${unit || 'auto'}`),
        }))}
      />
    </fieldset>
  )
}
