import type { Address } from 'viem'
import type { EventDefinition } from './eventDefinition.js'
import {
  fail,
  type LogReader,
  readAddress,
  readUint,
  readUints,
} from './logReader.js'

/** Native currency into a safe, and what the token standards log. */
export type TransferEvent =
  | {
      type: 'safeReceived'
      address: Address
      sender: Address
      value: bigint
    }
  | {
      type: 'erc20Transfer'
      /** The token's. */
      address: Address
      from: Address
      to: Address
      value: bigint
    }
  | {
      type: 'erc721Transfer'
      address: Address
      from: Address
      to: Address
      tokenId: bigint
    }
  /** TransferSingle with one item, TransferBatch with any number. */
  | {
      type: 'erc1155Transfer'
      address: Address
      operator: Address
      from: Address
      to: Address
      items: { id: bigint; value: bigint }[]
    }

// ERC-20 and ERC-721 differ only in that the latter indexes the third one.
const transfer = {
  signature: 'Transfer(address,address,uint256)',
  topic0: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
} as const

export const transferEvents: readonly EventDefinition<TransferEvent>[] = [
  {
    signature: 'SafeReceived(address,uint256)',
    topic0:
      '0x3d0ce9bfc3ed7d6862dbb28b2dea94561fe714a1b4d019aa8af39730d1ad7c3d',
    topicCounts: [2],
    decode: (reader, address) => ({
      type: 'safeReceived',
      address,
      sender: readAddress(reader, 0),
      value: readUint(reader, 1),
    }),
  },
  {
    ...transfer,
    topicCounts: [3],
    decode: (reader, address) => ({
      type: 'erc20Transfer',
      address,
      from: readAddress(reader, 0),
      to: readAddress(reader, 1),
      value: readUint(reader, 2),
    }),
  },
  {
    ...transfer,
    topicCounts: [4],
    decode: (reader, address) => ({
      type: 'erc721Transfer',
      address,
      from: readAddress(reader, 0),
      to: readAddress(reader, 1),
      tokenId: readUint(reader, 2),
    }),
  },
  {
    signature: 'TransferSingle(address,address,address,uint256,uint256)',
    topic0:
      '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
    topicCounts: [4],
    decode: (reader, address) => ({
      type: 'erc1155Transfer',
      address,
      operator: readAddress(reader, 0),
      from: readAddress(reader, 1),
      to: readAddress(reader, 2),
      items: [{ id: readUint(reader, 3), value: readUint(reader, 4) }],
    }),
  },
  {
    signature: 'TransferBatch(address,address,address,uint256[],uint256[])',
    topic0:
      '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
    topicCounts: [4],
    decode: (reader, address) => ({
      type: 'erc1155Transfer',
      address,
      operator: readAddress(reader, 0),
      from: readAddress(reader, 1),
      to: readAddress(reader, 2),
      items: readItems(reader),
    }),
  },
]

/** ERC-1155 demands lists of one length; a token may log others. */
function readItems(reader: LogReader): { id: bigint; value: bigint }[] {
  const ids = readUints(reader, 3)
  const values = readUints(reader, 4)
  if (ids.length !== values.length) fail(reader, 'unequalLengths')
  return ids.map((id, index) => ({ id, value: values[index] ?? 0n }))
}
