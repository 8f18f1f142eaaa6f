import { lazy } from 'react'

/*
 * The review stands without them: fees are for whoever executes, the rest for
 * wallets that cannot sign.
 */

export const LazyFeeFields = lazy(async () => {
  const { FeeFields } = await import('./FeeFields.js')
  return { default: FeeFields }
})

export const LazyBlindSigning = lazy(async () => {
  const { BlindSigning } = await import('./BlindSigning.js')
  return { default: BlindSigning }
})

export const LazySignAsParent = lazy(async () => {
  const { SignAsParent } = await import('./SignAsParent.js')
  return { default: SignAsParent }
})
