import type { LanguageCode } from '@windlass/shared-kit/i18n'
import type { ConfigProviderProps } from 'antd'
import { useEffect, useState } from 'react'

type Locale = ConfigProviderProps['locale']

/** The texts inside antd's own components; English is built in. */
export function useAntdLocale(language: LanguageCode): Locale {
  const [chinese, setChinese] = useState<Locale>()
  useEffect(() => {
    if (language !== 'zh-cn') return
    import('antd/es/locale/zh_CN').then(
      (module) => setChinese(module.default),
      (error: unknown) => console.error('the texts of the components stay English', error),
    )
  }, [language])
  return language === 'zh-cn' ? chinese : undefined
}
