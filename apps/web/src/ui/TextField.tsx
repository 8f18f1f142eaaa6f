import type { TextInputProps } from '@mantine/core'
import { lazy, type Ref, Suspense } from 'react'
import { SkeletonBar } from './SkeletonBar.js'

const Field = lazy(async () => {
  const { LateTextInput } = await import('./LateTextInput.js')
  return { default: LateTextInput }
})

/** A field that is seldom needed: its code comes when it is shown. */
export function TextField(
  props: TextInputProps & { ref?: Ref<HTMLInputElement> },
) {
  return (
    <Suspense fallback={<SkeletonBar width={200} height={36} />}>
      <Field {...props} />
    </Suspense>
  )
}
