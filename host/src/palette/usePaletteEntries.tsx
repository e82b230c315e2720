import { useQuery } from '@tanstack/react-query'
import { Permission } from '@windlass/shared-kit/contract'
import { NamespaceOptionList } from '@windlass/shared-kit/contract/namespace'
import { ProjectList } from '@windlass/shared-kit/contract/project'
import { ServerOptionList } from '@windlass/shared-kit/contract/server'
import { call } from '@windlass/shared-kit/http'
import { LANGUAGES, type LanguageCode, useLanguage, useTranslation } from '@windlass/shared-kit/i18n'
import { useCan } from '@windlass/shared-kit/permission'
import { useAtomValue, useNamespace, useSetAtom } from '@windlass/shared-kit/session'
import { chooseTheme, useThemeMode } from '@windlass/shared-kit/theme'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { areaDialogs } from '../areas/areaDialogs.ts'
import { allowedRoutesAtom } from '../areas/areaRoutes.ts'
import { useAreaTitle } from '../areas/areaTitle.ts'
import { registryAtom } from '../areas/registry.ts'
import { openDialogAtom } from '../layout/dialogs.ts'
import { RouteIcon } from '../layout/RouteIcon.tsx'
import { switchNamespace } from '../layout/switchNamespace.ts'
import { overlayAtom } from '../layout/useShortcuts.ts'
import { useSignOut } from '../layout/useSignOut.ts'
import { changeLanguage } from '../sign-in/Preferences.tsx'

/** One thing the palette can do. */
export interface PaletteEntry {
  id: string
  group: 'actions' | 'namespaces' | 'pages' | 'projects' | 'servers' | 'tools'
  label: string
  hint?: string
  icon?: ReactNode
  /** Other words it is found by. */
  keywords?: string[]
  run: () => Promise<void> | void
}

const search = (text: string) => `?q=${encodeURIComponent(text)}`

function usePages(): PaletteEntry[] {
  const navigate = useNavigate()
  const titleOf = useAreaTitle()
  const routes = useAtomValue(allowedRoutesAtom)
  const registry = useAtomValue(registryAtom)
  // The other language's name finds a page too.
  const keywords = (area: string, title: string) =>
    Object.values(registry.remotes[area]?.titles ?? {}).map((titles) => titles[title] ?? '')
  return routes
    .filter(({ path, hidden, link, isOff }) => {
      return !path.includes(':') && !link && !isOff && (!hidden || path === '/user/profile')
    })
    .map(({ path, area, title, icon }) => ({
      id: `page ${path}`,
      group: 'pages',
      label: titleOf(area, title),
      hint: path,
      icon: <RouteIcon name={icon} />,
      keywords: [path, ...keywords(area, title)],
      run: () => navigate(path),
    }))
}

function useThings(): PaletteEntry[] {
  const navigate = useNavigate()
  const canSeeProjects = useCan([Permission.ShowProjectPage])
  const canSeeBoard = useCan([Permission.ShowDeployPage])
  const canSeeServers = useCan([Permission.ShowServerPage])
  const projects = useQuery({
    queryKey: ['palette', 'projects'],
    queryFn: ({ signal }) => call(ProjectList, {}, { signal, quiet: true }),
    enabled: canSeeProjects,
  })
  const servers = useQuery({
    queryKey: ['palette', 'servers'],
    queryFn: ({ signal }) => call(ServerOptionList, {}, { signal, quiet: true }),
    enabled: canSeeServers,
  })
  const board = canSeeBoard ? '/deploy/index' : '/project/index'
  return [
    ...(projects.data?.list ?? []).map(
      ({ id, name }): PaletteEntry => ({
        id: `project ${id}`,
        group: 'projects',
        label: name,
        hint: `#${id}`,
        keywords: [String(id)],
        icon: <RouteIcon name="project" />,
        run: () => navigate(board + search(name)),
      }),
    ),
    ...(servers.data?.list ?? []).map(
      ({ id, name, ip }): PaletteEntry => ({
        id: `server ${id}`,
        group: 'servers',
        label: name,
        hint: ip,
        keywords: [ip, String(id)],
        icon: <RouteIcon name="server" />,
        run: () => navigate(`/server/index${search(name)}`),
      }),
    ),
  ]
}

function useTools(): PaletteEntry[] {
  const registry = useAtomValue(registryAtom)
  const titleOf = useAreaTitle()
  const open = useSetAtom(openDialogAtom)
  return areaDialogs(registry).flatMap(({ area, id, title, icon, items }) =>
    items.map(
      (item): PaletteEntry => ({
        id: `tool ${area} ${item.id}`,
        group: 'tools',
        label: titleOf(area, item.title),
        hint: titleOf(area, title),
        icon: <RouteIcon name={icon} />,
        run: () => open({ area, id, item: item.id }),
      }),
    ),
  )
}

function useNamespaces(): PaletteEntry[] {
  const { t } = useTranslation('host')
  const current = useNamespace()
  const options = useQuery({
    queryKey: ['namespaces'],
    queryFn: ({ signal }) => call(NamespaceOptionList, {}, { signal, quiet: true }),
  })
  return (options.data?.list ?? [])
    .filter(({ namespaceId }) => namespaceId !== current.id)
    .map(({ namespaceId, namespaceName, roleId }) => ({
      id: `namespace ${namespaceId}`,
      group: 'namespaces',
      icon: <RouteIcon name="namespace" />,
      label: t('palette.switchTo', { name: namespaceName }),
      run: () => switchNamespace({ id: namespaceId, name: namespaceName, roleId }),
    }))
}

function useActions(): PaletteEntry[] {
  const { t } = useTranslation('host')
  const mode = useThemeMode()
  const language = useLanguage()
  const setOverlay = useSetAtom(overlayAtom)
  const signOut = useSignOut()
  const other = (Object.keys(LANGUAGES) as LanguageCode[]).filter((code) => code !== language)
  const opposite = mode === 'dark' ? 'light' : 'dark'
  const entry = (id: string, label: string, run: PaletteEntry['run']): PaletteEntry => ({
    id: `action ${id}`,
    group: 'actions',
    label,
    run,
  })
  return [
    entry('theme', `${t('theme')}: ${t(`themes.${opposite}`)}`, () => chooseTheme(opposite)),
    ...other.map((code) => entry(code, `${t('language')}: ${LANGUAGES[code]}`, () => changeLanguage(code))),
    entry('help', t('help.title'), () => setOverlay('help')),
    entry('sign-out', t('signOut'), signOut),
  ]
}

/** Pages, projects, servers, tools, namespaces and actions that this user can reach. */
export function usePaletteEntries(): PaletteEntry[] {
  return [...usePages(), ...useThings(), ...useTools(), ...useNamespaces(), ...useActions()]
}
