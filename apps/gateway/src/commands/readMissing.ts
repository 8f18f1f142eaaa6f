import { setTimeout as delay } from 'node:timers/promises'
import { findChain, publishedTools } from '@covault/protocol'
import type { Logger } from 'pino'
import type { Address } from 'viem'
import type { ChainAccess } from '../chain/client.js'
import { readCodeHashes } from '../chain/codeHashes.js'

type Missing = ReadonlySet<Address>

/** A node that is slow or away keeps nobody waiting for a chain's description. */
const patienceMs = 1000

/**
 * Which of Safe's contracts a chain lacks that the release does not know: a
 * published address counts only with the published code. Asked once.
 */
export function createMissing({
  chains,
  log,
}: {
  chains: readonly Pick<ChainAccess, 'chainId' | 'firstPool'>[]
  log: Pick<Logger, 'warn'>
}): (chainId: number) => Promise<Missing> {
  const known = new Map<number, Promise<Missing>>()
  const read = async (chainId: number): Promise<Missing> => {
    const access = chains.find((chain) => chain.chainId === chainId)
    if (!access) return new Set()
    const hashes = await access.firstPool.use((rpc) =>
      readCodeHashes(
        rpc,
        publishedTools.map(({ address }) => address),
      ),
    )
    const missing = publishedTools.filter(
      ({ address, codeHash }) => hashes.get(address) !== codeHash,
    )
    if (missing.length > 0)
      log.warn(
        {
          chainId,
          contracts: missing.map(
            ({ contract, version, address }) =>
              `${contract} ${version} at ${address}`,
          ),
        },
        'Published contracts that this chain lacks',
      )
    return new Set(missing.map(({ address }) => address))
  }
  return async (chainId) => {
    if (findChain(chainId)) return new Set()
    const found = known.get(chainId) ?? read(chainId)
    known.set(chainId, found)
    const answered = found.catch((): Missing => {
      known.delete(chainId)
      return new Set()
    })
    const late = delay(patienceMs, new Set<Address>(), { ref: false })
    return Promise.race([answered, late])
  }
}
