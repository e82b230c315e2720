import type { Invitation } from '@windlass/shared-kit/contract/invitation'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { CopyButton, LoadState, MonoText, TimeText, useIsMobile } from '@windlass/shared-kit/ui'
import { Alert, Button, Drawer, Popconfirm, Tag } from 'antd'
import { useState } from 'react'
import { InviteForm } from './InviteForm.tsx'
import { useInvitations } from './useInvitations.ts'

const WIDTH_PX = 560

interface Made {
  link: string
  mailProblem: string
  mailedTo: string
}

/** Inviting people, and the invitations that nobody has accepted yet. */
export default function InvitationDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('settings')
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  return (
    <Drawer
      title={t('invitation.title')}
      open={open && isActive}
      size={isMobile ? '100%' : WIDTH_PX}
      closable={{ 'aria-label': t('close') }}
      // A link that is shown only once would be lost by a click beside the drawer.
      mask={{ closable: false }}
      destroyOnHidden={!open}
      onClose={onClose}
    >
      <Invitations />
    </Drawer>
  )
}

function Invitations() {
  const { t } = useTranslation('settings')
  const invitations = useInvitations()
  const [made, setMade] = useState<Made>()
  const { data: options } = invitations.options
  return (
    <div className="invitations">
      <LoadState of={invitations.options}>
        {made ? (
          <MadeLink {...made} onAgain={() => setMade(undefined)} />
        ) : options && options.namespaces.length > 0 ? (
          <>
            <p className="invitation-lead">{t('invitation.explanation')}</p>
            <InviteForm options={options} onAdd={invitations.add} onMade={setMade} />
          </>
        ) : (
          <Alert type="info" showIcon title={t('invitation.nowhere')} />
        )}
      </LoadState>
      <section aria-labelledby="invitation-open">
        <h2 id="invitation-open">{t('invitation.open')}</h2>
        <LoadState of={invitations.list}>
          {invitations.list.data?.length === 0 ? (
            <p className="wl-faint">{t('invitation.none')}</p>
          ) : (
            <ul className="invitation-list">
              {invitations.list.data?.map((invitation) => (
                <OpenInvitation key={invitation.id} invitation={invitation} onRevoke={invitations.revoke} />
              ))}
            </ul>
          )}
        </LoadState>
      </section>
    </div>
  )
}

function MadeLink({ link, mailProblem, mailedTo, onAgain }: Made & { onAgain: () => void }) {
  const { t } = useTranslation('settings')
  return (
    <div className="invitation-made">
      <Alert type="success" showIcon title={t('invitation.made')} description={t('invitation.madeNote')} />
      <div className="invitation-link">
        <MonoText>{link}</MonoText>
        <CopyButton text={link} label={t('invitation.copy')} isWide />
      </div>
      {mailProblem !== '' && (
        <Alert type="warning" showIcon title={t('invitation.notMailed')} description={mailProblem} />
      )}
      {mailProblem === '' && mailedTo !== '' && <p>{t('invitation.mailed', { mail: mailedTo })}</p>}
      <Button onClick={onAgain}>{t('invitation.again')}</Button>
    </div>
  )
}

interface OpenProps {
  invitation: Invitation
  onRevoke: (id: number) => Promise<unknown>
}

function OpenInvitation({ invitation, onRevoke }: OpenProps) {
  const { t } = useTranslation('settings')
  const { id, note, account, inviterName, grants, insertTime, expireTime, isGood } = invitation
  const who = note || account || t('invitation.unnamed')
  const handleRevoke = () =>
    onRevoke(id).then(
      () => toast.success(t('invitation.revoked', { who })),
      // Told by the transport; the list shows what there is.
      () => undefined,
    )
  return (
    <li>
      <div className="invitation-who">
        <b>
          <bdi>{who}</bdi>
        </b>
        {account !== '' && account !== who && <MonoText>{account}</MonoText>}
        {!isGood && (
          <Tag color="warning" title={t('invitation.lapsedHint')}>
            {t('invitation.lapsed')}
          </Tag>
        )}
      </div>
      <ul className="invitation-roles">
        {grants.map(({ namespaceId, namespaceName, roleName }) => (
          <li key={namespaceId}>
            <bdi>{namespaceName || t('invitation.elsewhere')}</bdi> {roleName !== '' && <Tag>{roleName}</Tag>}
          </li>
        ))}
      </ul>
      <div className="invitation-facts">
        <span>
          {t('invitation.by')} <bdi>{inviterName}</bdi>, <TimeText value={insertTime} />
        </span>
        <span>
          {t('invitation.until')} <TimeText value={expireTime} />
        </span>
        <Popconfirm title={t('invitation.revokeQuestion')} okText={t('invitation.revoke')} onConfirm={handleRevoke}>
          <Button size="small" type="text" danger>
            {t('invitation.revoke')}
          </Button>
        </Popconfirm>
      </div>
    </li>
  )
}
