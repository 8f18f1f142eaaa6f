import type { ApprovalIntent, TransferIntent } from '../intent.js'
import {
  foreign,
  letParty,
  own,
  type Parts,
  party,
  tellLimit,
  tellUnit,
  to,
  toward,
} from './parts.js'

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
        ...letParty(intent.spender),
        rest: [
          ' spend ',
          ...tellLimit(intent),
          ' of ',
          party(intent.owner),
          ' by permit',
        ],
      }
    case 'approveCollectible':
      return {
        ...letParty(intent.operator),
        rest: [` move #${intent.tokenId} of `, party(intent.collection)],
      }
    case 'approveCollection':
      return {
        ...letParty(intent.operator),
        ...(!intent.approved && { verb: 'No longer let' }),
        rest: [' move everything of ', party(intent.collection)],
      }
  }
}

function tellAllowed(
  intent: Extract<ApprovalIntent, { kind: 'approveToken' }>,
): Parts {
  const { change, spender, amount } = intent
  if (change === 'set' && amount.value === 0n)
    return {
      ...letParty(spender),
      verb: 'No longer let',
      rest: [' spend ', ...tellUnit(amount)],
    }
  const more = { set: [], increase: [' more'], decrease: [' less'] }[change]
  return {
    ...letParty(spender),
    rest: [' spend ', ...tellLimit(intent), ...more],
  }
}
