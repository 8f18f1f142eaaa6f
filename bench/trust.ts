import {
  accounts,
  deploySafe,
  deploySafeContracts,
  proposeTransaction,
  startDevnet,
} from '@covault/devnet'
import { getBlockNumber } from 'viem/actions'
import {
  type ChainConfig,
  createNodeClient,
} from '../apps/web/src/trust/chainClient.js'
import { checkSignable } from '../apps/web/src/trust/checkSignable.js'
import { toDomain } from '../apps/web/src/trust/domain.js'
import { calibrate, round, takeMedian } from './shared/figures.js'

/**
 * How long it takes to check a transaction with ten confirmations before it
 * can be signed: alone and with a second source, beside one question to the
 * same node.
 */
export async function run({ quick }: { quick: boolean }) {
  const devnet = await startDevnet({ chainId: 31337 })
  try {
    await deploySafeContracts(devnet)
    const owners = accounts.slice(0, 10)
    const safe = await deploySafe(devnet, {
      owners: owners.map(({ address }) => address),
      threshold: 10,
      saltNonce: 1n,
    })
    const { transaction, safeTxHash, signatures } = await proposeTransaction(
      devnet,
      safe,
      { plan: { to: safe.address, value: 0n }, signers: owners },
    )
    const chain: ChainConfig = {
      chainId: 31337,
      shortName: 'local1',
      name: 'Local 1',
      rpcUrl: devnet.url,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      testnet: true,
      local: true,
    }
    const check = async (isAlone: boolean) => {
      const client = createNodeClient(devnet.url)
      const { confirmations, isRefused } = await checkSignable(client, {
        chain,
        signable: {
          kind: 'transaction',
          domain: toDomain(chain, safe),
          transaction,
        },
        claim: {
          hash: safeTxHash,
          threshold: 10,
          confirmations: signatures.map((one) => ({
            signer: one.signer,
            signature: one.kind === 'ecdsa' ? one.data : null,
          })),
        },
        info: undefined,
        second: isAlone ? undefined : { client },
      })
      const count = confirmations.filter(
        ({ status }) => status === 'verified',
      ).length
      if (isRefused || count !== 10)
        throw new Error(`${count} of 10 confirmations were verified.`)
    }
    const rounds = quick ? 3 : 5
    await check(false)
    const result = {
      'one question': await time(rounds, async () => {
        await getBlockNumber(createNodeClient(devnet.url), { cacheTime: 0 })
      }),
      'check, single source': await time(rounds, () => check(true)),
      'check, two sources': await time(rounds, () => check(false)),
    }
    console.table(result)
    return { calibrationSeconds: round(calibrate()), milliseconds: result }
  } finally {
    await devnet.stop()
  }
}

/** The median, in milliseconds. */
async function time(count: number, act: () => Promise<void>): Promise<number> {
  const taken: number[] = []
  for (let at = 0; at < count; at++) {
    const started = performance.now()
    await act()
    taken.push(performance.now() - started)
  }
  return Math.round(takeMedian(taken))
}
