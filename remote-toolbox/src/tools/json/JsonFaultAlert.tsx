import { useTranslation } from '@windlass/shared-kit/i18n'
import { Alert, Button } from 'antd'
import type { JsonFault } from './jsonFault.ts'

/** Parsers that tell the place write "line 3 column 5". */
const TELLS_PLACE = /\bline \d+/

interface Props {
  fault: JsonFault
  /** Goes to the place in the text; absent where the text cannot be edited. */
  onGo?: () => void
}

/** Why a text is not JSON: the parser's own words, and where. */
export function JsonFaultAlert({ fault: { message, line, column, before, after }, onGo }: Props) {
  const { t } = useTranslation('toolbox')
  const [wrong = '', ...rest] = after
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={message || t('json.noJson')}
      description={
        <>
          {!TELLS_PLACE.test(message) && <div>{t('json.place', { line, column })}</div>}
          <pre className="json-excerpt">
            {before}
            <mark>{wrong || ' '}</mark>
            {rest.join('')}
          </pre>
        </>
      }
      action={
        onGo && (
          <Button size="small" onClick={onGo}>
            {t('json.goToPlace')}
          </Button>
        )
      }
    />
  )
}
