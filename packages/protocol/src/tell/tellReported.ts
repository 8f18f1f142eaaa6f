import type { SettingsMeaning } from '../intent.js'
import { nouns, writeCount } from '../language.js'
import { own, type Parts, to, toward } from './parts.js'
import type { Reported } from './telling.js'

/** What no bytes are at hand for. */
export function tellReported(
  intent: Exclude<Reported, SettingsMeaning>,
): Parts {
  switch (intent.kind) {
    case 'receive': {
      const amount = intent.moved && own(intent.moved)
      return BigInt(intent.from) === 0n
        ? { object: ['Minted'], amount }
        : { object: ['Received'], amount, ...toward('from', intent.from) }
    }
    case 'sendSomething':
      return { verb: 'Send', ...to(intent.to) }
    case 'createdBy':
      return { object: ['Safe created'], ...toward('by', intent.creator) }
    case 'changeSomething':
      return { verb: 'Change', object: ['a setting of the safe'] }
    case 'approveSomething':
      return {
        verb: 'Approve',
        object: ['a transaction'],
        ...toward('of safe', intent.safe),
      }
    case 'batchOf':
      return { object: [`Batch of ${writeCount(intent.count, nouns.call)}`] }
    case 'callSomething':
      return {
        verb: 'Call',
        object: ['contract'],
        ...toward('', intent.to),
      }
    case 'other':
      return { object: [intent.text] }
  }
}
