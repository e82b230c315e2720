import { Suspense, useCallback, useEffect, useState } from 'react'
import { AreaFailure } from './AreaFailure.tsx'
import { AreaFence } from './AreaFence.tsx'
import type { AllowedRoute } from './areaRoutes.ts'
import { FallbackNote } from './FallbackNote.tsx'
import { type LoadedPage, loadedPage, loadPage, replacePage } from './loadPage.ts'
import { PageLoading } from './PageLoading.tsx'

type Outcome = { page: LoadedPage } | { error: unknown } | undefined

/** One page of an area inside its fence: whatever goes wrong with it stays in its own part of the window. */
export function AreaPage({ route }: { route: AllowedRoute }) {
  const [attempt, setAttempt] = useState(0)
  const [outcome, setOutcome] = useState<Outcome>(() => {
    const page = loadedPage(route)
    return page && { page }
  })
  const show = useCallback(
    (work: Promise<LoadedPage>) =>
      work.then(
        (page) => setOutcome({ page }),
        (error: unknown) => setOutcome({ error }),
      ),
    [],
  )
  useEffect(() => {
    void show(loadPage(route))
  }, [show, route])

  const start = (work: Promise<LoadedPage>) => {
    setOutcome(undefined)
    setAttempt(attempt + 1)
    void show(work)
  }
  const retry = () => start(loadPage(route))
  if (!outcome) return <PageLoading />
  if ('error' in outcome) {
    return <AreaFailure area={route.area} error={outcome.error} onRetry={retry} />
  }
  const { component: Page, version } = outcome.page
  const replace = (error: unknown) => start(replacePage(route, version, error))
  return (
    <AreaFence key={attempt} area={route.area} version={version} onRetry={retry} onReplace={replace}>
      <FallbackNote area={route.area} version={version} />
      <Suspense fallback={<PageLoading />}>
        <Page />
      </Suspense>
    </AreaFence>
  )
}
