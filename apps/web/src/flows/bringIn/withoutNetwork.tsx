import { type ReactNode, Suspense } from 'react'
import { LoadingRows } from '../../components/ListStates.js'
import { latePart } from '../../ui/latePart.js'
import type { CarriedKind } from '../../understand/carry/parcel.js'
import type { SafeScope } from '../../understand/safe/safePlace.js'

const KeptOffline = latePart(async () => {
  const { KeptOffline } = await import('./KeptOffline.js')
  return { default: KeptOffline }
})

/** For pages, in their place where no network answers: what this browser has. */
export function showKept(of: {
  kind: CarriedKind
  title: string
  /** Of one, its hash or an id that ends with it; else all are listed. */
  id?: string | undefined
}) {
  return (scope: SafeScope, closed: ReactNode) => (
    <Suspense fallback={<LoadingRows />}>
      <KeptOffline scope={scope} {...of}>
        {closed}
      </KeptOffline>
    </Suspense>
  )
}
