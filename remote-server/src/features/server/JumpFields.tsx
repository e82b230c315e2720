import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { MOST_FURTHER_JUMPS } from '@windlass/shared-kit/contract/server'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Form } from 'antd'
import { LoginSection } from './LoginSection.tsx'
import { BLANK_LOGIN } from './serverForm.ts'

const MOST_JUMPS = MOST_FURTHER_JUMPS + 1

/** The hosts on the way to the server, from the console on. */
export function JumpFields() {
  const { t } = useTranslation('server')
  return (
    <Form.List name="jumps">
      {(hops, { add, remove, move }) => (
        <>
          {hops.map(({ key, name }) => (
            <section key={key} className="server-section" aria-label={t('form.jumpTitle', { number: name + 1 })}>
              <header className="server-hop">
                <h2>{t('form.jumpTitle', { number: name + 1 })}</h2>
                {name > 0 && (
                  <Button
                    type="text"
                    size="small"
                    icon={<ArrowUpOutlined />}
                    aria-label={t('form.jumpUp', { number: name + 1 })}
                    onClick={() => move(name, name - 1)}
                  />
                )}
                {name < hops.length - 1 && (
                  <Button
                    type="text"
                    size="small"
                    icon={<ArrowDownOutlined />}
                    aria-label={t('form.jumpDown', { number: name + 1 })}
                    onClick={() => move(name, name + 1)}
                  />
                )}
                <Button
                  type="text"
                  size="small"
                  icon={<DeleteOutlined />}
                  aria-label={t('form.jumpRemove', { number: name + 1 })}
                  onClick={() => remove(name)}
                />
              </header>
              <LoginSection path={['jumps', name]} name={[name]} />
            </section>
          ))}
          <section className="server-section">
            <Button
              icon={<PlusOutlined />}
              disabled={hops.length >= MOST_JUMPS}
              onClick={() => add({ ...BLANK_LOGIN })}
            >
              {t(hops.length === 0 ? 'form.jumpAdd' : 'form.jumpAddMore')}
            </Button>
            <p className="wl-faint server-hint">{t(hops.length < 2 ? 'form.jumpHint' : 'form.jumpOrder')}</p>
          </section>
        </>
      )}
    </Form.List>
  )
}
