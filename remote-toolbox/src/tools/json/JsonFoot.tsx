import { useTranslation } from '@windlass/shared-kit/i18n'
import { CopyButton } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { pathOf } from './jsonTree.ts'
import type { JsonNode } from './readJson.ts'

interface Props {
  nodes: readonly JsonNode[]
  /** The node whose path was asked for. */
  pathIndex: number | undefined
  onMark: () => void
  onPath: () => void
}

/** What Alt and Shift do, for hands without a keyboard, and the path that was asked for. */
export function JsonFoot({ nodes, pathIndex, onMark, onPath }: Props) {
  const { t } = useTranslation('toolbox')
  const path = pathIndex !== undefined && nodes[pathIndex] ? pathOf(nodes, pathIndex) : undefined
  return (
    <div className="json-foot">
      <Button size="small" onClick={onMark}>
        {t('json.mark')}
      </Button>
      <Button size="small" onClick={onPath}>
        {t('json.showPath')}
      </Button>
      {path !== undefined && (
        <output className="json-path">
          <code className="wl-mono">{path}</code>
          <CopyButton text={path} label={t('copyOf', { name: t('json.path') })} />
        </output>
      )}
    </div>
  )
}
