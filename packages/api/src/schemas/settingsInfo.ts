import * as z from 'zod/mini'
import { openUnion } from '../codecs.js'
import { addressInfo } from './addressInfo.js'

/** What a call of the safe to itself changes. */
export const settingsInfo = openUnion({
  rename: (type) =>
    type === 'CHANGE_IMPLEMENTATION' ? 'CHANGE_MASTER_COPY' : type,
  variants: [
    z.object({
      type: z.literal('SET_FALLBACK_HANDLER'),
      handler: addressInfo,
    }),
    z.object({
      type: z.literal('ADD_OWNER'),
      owner: addressInfo,
      threshold: z.number(),
    }),
    z.object({
      type: z.literal('REMOVE_OWNER'),
      owner: addressInfo,
      threshold: z.number(),
    }),
    z.object({
      type: z.literal('SWAP_OWNER'),
      oldOwner: addressInfo,
      newOwner: addressInfo,
    }),
    z.object({ type: z.literal('CHANGE_THRESHOLD'), threshold: z.number() }),
    z.object({
      type: z.literal('CHANGE_MASTER_COPY'),
      implementation: addressInfo,
    }),
    z.object({ type: z.literal('ENABLE_MODULE'), module: addressInfo }),
    z.object({ type: z.literal('DISABLE_MODULE'), module: addressInfo }),
    z.object({ type: z.literal('SET_GUARD'), guard: addressInfo }),
    z.object({ type: z.literal('DELETE_GUARD') }),
    z.object({
      type: z.literal('SET_MODULE_GUARD'),
      moduleGuard: addressInfo,
    }),
    z.object({ type: z.literal('DELETE_MODULE_GUARD') }),
  ],
})
export type SettingsInfo = z.output<typeof settingsInfo>
