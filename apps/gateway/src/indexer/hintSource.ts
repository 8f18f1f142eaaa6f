import { BaseError } from '@covault/protocol'
import type { Address, Hex } from 'viem'
import { isHash, isRecord } from '../chain/answer.js'
import { safeFetch } from '../chain/safeFetch.js'

/** Somebody who says in which transactions a safe was. */
export type HintSource = {
  /** The latest first; `more`: there are others after these. */
  list(
    safe: Address,
    offset: number,
  ): Promise<{ hashes: Hex[]; read: number; more: boolean }>
  /** The transaction that created the safe, where it is known. */
  findCreation(safe: Address): Promise<Hex | undefined>
}

const perPage = 100

/** A transaction service at this address, no matter who runs it. */
export function openHintSource(url: string, token?: string): HintSource {
  // With and without `/api` at its end, as clients of this API write it.
  const base = url.replace(/\/+$/, '').replace(/\/api$/, '')
  const read = async (path: string): Promise<unknown> => {
    try {
      const body = await safeFetch(`${base}${path}`, {
        maximumBytes: 20_000_000,
        timeoutMs: 20_000,
        mediaTypes: ['application/json'],
        // The operator chose this host.
        trustedOrigins: [new URL(url).origin],
        authorization: token && `Bearer ${token}`,
      })
      return JSON.parse(body.toString('utf8'))
    } catch (cause) {
      throw new NoHintsError({ cause })
    }
  }
  return {
    async list(safe, offset) {
      const page = await read(
        `/api/v2/safes/${safe}/all-transactions/?executed=true&queued=false&limit=${perPage}&offset=${offset}`,
      )
      const results =
        isRecord(page) && Array.isArray(page.results) ? page.results : []
      const hashes = results.filter(isRecord).flatMap(readHash)
      const more = isRecord(page) && typeof page.next === 'string'
      const { length } = results
      return { hashes: [...new Set(hashes)], read: length, more }
    },
    async findCreation(safe) {
      const creation = await read(`/api/v1/safes/${safe}/creation/`).catch(
        () => undefined,
      )
      return isRecord(creation) ? readHash(creation)[0] : undefined
    },
  }
}

/** Executions say `transactionHash`, what was received says `txHash`. */
function readHash(item: Record<string, unknown>): Hex[] {
  const hash = item.transactionHash ?? item.txHash
  return isHash(hash) ? [hash] : []
}

/** The past is searched without hints in the meantime. */
export class NoHintsError extends BaseError {
  override name = 'NoHintsError'
  constructor(options: { cause: unknown }) {
    super('The service named by `hints` gave no usable answer.', options)
  }
}
