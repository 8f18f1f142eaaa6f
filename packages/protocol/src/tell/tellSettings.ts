import type { Address } from 'viem'
import type { SettingsMeaning } from '../intent.js'
import { type Parts, party, to, toward, writeRequirement } from './parts.js'
import type { Tense } from './telling.js'

export function tellSettings(intent: SettingsMeaning, tense: Tense): Parts {
  const require = tense === 'done' ? 'set the threshold to' : 'require'
  switch (intent.kind) {
    case 'addOwner':
    case 'removeOwner':
      return {
        verb: intent.kind === 'addOwner' ? 'Add' : 'Remove',
        object: ['owner'],
        ...toward('', intent.owner),
        rest: [` and ${require} ${writeRequirement(intent.requirement)}`],
      }
    case 'swapOwner':
      return {
        verb: 'Replace',
        object: ['owner'],
        ...toward('', intent.oldOwner),
        rest: [' with ', party(intent.newOwner)],
      }
    case 'changeThreshold':
      return {
        verb: 'Change',
        object: ['threshold'],
        rest: [writeThreshold(intent)],
      }
    case 'enableModule':
      return {
        verb: 'Enable',
        object: ['module'],
        ...toward('', intent.module),
        rest: [
          `, which ${tense === 'done' ? 'can' : 'can then'} act without any signature`,
        ],
      }
    case 'disableModule':
      return {
        verb: 'Disable',
        object: ['module'],
        ...toward('', intent.module),
      }
    case 'setGuard':
      return tellSlot('the guard', intent.guard)
    case 'setModuleGuard':
      return tellSlot('the module guard', intent.guard)
    case 'setFallbackHandler':
      return tellSlot('the fallback handler', intent.handler)
    case 'changeSingleton':
      return {
        verb: 'Change',
        object: ['the implementation of the safe'],
        ...to(intent.singleton),
      }
    case 'migrate':
      return {
        verb: 'Upgrade',
        object: ['the contract of the safe'],
        ...(intent.singleton && to(intent.singleton)),
        rest: [
          ` with ${intent.method} of `,
          party(intent.migration),
          ...(intent.handler
            ? [' and set the fallback handler to ', party(intent.handler)]
            : []),
        ],
      }
  }
}

function tellSlot(what: string, address: Address | undefined): Parts {
  return address === undefined
    ? { verb: 'Remove', object: [what] }
    : { verb: 'Set', object: [what], ...to(address) }
}

function writeThreshold({
  requirement: { threshold },
  before,
}: Extract<SettingsMeaning, { kind: 'changeThreshold' }>): string {
  const from = before ? ` from ${before.threshold}` : ''
  return `${from} to ${threshold}`
}
