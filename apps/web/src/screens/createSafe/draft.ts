import { queryOptions } from '@tanstack/react-query'
import type { Hex } from 'viem'
import * as z from 'zod/mini'
import { storedAddress, storedChainId } from '../../preferences/schemas.js'
import { offeredVersions } from '../../understand/newSafe/safePlan.js'
import { draftStore } from './draftStore.js'

const hash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/))

/** The form as it was left, and what has been sent of it. */
const draftSchema = z.object({
  name: z.string(),
  chainId: storedChainId,
  owners: z.array(
    z.object({
      /** Stays with its row when rows before it go. */
      id: z.int(),
      /** Null: the connected account. */
      text: z.nullable(z.string()),
      name: z.string(),
    }),
  ),
  threshold: z.int(),
  version: z.enum(offeredVersions),
  sent: z.nullable(
    z.object({
      transactionHash: z.pipe(
        hash,
        z.transform((text): Hex => text as Hex),
      ),
      address: storedAddress,
      sentAt: z.number(),
      owners: z.array(storedAddress),
    }),
  ),
})

export type Draft = z.output<typeof draftSchema>

export function createDraft(chainId: number): Draft {
  return {
    name: '',
    chainId,
    owners: [{ id: 0, text: null, name: '' }],
    threshold: 1,
    version: offeredVersions[0],
    sent: null,
  }
}

/** The kept draft, read once when the page opens; null without one. */
export const draftQuery = queryOptions({
  queryKey: ['createSafeDraft'],
  queryFn: async (): Promise<Draft | null> => {
    const kept = await draftStore.read()
    const draft = z.safeParse(draftSchema, kept)
    return draft.success ? draft.data : null
  },
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})
