import { type Address, type Hex, numberToHex, toHex } from 'viem'
import type { CallsVersion } from './sendCalls.js'

/** Calls that a dapp has sent under a name of their own. */
export type Bundle = {
  /** Whose it is: nobody else is told of it. */
  topic: string
  id: string
  version: CallsVersion
  chainId: number
  address: Address
  safeTxHash: Hex
}

/** What has become of a transaction of the safe, as the chain has it. */
export type Fate =
  | { kind: 'pending' }
  /** Another one has its nonce, or its proposer took it back. */
  | { kind: 'gone' }
  | { kind: 'executed'; isSuccess: boolean; receipt: Receipt }

export type Receipt = {
  logs: readonly { address: Address; data: Hex; topics: readonly Hex[] }[]
  blockHash: Hex
  blockNumber: bigint
  gasUsed: bigint
  transactionHash: Hex
}

/** `wallet_getCallsStatus`, in the form of the version that sent the calls. */
export function toCallsStatus(
  { id, version, chainId }: Bundle,
  fate: Fate,
): unknown {
  const receipts = fate.kind === 'executed' ? [toReceipt(fate)] : undefined
  if (version === '1.0')
    return {
      status: fate.kind === 'pending' ? 'PENDING' : 'CONFIRMED',
      ...(receipts && { receipts }),
    }
  return {
    version,
    id,
    chainId: numberToHex(chainId),
    status: toStatus(fate),
    atomic: true,
    ...(receipts && { receipts }),
  }
}

/** EIP-5792: under way, on the chain, never coming, reverted as a whole. */
function toStatus(fate: Fate): 100 | 200 | 400 | 500 {
  if (fate.kind === 'pending') return 100
  if (fate.kind === 'gone') return 400
  return fate.isSuccess ? 200 : 500
}

function toReceipt({
  isSuccess,
  receipt: { logs, blockHash, blockNumber, gasUsed, transactionHash },
}: Extract<Fate, { kind: 'executed' }>) {
  return {
    logs: logs.map(({ address, data, topics }) => ({ address, data, topics })),
    status: isSuccess ? '0x1' : '0x0',
    blockHash,
    blockNumber: toHex(blockNumber),
    gasUsed: toHex(gasUsed),
    transactionHash,
  }
}
