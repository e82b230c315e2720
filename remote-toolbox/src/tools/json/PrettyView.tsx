import { useTranslation } from '@windlass/shared-kit/i18n'
import { Alert } from 'antd'
import { JsonFaultAlert } from './JsonFaultAlert.tsx'
import { JsonView } from './JsonView.tsx'
import type { JsonFault } from './jsonFault.ts'
import type { JsonDocument } from './useJsonDocument.ts'

interface Props {
  document: JsonDocument
  /** Goes to a place in the text; absent where the text cannot be edited. */
  onGo: ((fault: JsonFault) => void) | undefined
}

/** The tree, or why there is none. */
export function PrettyView({ document, onGo }: Props) {
  const { t } = useTranslation('toolbox')
  const { opening, id } = document.open
  switch (opening.outcome) {
    case 'opened':
      return <JsonView key={id} document={document} />
    case 'refused':
      return <JsonFaultAlert fault={opening.fault} onGo={onGo && (() => onGo(opening.fault))} />
    case 'leaf':
      return <Alert type="error" showIcon role="alert" title={t('json.rootProblem')} />
    case 'empty':
      return <p className="json-hint">{t('json.empty')}</p>
  }
}
