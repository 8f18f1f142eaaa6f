/** What a provider allows, and what it does when asked for more. */
export type ProviderProfile = {
  /** Blocks that one `eth_getLogs` may search. */
  logRange: number
  /** Logs in one answer. */
  logsPerAnswer: number
  /** Addresses, or values of one topic, in one filter. */
  valuesPerFilter: number
  /** Without it, states older than 128 blocks are gone. */
  archive: boolean
  batch: boolean
  /** Those of a batch are counted one by one. */
  requestsPerSecond: number
  monthlyBudget: number
  /** By how many blocks each node behind the address is late. */
  backEnds: readonly number[]
  finalizedTag: boolean
  logsByBlockHash: boolean
  blockReceipts: boolean
  traces: boolean
  /** Who words the refusals. */
  words: ProviderWords
}

type ProviderWords = 'alchemy' | 'infura' | 'quicknode' | 'geth'

/** A node of one's own. */
const own: ProviderProfile = {
  logRange: Number.POSITIVE_INFINITY,
  logsPerAnswer: Number.POSITIVE_INFINITY,
  valuesPerFilter: Number.POSITIVE_INFINITY,
  archive: true,
  batch: true,
  requestsPerSecond: Number.POSITIVE_INFINITY,
  monthlyBudget: Number.POSITIVE_INFINITY,
  backEnds: [0],
  finalizedTag: true,
  logsByBlockHash: true,
  blockReceipts: true,
  traces: true,
  words: 'geth',
}

export function defineProfile(
  limits: Partial<ProviderProfile>,
): ProviderProfile {
  return { ...own, traces: false, ...limits }
}

/** Providers as people meet them; each is strict in what its name says. */
export const providerProfiles = {
  own,
  /** As most that are paid for. */
  wideRange: defineProfile({
    logRange: 10_000,
    logsPerAnswer: 10_000,
    words: 'infura',
  }),
  middleRange: defineProfile({
    logRange: 1_000,
    logsPerAnswer: 10_000,
    blockReceipts: false,
    words: 'quicknode',
  }),
  /** As free plans have it. */
  tinyRange: defineProfile({
    logRange: 10,
    logsPerAnswer: 10_000,
    words: 'alchemy',
  }),
  fewLogs: defineProfile({ logsPerAnswer: 10_000, words: 'infura' }),
  shortLists: defineProfile({ logRange: 10_000, valuesPerFilter: 5 }),
  noArchive: defineProfile({ logRange: 10_000, archive: false }),
  noBatch: defineProfile({ logRange: 10_000, batch: false }),
  slow: defineProfile({
    logRange: 10_000,
    requestsPerSecond: 25,
    words: 'quicknode',
  }),
  budget: defineProfile({
    logRange: 10_000,
    monthlyBudget: 200,
    words: 'alchemy',
  }),
  severalBackEnds: defineProfile({ logRange: 10_000, backEnds: [0, 1, 3] }),
  noFinalized: defineProfile({ logRange: 10_000, finalizedTag: false }),
  noLogsByHash: defineProfile({ logRange: 10_000, logsByBlockHash: false }),
  noBlockReceipts: defineProfile({ logRange: 10_000, blockReceipts: false }),
} as const satisfies Record<string, ProviderProfile>

export type ProviderName = keyof typeof providerProfiles
