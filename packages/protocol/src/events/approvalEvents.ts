import type { Address, Hex } from 'viem'
import type { EventDefinition } from './eventDefinition.js'
import { readAddress, readBytes32 } from './logReader.js'

/** What is logged when a hash is approved or signed on the chain itself. */
export type ApprovalEvent =
  | {
      type: 'approveHash'
      address: Address
      approvedHash: Hex
      owner: Address
    }
  /** From 1.3.0 on by SignMessageLib in the safe's name. */
  | { type: 'signMessage'; address: Address; messageHash: Hex }

export const approvalEvents: readonly EventDefinition<ApprovalEvent>[] = [
  {
    signature: 'ApproveHash(bytes32,address)',
    topic0:
      '0xf2a0eb156472d1440255b0d7c1e19cc07115d1051fe605b0dce69acfec884d9c',
    topicCounts: [3],
    decode: (reader, address) => ({
      type: 'approveHash',
      address,
      approvedHash: readBytes32(reader, 0),
      owner: readAddress(reader, 1),
    }),
  },
  {
    signature: 'SignMsg(bytes32)',
    topic0:
      '0xe7f4675038f4f6034dfcbbb24c4dc08e4ebf10eb9d257d3d02c0f38d122ac6e4',
    topicCounts: [2],
    decode: (reader, address) => ({
      type: 'signMessage',
      address,
      messageHash: readBytes32(reader, 0),
    }),
  },
]
