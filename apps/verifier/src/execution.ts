import { writeBytes } from './abi.js'
import {
  addressWord,
  concat,
  fromText,
  toBytes,
  toHex,
  toWord,
} from './bytes.js'
import { keccak256 } from './keccak.js'
import type { SafeTransaction } from './safe.js'

const selector = keccak256(
  fromText(
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
  ),
).slice(0, 4)

/** What the wallet of anyone who executes it sends to the safe. */
export function encodeExecution(
  transaction: SafeTransaction,
  signatures: string,
): string {
  const data = writeBytes(toBytes(transaction.data))
  const head = 10n * 32n
  return toHex(
    concat(
      selector,
      addressWord(transaction.to),
      toWord(transaction.value),
      toWord(head),
      toWord(BigInt(transaction.operation)),
      toWord(transaction.safeTxGas),
      toWord(transaction.baseGas),
      toWord(transaction.gasPrice),
      addressWord(transaction.gasToken),
      addressWord(transaction.refundReceiver),
      toWord(head + BigInt(data.length)),
      data,
      writeBytes(toBytes(signatures, 'The list of signatures')),
    ),
  )
}

/** A transaction of another safe, an owner, that approves this hash. */
export function approveHash(
  safe: string,
  hash: string,
  nonce: bigint,
): SafeTransaction {
  const zero = `0x${'0'.repeat(40)}`
  return {
    to: safe,
    value: 0n,
    data: `0xd4d9bdcd${hash.slice(2)}`,
    operation: 0,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: zero,
    refundReceiver: zero,
    nonce,
  }
}
