import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { AreaFence } from './AreaFence.tsx'
import { AreaDown } from './AreaDown.tsx'
import type { AllowedRoute } from './areaRoutes.ts'
import { PageLoading } from './PageLoading.tsx'
import { loadedPage, loadPage } from './loadPage.ts'

type Outcome = { component: ComponentType } | { error: unknown } | undefined

/** One page of an area inside its fence: whatever goes wrong with it stays in its own part of the window. */
export function AreaPage({ route }: { route: AllowedRoute }) {
  const [attempt, setAttempt] = useState(0)
  const [outcome, setOutcome] = useState<Outcome>(() => {
    const component = loadedPage(route)
    return component && { component }
  })
  useEffect(() => {
    let isCurrent = true
    const settle = (next: Outcome) => isCurrent && setOutcome(next)
    loadPage(route).then(
      (component) => settle({ component }),
      (error: unknown) => settle({ error }),
    )
    return () => {
      isCurrent = false
    }
    // A new attempt is the only reason to load again.
  }, [route, attempt])

  const retry = () => {
    setOutcome(undefined)
    setAttempt(attempt + 1)
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
