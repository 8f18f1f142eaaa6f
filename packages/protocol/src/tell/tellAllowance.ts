import type { AllowanceIntent } from '../intent.js'
import {
  foreign,
  letParty,
  type Parts,
  party,
  tellAmount,
  tellPayment,
  tellToken,
  toward,
} from './parts.js'

export function tellAllowance(intent: AllowanceIntent): Parts {
  switch (intent.kind) {
    case 'setAllowance':
      return {
        ...letParty(intent.delegate),
        rest: [
          ' spend ',
          ...tellAmount(intent.amount),
          ` ${writeReset(intent.resetMinutes)}`,
        ],
      }
    case 'resetAllowance':
      return {
        ...letParty(intent.delegate),
        rest: [
          ' spend the allowance of ',
          ...tellToken(intent.token),
          ' again',
        ],
      }
    case 'deleteAllowance':
      return {
        verb: 'Delete',
        object: ['the allowance'],
        ...toward('of', intent.delegate),
        rest: [' for ', ...tellToken(intent.token)],
      }
    case 'addDelegate':
      return {
        verb: 'Add',
        ...toward('', intent.delegate),
        rest: [' as a spender'],
      }
    case 'removeDelegate':
      return {
        verb: 'Remove',
        ...toward('', intent.delegate),
        rest: [
          intent.removeAllowances
            ? ' as a spender with all allowances'
            : ' as a spender',
        ],
      }
    case 'spendAllowance':
      return {
        verb: 'Send',
        amount: foreign(intent.amount),
        ...toward('of safe', intent.safe),
        rest: [
          ' to ',
          party(intent.to),
          ' from the allowance of ',
          party(intent.delegate),
          ...tellPayment(intent.payment),
        ],
      }
  }
}

function writeReset(minutes: bigint): string {
  if (minutes === 0n) return 'once'
  if (minutes === 1440n) return 'every day'
  if (minutes % 1440n === 0n) return `every ${minutes / 1440n} days`
  if (minutes === 1n) return 'every minute'
  return `every ${minutes} minutes`
}
