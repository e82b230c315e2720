import { FolderOpenOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Input } from 'antd'
import { tidyPath } from './comparePath.ts'

/** One file, or everything below a directory. */
export type CompareWhat = 'file' | 'tree'

interface Props {
  /** Where the project is on its servers. */
  root: string
  text: string
  /** What is being compared now; "" when nothing is. */
  running: string
  onText: (text: string) => void
  onChoose: () => void
  onCompare: (what: CompareWhat) => void
}

/** A path and what to do with it; Enter compares the file, or everything where no file is named. */
export function CompareBar({ root, text, running, onText, onChoose, onCompare }: Props) {
  const { t } = useTranslation('deploy')
  const isEmpty = tidyPath(text, root) === ''
  return (
    <form
      className="dp-compare-bar"
      onSubmit={(event) => {
        event.preventDefault()
        onCompare(isEmpty ? 'tree' : 'file')
      }}
    >
      <Input
        className="wl-mono"
        prefix={<span className="wl-faint dp-compare-root">{root}/</span>}
        aria-label={t('compare.path')}
        placeholder="conf/app.ini"
        spellCheck={false}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
      <Button icon={<FolderOpenOutlined />} onClick={onChoose}>
        {t('compare.choose')}
      </Button>
      <Button loading={running === 'tree'} onClick={() => onCompare('tree')}>
        {t(isEmpty ? 'compare.everything' : 'compare.below')}
      </Button>
      <Button type="primary" htmlType="submit" disabled={isEmpty} loading={running === 'file'}>
        {t('compare.file')}
      </Button>
    </form>
  )
}
