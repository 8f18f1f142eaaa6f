import type { Address } from 'viem'
import { readTransactionPage, type ToldTransaction } from './items.js'
import type { Source } from './source.js'

export const pageSize = 100

type WaitingPage = {
  /** Each transaction once, however often it is listed. */
  items: ToldTransaction[]
  unreadable: string[]
  /** The nonce at which the list goes on; undefined at its end. */
  next: bigint | undefined
}

/**
 * What waits in a safe elsewhere, from the lowest nonce up: what is executed
 * meanwhile hides nothing.
 */
export async function* readWaiting(
  source: Source,
  parameters: { safe: { address: Address }; from: bigint },
): AsyncGenerator<WaitingPage> {
  const { safe, from } = parameters
  const seen = new Set<string>()
  let nonce = from
  let offset = 0
  for (;;) {
    const query = `executed=false&nonce__gte=${nonce}&ordering=nonce&limit=${pageSize}&offset=${offset}`
    const page = readTransactionPage(
      await source.get(
        `/v2/safes/${safe.address}/multisig-transactions/?${query}`,
      ),
    )
    const items = page.items.filter(
      ({ safeTxHash }) => !seen.has(safeTxHash) && seen.add(safeTxHash),
    )
    const last = page.items.at(-1)?.nonce
    // A page of conflicting transactions only is gone through by its length.
    const isFurther = last !== undefined && last > nonce && last < 2n ** 53n
    offset = isFurther ? 0 : offset + page.length
    if (isFurther) nonce = last
    const { unreadable, goesOn } = page
    yield { items, unreadable, next: goesOn ? nonce : undefined }
    if (!goesOn) return
  }
}
