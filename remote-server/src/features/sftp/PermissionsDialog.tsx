import { modeText } from '@windlass/shared-kit/contract/sftpListing'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Checkbox, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { type FileRow, isFolder } from './fileRow.ts'
import { bitOf, bitsOf, octalOf, RIGHTS, SPECIALS, specialBit, WHO } from './modeBits.ts'

interface Props {
  title: string
  rows: readonly FileRow[]
  onSubmit: (change: { bits: number; folderBits?: number; isRecursive: boolean }) => void
  onClose: () => void
}

const READ_BITS = 0o444
/** Who may read a folder must also be allowed to enter it. */
const enterable = (bits: number) => bits | ((bits & READ_BITS) >> 2)

/** What owner, group and others may do with files, as boxes and as the number that chmod takes. */
export function PermissionsDialog({ title, rows, onSubmit, onClose }: Props) {
  const { t } = useTranslation('server')
  const [first] = rows
  const [octal, setOctal] = useState(octalOf(first?.bits ?? 0))
  const [isRecursive, setRecursive] = useState(false)
  const [areFoldersEnterable, setFoldersEnterable] = useState(true)
  const fieldId = useId()
  const bits = bitsOf(octal)
  const hasFolders = rows.some(isFolder)
  const isMixed = rows.some((row) => row.bits !== first?.bits)
  const submit = () => {
    if (bits === undefined) return
    const folderBits = isRecursive && areFoldersEnterable ? { folderBits: enterable(bits) } : {}
    onSubmit({ bits, isRecursive, ...folderBits })
    onClose()
  }
  return (
    <Modal
      title={title}
      open
      width={460}
      okText={t('sftp.permissions.verb')}
      cancelText={t('sftp.cancel')}
      okButtonProps={{ disabled: bits === undefined }}
      onOk={submit}
      onCancel={onClose}
    >
      {isMixed && <p className="wl-faint">{t('sftp.permissions.mixed')}</p>}
      <BitTable bits={bits ?? 0} onChange={(next) => setOctal(octalOf(next))} />
      <p className="sftp-octal">
        <label htmlFor={fieldId}>{t('sftp.permissions.octal')}</label>
        <Input
          id={fieldId}
          className="wl-mono"
          value={octal}
          maxLength={4}
          status={bits === undefined ? 'error' : ''}
          onChange={(event) => setOctal(event.target.value)}
          onPressEnter={submit}
        />
        <code>{bits === undefined ? t('sftp.permissions.wrong') : modeText(first?.kind ?? 'file', bits)}</code>
      </p>
      {hasFolders && (
        <p className="sftp-recursive">
          <Checkbox checked={isRecursive} onChange={(event) => setRecursive(event.target.checked)}>
            {t('sftp.recursive')}
          </Checkbox>
          <Checkbox
            checked={areFoldersEnterable}
            disabled={!isRecursive}
            onChange={(event) => setFoldersEnterable(event.target.checked)}
          >
            {t('sftp.permissions.enterable')}
          </Checkbox>
        </p>
      )}
    </Modal>
  )
}

function BitTable({ bits, onChange }: { bits: number; onChange: (bits: number) => void }) {
  const { t } = useTranslation('server')
  const box = (bit: number, name: string, label?: string) => (
    <Checkbox checked={(bits & bit) !== 0} aria-label={name} onChange={() => onChange(bits ^ bit)}>
      {label}
    </Checkbox>
  )
  return (
    <table className="sftp-bits">
      <thead>
        <tr>
          <th scope="col">{t('sftp.permissions.who')}</th>
          {RIGHTS.map((right) => (
            <th key={right} scope="col">
              {t(`sftp.permissions.${right}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {WHO.map((who) => (
          <tr key={who}>
            <th scope="row">{t(`sftp.permissions.${who}`)}</th>
            {RIGHTS.map((right) => (
              <td key={right}>
                {box(bitOf(who, right), `${t(`sftp.permissions.${who}`)}: ${t(`sftp.permissions.${right}`)}`)}
              </td>
            ))}
          </tr>
        ))}
        <tr>
          <th scope="row">{t('sftp.permissions.special')}</th>
          {SPECIALS.map((special) => (
            <td key={special}>{box(specialBit(special), special, special)}</td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}
