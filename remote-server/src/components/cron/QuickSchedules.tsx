import './cron.css'
import { Button } from 'antd'

interface Props {
  label: string
  /** What each is called, with its expression. */
  schedules: readonly { name: string; expression: string }[]
  chosen: string
  onChoose: (expression: string) => void
}

/** Schedules that many want, one press each. */
export function QuickSchedules({ label, schedules, chosen, onChoose }: Props) {
  return (
    <fieldset className="cron-quick" aria-label={label}>
      {schedules.map(({ name, expression }) => (
        <Button
          key={expression}
          size="small"
          type={expression === chosen ? 'primary' : 'default'}
          ghost={expression === chosen}
          onClick={() => onChoose(expression)}
        >
          {name}
        </Button>
      ))}
    </fieldset>
  )
}
