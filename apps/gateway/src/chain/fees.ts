import { type Address, getAddress, type Hex } from 'viem'
import { isAddressHex, isHex, isRecord, readQuantity } from './answer.js'
import type { RpcEndpoint, RpcOutcome } from './rpcEndpoint.js'

/** What a transaction cost, and whom. */
export type TransactionFee = {
  txHash: Hex
  blockNumber: bigint
  payer: Address
  gasUsed: bigint
  /** What was paid for each unit of gas in the end. */
  gasPrice: bigint
  maxFee: bigint | null
  maxPriorityFee: bigint | null
  /** What a rollup takes for the data, beside the gas. */
  dataFee: bigint
}

/** Of transactions that the node still has; the others are left out. */
export async function readFees(
  rpc: RpcEndpoint,
  hashes: readonly Hex[],
): Promise<TransactionFee[]> {
  const outcomes = await rpc.batch(
    ['eth_getTransactionReceipt', 'eth_getTransactionByHash'].flatMap(
      (method) => hashes.map((hash) => ({ method, params: [hash] })),
    ),
  )
  return hashes.flatMap((txHash, index) => {
    const receipt = readResult(outcomes[index])
    const sent = readResult(outcomes[hashes.length + index])
    if (!isRecord(receipt) || !isAddressHex(receipt.from)) return []
    return [
      {
        txHash,
        blockNumber: readQuantity(receipt.blockNumber),
        payer: getAddress(receipt.from),
        gasUsed: readQuantity(receipt.gasUsed),
        // Before London a receipt has no price, the transaction has.
        gasPrice: readQuantity(
          receipt.effectiveGasPrice ??
            (isRecord(sent) ? sent.gasPrice : undefined),
        ),
        maxFee: readCap(sent, 'maxFeePerGas'),
        maxPriorityFee: readCap(sent, 'maxPriorityFeePerGas'),
        dataFee: isHex(receipt.l1Fee) ? readQuantity(receipt.l1Fee) : 0n,
      },
    ]
  })
}

function readResult(outcome: RpcOutcome | undefined): unknown {
  return outcome && !outcome.error ? outcome.result : undefined
}

function readCap(sent: unknown, name: string): bigint | null {
  return isRecord(sent) && isHex(sent[name]) ? readQuantity(sent[name]) : null
}
