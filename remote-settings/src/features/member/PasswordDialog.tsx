import { isAcceptablePassword } from '@windlass/shared-kit/contract/passwordRule'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { CopyButton, MonoText } from '@windlass/shared-kit/ui'
import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import type { Member, useMembers } from './useMembers.ts'

/** Without letters and digits that look alike when they are read out. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789~@#$%&*?!'
const LENGTH = 14

/** A random password that keeps the rule; drawn again until it does. */
function randomPassword(): string {
  for (;;) {
    // Of 64 characters each is as likely as any other, because 256 is a multiple of that.
    const bytes = crypto.getRandomValues(new Uint8Array(LENGTH))
    const text = Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length] ?? '').join('')
    if (isAcceptablePassword(text)) return text
  }
}

interface Props {
  member: Member | undefined
  onEdit: ReturnType<typeof useMembers>['edit']
  onClose: () => void
}

/** Gives a member a password that he has to replace at once. */
export default function PasswordDialog({ member, onEdit, onClose }: Props) {
  const { t } = useTranslation('settings')
  const isActive = usePageActive()
  const [password] = useState(randomPassword)
  const [state, setState] = useState<'asked' | 'done' | 'running'>('asked')
  const handleReset = async () => {
    if (!member) return
    const { id, name, contact, superManager } = member
    setState('running')
    await onEdit({ id, name, contact, superManager, password }).then(
      () => setState('done'),
      // Told by the transport.
      () => setState('asked'),
    )
  }
  return (
    <Modal
      title={t('member.passwordTitle', { name: member?.name })}
      open={member !== undefined && isActive}
      mask={{ closable: state === 'asked' }}
      width={440}
      footer={null}
      onCancel={onClose}
    >
      {state === 'done' ? (
        <div className="member-password">
          <Alert type="success" showIcon title={t('member.passwordDone')} />
          <div className="invitation-link">
            <MonoText>{password}</MonoText>
            <CopyButton text={password} label={t('member.passwordCopy')} isWide />
          </div>
        </div>
      ) : (
        <p>{t('member.passwordExplanation')}</p>
      )}
      <div className="wl-dialog-footer">
        <Button onClick={onClose}>{t(state === 'done' ? 'close' : 'cancel')}</Button>
        {state !== 'done' && (
          <Button type="primary" danger loading={state === 'running'} onClick={handleReset}>
            {t('member.resetPassword')}
          </Button>
        )}
      </div>
    </Modal>
  )
}
