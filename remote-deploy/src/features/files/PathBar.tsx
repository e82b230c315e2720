import { EditOutlined, HomeOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Input, type InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { crumbsOf, searchFor, tidyPath } from './filePath.ts'

interface Props {
  dir: string
  onGo: (dir: string) => void
}

/** Where the reader is: each folder on the way is a link, and the whole can be typed. */
export function PathBar({ dir, onGo }: Props) {
  const { t } = useTranslation('deploy')
  const [isTyping, setTyping] = useState(false)
  if (isTyping) return <PathField dir={dir} onGo={onGo} onEnd={() => setTyping(false)} />
  const crumbs = crumbsOf(dir)
  return (
    <nav className="dp-path" aria-label={t('files.path')}>
      <ol>
        <li>
          <Link to={{ search: '' }} aria-current={dir === '' ? 'page' : undefined}>
            <HomeOutlined aria-hidden="true" /> {t('files.root')}
          </Link>
        </li>
        {crumbs.map(({ name, path }) => (
          <li key={path}>
            <Link to={{ search: searchFor(path) }} aria-current={path === dir ? 'page' : undefined}>
              {name}
            </Link>
          </li>
        ))}
      </ol>
      <Button
        type="text"
        size="small"
        icon={<EditOutlined />}
        aria-label={t('files.typePath')}
        title={t('files.typePath')}
        onClick={() => setTyping(true)}
      />
    </nav>
  )
}

function PathField({ dir, onGo, onEnd }: Props & { onEnd: () => void }) {
  const { t } = useTranslation('deploy')
  const [text, setText] = useState(`/${dir}`)
  const field = useRef<InputRef>(null)
  // Whoever asked for the field wants to type.
  useEffect(() => field.current?.focus({ cursor: 'end' }), [])
  return (
    <Input
      className="dp-path-field"
      ref={field}
      aria-label={t('files.path')}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={onEnd}
      onPressEnter={() => {
        onGo(tidyPath(text))
        onEnd()
      }}
      onKeyDown={(event) => event.key === 'Escape' && onEnd()}
    />
  )
}
