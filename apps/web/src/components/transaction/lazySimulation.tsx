import { lazy } from 'react'

/** Whoever looks at the details first reads what the bytes say. */
export const LazySimulation = lazy(async () => {
  const { SimulationOf } = await import('./SimulationOf.js')
  return { default: SimulationOf }
})
