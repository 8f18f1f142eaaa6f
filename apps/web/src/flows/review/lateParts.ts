import { lazy } from 'react'

/*
 * The review stands without them: fees are for whoever executes, dangers are
 * rare, the rest is for wallets that cannot sign.
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

export const LazyAcknowledgements = lazy(async () => {
  const { Acknowledgements } = await import('./Acknowledgements.js')
  return { default: Acknowledgements }
})

export const LazyWithheld = lazy(async () => {
  const { Withheld } = await import('./Withheld.js')
  return { default: Withheld }
})
