import type { SettingsMeaning } from '../intent.js'
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
        ? { object: ['Newly minted'], amount, rest: [' for this safe'] }
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
      return { object: [`Batch of ${intent.count}`] }
    case 'callSomething':
      return {
        verb: 'Call',
        object: ['a contract'],
        ...toward('of', intent.to),
      }
    case 'other':
      return { object: [intent.text] }
  }
}
