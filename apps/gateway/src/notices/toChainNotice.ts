import { type Address, type Hex, isHash } from 'viem'
import type { ChainFact } from '../store/noticeFacts.js'
import type { NewNotice } from '../store/notices.js'

/** The event that tells of something on the chain, in the ecosystem's form. */
export function toChainNotice(
  fact: ChainFact,
  isListed: (token: Address) => boolean,
): NewNotice {
  const { block, at, txHash } = fact
  const common = { block, at, facts: {} }
  if (fact.what === 'execution') {
    const { safeTxHash, nonce, to, data, success } = fact
    return {
      ...common,
      type: 'EXECUTED_MULTISIG_TRANSACTION',
      key: `executed:${safeTxHash}`,
      // Some of its readers know the one, some the other.
      fields: {
        ...{ safeTxHash, to, data },
        ...{ isFailed: !success, failed: String(!success), txHash },
      },
      facts: { nonce, success },
    }
  }
  if (fact.what === 'approval') {
    const { owner, safeTxHash } = fact
    return {
      ...common,
      type: 'NEW_CONFIRMATION',
      key: `confirmation:${safeTxHash}:${owner}`,
      fields: { owner, safeTxHash },
    }
  }
  if (fact.what === 'module')
    return {
      ...common,
      type: 'MODULE_TRANSACTION',
      key: `module:${block}:${fact.logIndex}`,
      fields: { module: fact.module, txHash },
      facts: { success: fact.success },
    }
  if (fact.what === 'creation')
    return {
      ...common,
      type: 'SAFE_CREATED',
      key: 'created',
      fields: { txHash, blockNumber: Number(block) },
    }
  if (fact.what === 'setup') {
    const { owners, modules, threshold } = fact
    return {
      ...common,
      type: 'SAFE_SETUP_CHANGED',
      key: `setup:${block}`,
      fields: { owners, modules, threshold },
      facts: { owners, modules, threshold },
    }
  }
  return toTransferNotice(fact, isListed)
}

function toTransferNotice(
  fact: ChainFact & { what: 'transfer' },
  isListed: (token: Address) => boolean,
): NewNotice {
  const { block, at, txHash, logIndex, leg, kind, amount } = fact
  const { direction, token, tokenId } = fact
  const isNative = token === null
  const trusted = isNative || isListed(token)
  const way = direction === 'in' ? 'INCOMING' : 'OUTGOING'
  const place = leg === 0 ? `${logIndex}` : `${logIndex},${leg}`
  return {
    type: `${way}_${isNative ? 'ETHER' : 'TOKEN'}`,
    key: `transfer:${block}:${logIndex}:${leg}`,
    fields: {
      // As transfers are called where programs ask for them.
      id: `${isNative ? 'i' : 'e'}${(txHash ?? '0x').slice(2)}${place}`,
      ...(isNative ? {} : { tokenAddress: token }),
      txHash,
      ...(kind === 'erc721' || kind === 'erc1155'
        ? { tokenId }
        : { value: amount }),
      ...(isNative ? {} : { trusted }),
    },
    facts: {
      ...{ token, trusted },
      ...(kind === 'native' || kind === 'erc20' ? { amount } : {}),
    },
    block,
    at,
  }
}

/** Out of the name that a transaction has on the wire. */
export function findTransactionHash(id: string): Hex | undefined {
  const hash = id.split('_')[2] ?? ''
  return isHash(hash) ? hash : undefined
}
