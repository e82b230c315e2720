import { PlusOutlined } from '@ant-design/icons'
import type { ApiKey, ApiKeyMade } from '@windlass/shared-kit/contract/apiKey'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { ConfirmDanger, CopyButton, LoadState, MonoText, TimeText } from '@windlass/shared-kit/ui'
import { Alert, Button, Tag } from 'antd'
import { useState } from 'react'
import { KeyForm } from './KeyForm.tsx'
import { useNamedKeys } from './useNamedKeys.ts'

type Question = { verb: 'remove' | 'replace'; key: ApiKey }

/** Keys that each know what they are for. */
export function NamedKeyPanel() {
  const { t } = useTranslation('settings')
  const keys = useNamedKeys()
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<ApiKeyMade>()
  const [question, setQuestion] = useState<Question>()

  const handleConfirm = async () => {
    if (question?.verb === 'remove') await keys.remove(question.key.id)
    if (question?.verb === 'replace') setMade(await keys.replace(question.key.id))
  }
  return (
    <section className="profile-panel" aria-labelledby="profile-keys">
      <header className="profile-head">
        <h2 id="profile-keys">{t('key.title')}</h2>
        <Button icon={<PlusOutlined />} onClick={() => setAdding(true)}>
          {t('key.add')}
        </Button>
      </header>
      <p className="wl-faint">{t('key.explanation')}</p>
      {made && <MadeKey apiKey={made.key} onClose={() => setMade(undefined)} />}
      <LoadState of={keys.list}>
        {keys.list.data?.length === 0 ? (
          <p>{t('key.none')}</p>
        ) : (
          <ul className="profile-list">
            {keys.list.data?.map((key) => (
              <KeyLine key={key.id} apiKey={key} onAsk={(verb) => setQuestion({ verb, key })} />
            ))}
          </ul>
        )}
      </LoadState>
      <KeyForm
        isOpen={isAdding}
        onAdd={async (fields) => setMade(await keys.add(fields))}
        onClose={() => setAdding(false)}
      />
      <ConfirmDanger
        open={question !== undefined}
        title={t(`key.${question?.verb ?? 'remove'}Title`, { name: question?.key.name })}
        explanation={t(`key.${question?.verb ?? 'remove'}Explanation`)}
        verb={t(question?.verb === 'replace' ? 'profile.regenerate' : 'key.revoke')}
        onConfirm={handleConfirm}
        onClose={() => setQuestion(undefined)}
      />
    </section>
  )
}

/** The key, this one time. */
function MadeKey({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  const { t } = useTranslation('settings')
  return (
    <Alert
      className="profile-made"
      type="success"
      closable={{ onClose, 'aria-label': t('close') }}
      title={t('key.made')}
      description={
        <div className="profile-secret">
          <MonoText>{apiKey}</MonoText>
          <CopyButton text={apiKey} label={t('profile.copyKey')} />
        </div>
      }
    />
  )
}

function KeyLine({ apiKey, onAsk }: { apiKey: ApiKey; onAsk: (verb: Question['verb']) => void }) {
  const { t } = useTranslation('settings')
  const { name, start, permissionIds, namespaceIds, isExpired, expireTime, lastUsedTime, lastUsedAddress } = apiKey
  return (
    <li>
      <div>
        <b>{name}</b> <MonoText>{`${start}…`}</MonoText> {isExpired && <Tag color="red">{t('key.expired')}</Tag>}
        <p className="wl-faint">
          {permissionIds ? t('key.somePermissions', { count: permissionIds.length }) : t('key.allPermissions')} ·{' '}
          {namespaceIds ? t('key.someNamespaces', { count: namespaceIds.length }) : t('key.allNamespaces')}
        </p>
        <p className="wl-faint">
          {t('key.ends')} <TimeText value={expireTime} unset={t('never')} /> · {t('passkey.used')}{' '}
          <TimeText value={lastUsedTime} unset={t('never')} />
          {lastUsedAddress !== '' && (
            <>
              {' '}
              {t('session.from')} <MonoText>{lastUsedAddress}</MonoText>
            </>
          )}
        </p>
      </div>
      <span className="profile-actions">
        {!isExpired && (
          <Button type="text" onClick={() => onAsk('replace')}>
            {t('profile.regenerate')}
          </Button>
        )}
        <Button type="text" danger onClick={() => onAsk('remove')}>
          {t('key.revoke')}
        </Button>
      </span>
    </li>
  )
}
