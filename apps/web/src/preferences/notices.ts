import * as z from 'zod/mini'
import { definePreference } from './preference.js'
import { defineRecords } from './records.js'
import { storedAddress, storedChainId } from './schemas.js'

const news = z.object({
  about: z.enum([
    'waits',
    'executable',
    'executed',
    'failed',
    'queue',
    'history',
    'message',
    'local',
    'localMessage',
  ]),
  chainId: storedChainId,
  safe: storedAddress,
  /** Of the one transaction that it is about. */
  id: z.optional(z.string()),
  nonce: z.optional(z.bigint()),
  /** What it does, as the gateway summed it up when it happened. */
  told: z.optional(z.string()),
  time: z.number(),
})
export type News = z.output<typeof news>

/** What happened to safes that this browser followed, by what it is about. */
export const newsRecords = defineRecords({ kind: 'news', schema: news })

export const noticeSettings = definePreference({
  name: 'notices',
  schema: z.object({
    /** Milliseconds: whatever is older was seen. */
    seenAt: z.number(),
    /** Also as notifications of the computer, while nobody looks. */
    isOnComputer: z.boolean(),
  }),
  fallback: { seenAt: 0, isOnComputer: false },
})
