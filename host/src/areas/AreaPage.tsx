import { type ComponentType, Suspense, useCallback, useEffect, useState } from 'react'
import { AreaDown } from './AreaDown.tsx'
import { AreaFence } from './AreaFence.tsx'
import type { AllowedRoute } from './areaRoutes.ts'
import { loadedPage, loadPage } from './loadPage.ts'
import { PageLoading } from './PageLoading.tsx'

type Outcome = { component: ComponentType } | { error: unknown } | undefined

/** One page of an area inside its fence: whatever goes wrong with it stays in its own part of the window. */
export function AreaPage({ route }: { route: AllowedRoute }) {
  const [attempt, setAttempt] = useState(0)
  const [outcome, setOutcome] = useState<Outcome>(() => {
    const component = loadedPage(route)
    return component && { component }
  })
  const load = useCallback(
    () =>
      loadPage(route).then(
        (component) => setOutcome({ component }),
        (error: unknown) => setOutcome({ error }),
      ),
    [route],
  )
  useEffect(() => {
    void load()
  }, [load])

  const retry = () => {
    setOutcome(undefined)
    setAttempt(attempt + 1)
    void load()
  }
  if (!outcome) return <PageLoading />
  if ('error' in outcome) return <AreaDown area={route.area} error={outcome.error} onRetry={retry} />
  const Page = outcome.component
  return (
    <AreaFence key={attempt} area={route.area} onRetry={retry}>
      <Suspense fallback={<PageLoading />}>
        <Page />
      </Suspense>
    </AreaFence>
  )
}
