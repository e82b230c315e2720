import { DownloadOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useId } from 'react'
import { templateCsv } from './serverCsv.ts'

const TEMPLATE = `data:text/csv;charset=utf-8,${encodeURIComponent(templateCsv())}`

interface Props {
  fileName: string | undefined
  onPick: (file: File) => Promise<void>
}

/** Explains the file, offers a template, and takes a file by choosing or dropping. */
export function CsvPicker({ fileName, onPick }: Props) {
  const { t } = useTranslation('server')
  const id = useId()
  const pick = (file: File | undefined) => {
    if (file) onPick(file).catch((error: unknown) => console.error('the file could not be read', error))
  }
  return (
    <>
      <p>{t('import.explanation')}</p>
      <a href={TEMPLATE} download="servers.csv">
        <DownloadOutlined /> {t('import.template')}
      </a>
      <label className="server-drop" htmlFor={id}>
        {/* It covers the whole box, so that the browser takes what is dropped there. */}
        <input
          id={id}
          type="file"
          accept=".csv,text/csv"
          onChange={(event) => {
            pick(event.target.files?.[0])
            // Choosing the same file again, once it is corrected, must count as a choice.
            event.target.value = ''
          }}
        />
        <b>{fileName ?? t('import.choose')}</b>
        <span className="wl-faint">{t(fileName ? 'import.chooseOther' : 'import.chooseHint')}</span>
      </label>
    </>
  )
}
