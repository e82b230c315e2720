import { type ComponentType, useEffect, useState } from 'react'
import { twice } from '../areas/twice.ts'
import { PageSkeleton } from './PageSkeleton.tsx'

let loaded: ComponentType | undefined

/** Loads everything that only signed-in users need. */
export async function loadLayout(): Promise<ComponentType> {
  loaded ??= (await twice(() => import('../layout/Layout.tsx'))).default
  return loaded
}

/** The layout; without React's own lazy loading, which holds the first picture back by a fixed time. */
export function LayoutLoader() {
  const [Layout, setLayout] = useState<ComponentType | undefined>(() => loaded)
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    loadLayout().then((component) => setLayout(() => component), setFailure)
  }, [])
  if (failure) throw failure
  return Layout ? <Layout /> : <PageSkeleton />
}
