import {
  call,
  GatewayReplyError,
  getMessage,
  getTransaction,
} from '@covault/api'
import { BaseError, nameChain } from '@covault/protocol'
import type { Hex } from 'viem'
import { sentExecutions } from '../../../preferences/sentExecutions.js'
import { gateway } from '../../../queries/gateway.js'
import {
  type ChainConfig,
  createChainClient,
} from '../../../trust/chainClient.js'
import { readReceipt } from '../../../trust/sentTransactions.js'
import { findOutcome } from '../../../understand/decode/outcome.js'
import type { DappHost } from '../../../walletConnect/answerDapp.js'
import type { Fate } from '../../../walletConnect/callsStatus.js'
import type { DappPlace } from '../../../walletConnect/proposal.js'

/** What a dapp can learn through this page. */
export function createDappHost({
  chains,
  showTransaction,
}: {
  chains: readonly ChainConfig[]
  showTransaction: DappHost['showTransaction']
}): DappHost {
  return {
    showTransaction,
    readSignature: async ({ chainId }, messageHash) => {
      const message = await call(gateway, getMessage, {
        params: { chainId, message_hash: messageHash },
      })
      return message.preparedSignature ?? ''
    },
    findTransactionHash: async (safeTxHash) =>
      (await sentExecutions.read(safeTxHash))?.transactionHash,
    readFate: async (place, safeTxHash) => {
      const chain = chains.find(({ chainId }) => chainId === place.chainId)
      if (!chain) throw new UnservedChainError(place.chainId)
      return readFate(chain, { place, safeTxHash })
    },
  }
}

async function readFate(
  chain: ChainConfig,
  { place, safeTxHash }: { place: DappPlace; safeTxHash: Hex },
): Promise<Fate> {
  const details = await call(gateway, getTransaction, {
    params: { chainId: chain.chainId, transactionId: safeTxHash },
  }).catch((error) => {
    // Its proposer took it back, or the gateway never had it.
    if (error instanceof GatewayReplyError && error.status === 404)
      return undefined
    throw error
  })
  if (!details || details.txStatus === 'CANCELLED') return { kind: 'gone' }
  if (!details.txHash) return { kind: 'pending' }
  const receipt = await readReceipt(createChainClient(chain), details.txHash)
  const isSuccess = findOutcome(receipt, { safe: place.address, safeTxHash })
  // The gateway names where to look; what happened is the chain's to say.
  return isSuccess === undefined
    ? { kind: 'pending' }
    : { kind: 'executed', isSuccess, receipt }
}

class UnservedChainError extends BaseError {
  constructor(chainId: number) {
    super(`This gateway isn’t configured for ${nameChain(chainId)}.`)
  }
}
