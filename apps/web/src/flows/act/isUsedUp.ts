import { getNonceState } from '@covault/protocol'
import type { LocalTransaction } from '../../preferences/localQueue.js'
import { safeAbi } from '../../trust/abis.js'
import { callContract } from '../../trust/callContract.js'
import { type ChainConfig, createChainClient } from '../../trust/chainClient.js'
import { readHead } from '../../trust/head.js'
import { isGatewaysWord, readAt } from '../../trust/provenance.js'

/** Read from the chain, and by others than the gateway. */
export async function isUsedUp(
  { safe, transaction }: LocalTransaction,
  chain: ChainConfig,
): Promise<boolean> {
  const client = createChainClient(chain)
  const { number } = await readHead(client, chain)
  const nonce = await callContract(client, {
    address: safe,
    abi: safeAbi,
    functionName: 'nonce',
    args: [],
    blockNumber: number,
  })
  return (
    !isGatewaysWord(readAt(client, number)) &&
    getNonceState({ current: nonce, nonce: transaction.nonce }) === 'used'
  )
}
