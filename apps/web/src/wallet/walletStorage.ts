import * as z from 'zod/mini'
import { createJsonStorage } from '../preferences/preference.js'

/** What wagmi 2 writes of its state; anything else would take it down. */
const store = z.object({
  state: z.object({
    chainId: z.number(),
    connections: z.object({
      __type: z.literal('Map'),
      value: z.array(z.tuple([z.string(), z.unknown()])),
    }),
    current: z.nullable(z.string()),
  }),
  version: z.number(),
})

export const walletStorage = createJsonStorage((key, value) =>
  key.endsWith('.store')
    ? z.safeParse(store, value).success
    : value !== undefined,
)
