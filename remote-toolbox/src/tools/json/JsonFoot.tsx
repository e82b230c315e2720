import { useTranslation } from '@windlass/shared-kit/i18n'
import { CopyButton } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { ToolButtons } from '../../parts/ToolButtons.tsx'
import { copyJson } from './copyJson.ts'
import type { JsonDocument } from './useJsonDocument.ts'
import type { TreeCursor } from './useTreeCursor.ts'

/** The rest of a longer path is copied but not drawn. */
const SHOWN_LENGTH = 1000

interface Props {
  document: JsonDocument
  cursor: TreeCursor
  /** The node whose path was asked for. */
  pathNode: number | undefined
  onPath: (node: number) => void
}

/** What can be done with the line that is chosen, also for hands without a keyboard, and the path that was asked for. */
export function JsonFoot({ document, cursor, pathNode, onPath }: Props) {
  const { t } = useTranslation('toolbox')
  const path = usePath(document, pathNode)
  const node = async () => (await cursor.row())?.node ?? 0
  const mark = async () => {
    const chosen = await node()
    await document.change((service) => service.mark(chosen))
  }
  const copyPath = async () => {
    const chosen = await node()
    return document.ask((service) => service.path(chosen))
  }
  return (
    <>
      <ToolButtons>
        <Button onClick={mark}>{t('json.mark')}</Button>
        <Button onClick={async () => onPath(await node())}>{t('json.showPath')}</Button>
        <CopyButton isWide text={copyPath} label={t('json.copyPath')} />
        <CopyButton isWide text={async () => copyJson(document, 'written', await node())} label={t('json.copyValue')} />
      </ToolButtons>
      {path !== undefined && (
        <output className="json-path">
          <code className="wl-mono">{path.length > SHOWN_LENGTH ? `${path.slice(0, SHOWN_LENGTH)}…` : path}</code>
          <CopyButton text={path} label={t('copyOf', { name: t('json.path') })} />
        </output>
      )}
    </>
  )
}

function usePath({ ask }: JsonDocument, node: number | undefined): string | undefined {
  const [path, setPath] = useState<string>()
  const find = useEffectEvent((wanted: number) => ask((service) => service.path(wanted)))
  useEffect(() => {
    if (node === undefined) return
    let isWanted = true
    void find(node).then((found) => isWanted && setPath(found))
    return () => {
      isWanted = false
    }
  }, [node])
  return path
}
