import type { Address, Hex } from 'viem'
import type { SafeTransaction } from '../safeTransaction.js'
import type { EventDefinition } from './eventDefinition.js'
import {
  type LogReader,
  readAdditionalInfo,
  readAddress,
  readBoolean,
  readBytes,
  readBytes32,
  readOperation,
  readUint,
} from './logReader.js'

/** What a safe logs before and after it acts, and ERC-4337's entry point. */
export type ExecutionEvent =
  /** Before every execution of the L2 singletons. */
  | {
      type: 'safeMultiSigTransaction'
      address: Address
      transaction: SafeTransaction
      signatures: Hex
      /** The `msg.sender` of `execTransaction`. */
      sender: Address
      threshold: bigint
    }
  | {
      type: 'safeModuleTransaction'
      address: Address
      module: Address
      to: Address
      value: bigint
      data: Hex
      operation: 0 | 1
    }
  /** 1.0.0 only, which says nothing of executions that succeed. */
  | { type: 'executionFailed'; address: Address; safeTxHash: Hex }
  | {
      type: 'executionSuccess'
      address: Address
      safeTxHash: Hex
      payment: bigint
    }
  | {
      type: 'executionFailure'
      address: Address
      safeTxHash: Hex
      payment: bigint
    }
  | { type: 'executionFromModuleSuccess'; address: Address; module: Address }
  | { type: 'executionFromModuleFailure'; address: Address; module: Address }
  | {
      type: 'userOperation'
      address: Address
      userOpHash: Hex
      sender: Address
      paymaster: Address
      nonce: bigint
      success: boolean
      actualGasCost: bigint
      actualGasUsed: bigint
    }

export const executionEvents: readonly EventDefinition<ExecutionEvent>[] = [
  {
    signature:
      'SafeMultiSigTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes,bytes)',
    topic0:
      '0x66753cd2356569ee081232e3be8909b950e0a76c1f8460c3a5e3c2be32b11bed',
    topicCounts: [1],
    decode: decodeSafeMultiSigTransaction,
  },
  {
    signature: 'SafeModuleTransaction(address,address,uint256,bytes,uint8)',
    topic0:
      '0xb648d3644f584ed1c2232d53c46d87e693586486ad0d1175f8656013110b714e',
    topicCounts: [1],
    decode: (reader, address) => ({
      type: 'safeModuleTransaction',
      address,
      module: readAddress(reader, 0),
      to: readAddress(reader, 1),
      value: readUint(reader, 2),
      data: readBytes(reader, 3),
      operation: readOperation(reader, 4),
    }),
  },
  {
    signature: 'ExecutionFailed(bytes32)',
    topic0:
      '0xabfd711ecdd15ae3a6b3ad16ff2e9d81aec026a39d16725ee164be4fbf857a7c',
    topicCounts: [1],
    decode: (reader, address) => ({
      type: 'executionFailed',
      address,
      safeTxHash: readBytes32(reader, 0),
    }),
  },
  {
    signature: 'ExecutionSuccess(bytes32,uint256)',
    topic0:
      '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e',
    topicCounts: [1, 2],
    decode: (reader, address) => ({
      type: 'executionSuccess',
      address,
      safeTxHash: readBytes32(reader, 0),
      payment: readUint(reader, 1),
    }),
  },
  {
    signature: 'ExecutionFailure(bytes32,uint256)',
    topic0:
      '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23',
    topicCounts: [1, 2],
    decode: (reader, address) => ({
      type: 'executionFailure',
      address,
      safeTxHash: readBytes32(reader, 0),
      payment: readUint(reader, 1),
    }),
  },
  {
    signature: 'ExecutionFromModuleSuccess(address)',
    topic0:
      '0x6895c13664aa4f67288b25d7a21d7aaa34916e355fb9b6fae0a139a9085becb8',
    topicCounts: [2],
    decode: (reader, address) => ({
      type: 'executionFromModuleSuccess',
      address,
      module: readAddress(reader, 0),
    }),
  },
  {
    signature: 'ExecutionFromModuleFailure(address)',
    topic0:
      '0xacd2c8702804128fdb0db2bb49f6d127dd0181c13fd45dbfe16de0930e2bd375',
    topicCounts: [2],
    decode: (reader, address) => ({
      type: 'executionFromModuleFailure',
      address,
      module: readAddress(reader, 0),
    }),
  },
  {
    signature:
      'UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)',
    topic0:
      '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f',
    topicCounts: [4],
    decode: (reader, address) => ({
      type: 'userOperation',
      address,
      userOpHash: readBytes32(reader, 0),
      sender: readAddress(reader, 1),
      paymaster: readAddress(reader, 2),
      nonce: readUint(reader, 3),
      success: readBoolean(reader, 4),
      actualGasCost: readUint(reader, 5),
      actualGasUsed: readUint(reader, 6),
    }),
  },
]

function decodeSafeMultiSigTransaction(
  reader: LogReader,
  address: Address,
): ExecutionEvent {
  const { nonce, sender, threshold } = readAdditionalInfo(reader, 10)
  return {
    type: 'safeMultiSigTransaction',
    address,
    transaction: {
      to: readAddress(reader, 0),
      value: readUint(reader, 1),
      data: readBytes(reader, 2),
      operation: readOperation(reader, 3),
      safeTxGas: readUint(reader, 4),
      baseGas: readUint(reader, 5),
      gasPrice: readUint(reader, 6),
      gasToken: readAddress(reader, 7),
      refundReceiver: readAddress(reader, 8),
      nonce,
    },
    signatures: readBytes(reader, 9),
    sender,
    threshold,
  }
}
