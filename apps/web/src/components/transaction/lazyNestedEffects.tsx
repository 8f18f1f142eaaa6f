import { lazy } from 'react'

export const loadNestedEffects = () => import('./NestedEffects.js')

/** Few transactions approve others; those that do wait for this. */
export const LazyNestedEffects = lazy(async () => {
  const { NestedEffects } = await loadNestedEffects()
  return { default: NestedEffects }
})
