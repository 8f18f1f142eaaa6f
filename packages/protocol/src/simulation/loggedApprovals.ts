import type { Address } from 'viem'
import {
  type ContractLog,
  createLogReader,
  readAddress,
  readEmitter,
  readUint,
} from '../events/logReader.js'

/** A right to take something, as its token has logged it last. */
export type LoggedApproval = {
  token: Address
  holder: Address
  spender: Address
} & (
  | { kind: 'amount'; amount: bigint }
  | { kind: 'item'; tokenId: bigint }
  | { kind: 'all'; isApproved: boolean }
)

// keccak256 of Approval(address,address,uint256), with which ERC-721 indexes
// the third one, and of ApprovalForAll(address,address,bool).
const approvalTopic =
  '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const approvalForAllTopic =
  '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'

/** Each right once, as it stands at the end of the run. */
export function listApprovals(logs: readonly ContractLog[]): LoggedApproval[] {
  const last = new Map<string, LoggedApproval>()
  for (const log of logs) {
    const approval = readApproval(log)
    if (approval) last.set(identify(approval), approval)
  }
  return [...last.values()]
}

function readApproval(log: ContractLog): LoggedApproval | undefined {
  const [topic0, ...indexed] = log.topics
  const isForAll = topic0 === approvalForAllTopic
  if (!isForAll && topic0 !== approvalTopic) return undefined
  const reader = createLogReader(log)
  const named = {
    token: readEmitter(reader, log.address),
    holder: readAddress(reader, 0),
    spender: readAddress(reader, 1),
  }
  const value = readUint(reader, 2)
  if (reader.flaw) return undefined
  if (isForAll) return { ...named, kind: 'all', isApproved: value !== 0n }
  return indexed.length === 3
    ? { ...named, kind: 'item', tokenId: value }
    : { ...named, kind: 'amount', amount: value }
}

/** An item has one spender at a time; the others have one right each. */
function identify({ token, holder, spender, ...right }: LoggedApproval) {
  return right.kind === 'item'
    ? `${token} ${right.tokenId}`
    : `${token} ${right.kind} ${holder} ${spender}`
}
