import { StyleProvider } from '@ant-design/cssinjs'
import IconContext from '@ant-design/icons/es/components/Context'
import { OWN_PREFIX } from '@windlass/shared-kit/embed'
import { TextsProvider } from '@windlass/shared-kit/i18n'
import { ConfirmInPlace, useIsMobile } from '@windlass/shared-kit/ui'
import { ConfigProvider } from 'antd'
import chineseComponents from 'antd/es/locale/zh_CN'
import { type RefObject, useMemo, useRef, useState } from 'react'
import type { Memory } from '../box/memory.ts'
import { Toolbox } from '../box/Toolbox.tsx'
import type { ToolResult } from '../box/tool.ts'
import { TOOLS } from '../tools/tools.ts'
import { antdStyles } from './antdStyles.ts'
import { EmbeddedDialog } from './EmbeddedDialog.tsx'
import { lookOf } from './lookOf.ts'
import type { Settings } from './options.ts'
import { textsOf } from './textsOf.ts'
import { useMode } from './useMode.ts'

const ICON_PREFIX = `${OWN_PREFIX}icon`
const LAST_TOOL = 'tool'
// The styles of icons come with those of antd; by themselves they would be written into the page.
const ICONS = { prefixCls: ICON_PREFIX, zeroRuntime: true }
const CALM = {
  // They leave an element behind for a moment, and measure the page.
  wave: { disabled: true },
  button: { autoInsertSpace: false },
  warning: { strict: false },
  // antd looks for the focus in the document, where a shadow root is one element, and would take it away again and again.
  modal: { focusable: { trap: false } },
} as const

interface Props {
  settings: Settings
  memory: Memory
  onResult: (result: ToolResult) => void
  onClose: () => void
}

/** The toolbox with everything that the console would give it: texts, look, and a place for its menus. */
export function EmbeddedToolbox({ settings, ...box }: Props) {
  const { language, theme, display } = settings
  const home = useRef<HTMLDivElement>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  const look = lookOf(useMode(theme.mode), theme.tokens)
  // What is not inside an open dialog lies below it.
  const popupHome = () => dialog.current ?? home.current ?? document.body
  return (
    <StyleProvider {...antdStyles()}>
      <ConfigProvider
        prefixCls={OWN_PREFIX}
        iconPrefixCls={ICON_PREFIX}
        theme={look.theme}
        locale={language === 'zh-cn' ? chineseComponents : undefined}
        getPopupContainer={popupHome}
        getTargetContainer={popupHome}
        {...CALM}
      >
        <IconContext value={ICONS}>
          <TextsProvider i18n={textsOf(language)}>
            <ConfirmInPlace>
              <div ref={home} className="wl-embed" lang={language} style={look.variables}>
                {display === 'inline' && (
                  <div className="wl-embed-inline">
                    <Box settings={settings} {...box} />
                  </div>
                )}
                {display === 'dialog' && settings.open && <Over settings={settings} dialog={dialog} {...box} />}
              </div>
            </ConfirmInPlace>
          </TextsProvider>
        </IconContext>
      </ConfigProvider>
    </StyleProvider>
  )
}

function Over({ dialog, ...box }: Props & { dialog: RefObject<HTMLDialogElement | null> }) {
  const [risks, setRisks] = useState<readonly string[]>([])
  // On a phone the focus would bring the keyboard up.
  const isMobile = useIsMobile()
  return (
    <EmbeddedDialog dialog={dialog} risks={risks} onClose={box.onClose}>
      <Box {...box} takesFocus={!isMobile} onRiskChange={setRisks} />
    </EmbeddedDialog>
  )
}

interface BoxProps extends Omit<Props, 'onClose'> {
  takesFocus?: boolean
  onRiskChange?: (risks: readonly string[]) => void
}

function Box({ settings, memory, ...passedOn }: BoxProps) {
  const { tools: ids, tool: wished, initialState } = settings
  const firstOf = (wish: string | undefined) =>
    [wish, memory.read(LAST_TOOL)].find((id) => id !== undefined && ids.includes(id)) ?? ids[0] ?? ''
  const [tool, setTool] = useState(() => firstOf(wished))
  const [granted, setGranted] = useState(wished)
  if (granted !== wished) {
    setGranted(wished)
    if (wished !== undefined) setTool(wished)
  }
  const names = ids.join()
  const tools = useMemo(() => names.split(',').flatMap((id) => TOOLS.filter((one) => one.id === id)), [names])
  // The page may have taken away the one that showed.
  const shown = ids.includes(tool) ? tool : firstOf(wished)
  return (
    <Toolbox
      tools={tools}
      tool={shown}
      onToolChange={(next) => {
        setTool(next)
        memory.write(LAST_TOOL, next)
      }}
      isShown
      memory={memory}
      initialState={initialState}
      onResult={passedOn.onResult}
      onRiskChange={passedOn.onRiskChange}
      takesFocus={passedOn.takesFocus}
    />
  )
}
