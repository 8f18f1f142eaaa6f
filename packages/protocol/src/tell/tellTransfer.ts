import type { Address } from 'viem'
import type { ApprovalIntent, TransferIntent } from '../intent.js'
import {
  allow,
  foreign,
  own,
  type Parts,
  party,
  tellLimit,
  tellUnit,
  to,
  toward,
} from './parts.js'
import type { Words } from './telling.js'

export function tellTransfer(intent: TransferIntent): Parts {
  const moved = 'amount' in intent ? intent.amount : intent
  if (intent.kind === 'sendNative' || intent.owner === undefined)
    return { verb: 'Send', amount: own(moved), ...to(intent.to) }
  return {
    verb: 'Move',
    amount: foreign(moved),
    ...toward('from', intent.owner),
    rest: [' to ', party(intent.to)],
  }
}

export function tellApproval(intent: ApprovalIntent): Parts {
  switch (intent.kind) {
    case 'approveToken':
      return tellAllowed(intent)
    case 'permitToken':
      return {
        ...allow(intent.spender),
        rest: [
          ' to spend ',
          ...tellLimit(intent),
          ' of ',
          party(intent.owner),
          ' by permit',
        ],
      }
    case 'approveCollectible':
      return {
        ...allow(intent.operator),
        rest: [` to move #${intent.tokenId} of `, party(intent.collection)],
      }
    case 'approveCollection':
      return intent.approved
        ? {
            ...allow(intent.operator),
            rest: [' to move everything in ', party(intent.collection)],
          }
        : revoke(intent.operator, [party(intent.collection)])
  }
}

function tellAllowed(
  intent: Extract<ApprovalIntent, { kind: 'approveToken' }>,
): Parts {
  const { change, spender, amount } = intent
  if (change === 'set' && amount.value === 0n)
    return revoke(spender, tellUnit(amount))
  const more = { set: [], increase: [' more'], decrease: [' less'] }[change]
  return {
    ...allow(spender),
    rest: [' to spend ', ...tellLimit(intent), ...more],
  }
}

function revoke(from: Address, what: Words): Parts {
  return {
    verb: 'Revoke',
    object: ['the allowance'],
    ...toward('of', from),
    rest: [' for ', ...what],
  }
}
