import { latePart } from '../../ui/latePart.js'

/** What pages show in their place where no network answers. */
export const KeptOffline = latePart(async () => {
  const { KeptOffline } = await import('./KeptOffline.js')
  return { default: KeptOffline }
})

export const KeptListOffline = latePart(async () => {
  const { KeptListOffline } = await import('./KeptOffline.js')
  return { default: KeptListOffline }
})
