import type { AllowanceIntent } from '../intent.js'
import { nouns, writeCount } from '../language.js'
import {
  allow,
  foreign,
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
        ...allow(intent.delegate),
        rest: [
          ' to spend ',
          ...tellAmount(intent.amount),
          ` ${writeReset(intent.resetMinutes)}`,
        ],
      }
    case 'resetAllowance':
      return {
        verb: 'Reset',
        object: ['the spending limit'],
        ...toward('of', intent.delegate),
        rest: [' for ', ...tellToken(intent.token)],
      }
    case 'deleteAllowance':
      return {
        verb: 'Remove',
        object: ['the spending limit'],
        ...toward('of', intent.delegate),
        rest: [' for ', ...tellToken(intent.token)],
      }
    case 'addDelegate':
      return {
        verb: 'Add',
        object: ['spender'],
        ...toward('', intent.delegate),
      }
    case 'removeDelegate':
      return {
        verb: 'Remove',
        object: ['spender'],
        ...toward('', intent.delegate),
        rest: intent.removeAllowances ? [' and all their spending limits'] : [],
      }
    case 'spendAllowance':
      return {
        verb: 'Send',
        amount: foreign(intent.amount),
        ...toward('from safe', intent.safe),
        rest: [
          ' to ',
          party(intent.to),
          ' with the spending limit of ',
          party(intent.delegate),
          ...tellPayment(intent.payment),
        ],
      }
  }
}

/** How often a spending limit renews; 0 is never. */
export function writeReset(minutes: bigint): string {
  if (minutes === 0n) return 'in total'
  if (minutes === day) return 'every day'
  if (minutes === 1n) return 'every minute'
  return minutes % day === 0n
    ? `every ${writeCount(minutes / day, nouns.day)}`
    : `every ${writeCount(minutes, nouns.minute)}`
}

const day = 1440n
