// Runs before anything is painted or fetched: sets the theme, and asks for the files of the first page at once
// instead of one after the other. What it gets wrong costs time, never correctness.
;(() => {
  const read = (id) => JSON.parse(document.getElementById(id)?.textContent || '{}')
  const root = document.documentElement
  const stored = localStorage.getItem('windlass-theme')
  const isDark = stored ? stored === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  root.classList.toggle('dark', isDark)
  root.style.colorScheme = isDark ? 'dark' : 'light'

  const preload = (base, file, integrity) => {
    const link = document.createElement('link')
    link.rel = 'preload'
    link.as = file.endsWith('.css') ? 'style' : 'script'
    // As the loader asks for them, or they would be fetched twice.
    link.crossOrigin = 'anonymous'
    link.href = base + file
    if (integrity) link.integrity = integrity
    document.head.append(link)
  }
  const cookie = /(?:^|;\s*)language=(en|zh-cn)/.exec(document.cookie)?.[1]
  const language = cookie || (navigator.language.toLowerCase().includes('zh-cn') ? 'zh-cn' : 'en')
  const assets = read('assets')
  const preloadAll = (set, files) => {
    for (const file of files) preload(set.base, file, set.integrity[file])
  }
  preloadAll(assets, assets.textFiles[language])

  const isSignedIn = [sessionStorage, localStorage].some((storage) => storage.getItem('LOGIN') === 'ok')
  if (!isSignedIn) return
  root.classList.add('signed-in')
  preloadAll(assets, assets.signedIn)

  // Who is signed in decides everything else, so that is asked before any code is there; guard/earlySession.ts takes it over.
  const path = location.hash.slice(1).split('?')[0] || '/'
  const namespace = (storage) => {
    try {
      return JSON.parse(storage.getItem('G-N-ID'))?.id
    } catch {
      // Somebody else's text under this key; the guard sorts that out.
      return undefined
    }
  }
  const id = namespace(sessionStorage) ?? namespace(localStorage)
  if (id > 0 && path !== '/login') {
    const headers = { 'G-N-ID': String(id), Router: path }
    const answer = fetch('user/info', { credentials: 'include', headers, signal: AbortSignal.timeout(5000) })
    // Whoever takes it over sees the failure; until then nobody does.
    answer.catch(() => undefined)
    window.windlassEarlySession = { namespaceId: id, answer }
  }

  const registry = read('registry')
  const isOff = ({ id }) => registry.off?.[id] || /[?&]disable=/.test(location.href)
  const areas = Object.values(registry.remotes ?? {}).filter((area) => !isOff(area))
  const fits = (route) =>
    path === '/' ? route.pinned : new RegExp(`^${route.path.replace(/:[^/]+/g, '[^/]+')}$`).test(path)
  for (const area of areas) {
    const route = area.routes.find(fits)
    if (!route) continue
    preloadAll(area, [...area.files, ...area.textFiles[language], ...route.files])
    return
  }
})()
