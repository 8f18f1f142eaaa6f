import type { Address } from 'viem'
import type { ContractIntent, Intent, SafeIntent } from '../intent.js'
import {
  count,
  own,
  type Parts,
  party,
  past,
  tellAmount,
  tellPayment,
  to,
  toward,
  type Verb,
  writeRequirement,
} from './parts.js'
import { tellAllowance } from './tellAllowance.js'
import type { Reported, Telling, Tense, Words } from './telling.js'
import { tellReported } from './tellReported.js'
import { tellSettings } from './tellSettings.js'
import { tellApproval, tellTransfer } from './tellTransfer.js'

/** Longer batches are counted and not told to the end. */
const maxTold = 100

/** The one narrator: what a transaction does, will do or did, in parts. */
export function tellIntent(
  intent: Intent | Reported,
  { tense = 'planned' }: { tense?: Tense | undefined } = {},
): Telling {
  const { verb, ...parts } = tellMeaning(intent, tense)
  const { sent, undecodedSize } = intent
  return {
    kind: intent.kind,
    object: [],
    amount: undefined,
    counterparty: undefined,
    rest: [],
    inside: undefined,
    candidates: [],
    ...parts,
    verb: verb ? inflect(verb, tense) : '',
    along: sent && {
      ...own(sent),
      verb: tense === 'done' ? 'sent' : 'send',
    },
    flaw:
      undecodedSize > 0
        ? `partly decoded, ${count(undecodedSize, 'byte')} not explained`
        : undefined,
  }
}

function inflect(verb: Verb, tense: Tense): string {
  if (tense === 'planned') return verb
  return tense === 'done' ? past[verb] : `Tried to ${verb.toLowerCase()}`
}

function tellMeaning(intent: Intent | Reported, tense: Tense): Parts {
  switch (intent.kind) {
    case 'sendNative':
    case 'sendToken':
    case 'sendCollectibles':
      return tellTransfer(intent)
    case 'approveToken':
    case 'permitToken':
    case 'approveCollectible':
    case 'approveCollection':
      return tellApproval(intent)
    case 'addOwner':
    case 'removeOwner':
    case 'swapOwner':
    case 'changeThreshold':
    case 'enableModule':
    case 'disableModule':
    case 'setGuard':
    case 'setModuleGuard':
    case 'setFallbackHandler':
    case 'changeSingleton':
    case 'migrate':
      return tellSettings(intent, tense)
    case 'setAllowance':
    case 'resetAllowance':
    case 'deleteAllowance':
    case 'addDelegate':
    case 'removeDelegate':
    case 'spendAllowance':
      return tellAllowance(intent)
    case 'reject':
    case 'batch':
    case 'executeTransaction':
    case 'approveHash':
    case 'signMessage':
    case 'createSafe':
      return tellSafe(intent, tense)
    case 'emptyCall':
    case 'deployContract':
    case 'contractCall':
    case 'unknownCall':
    case 'delegateCall':
      return tellContract(intent)
    default:
      return tellReported(intent)
  }
}

function tellSafe(intent: SafeIntent, tense: Tense): Parts {
  switch (intent.kind) {
    case 'reject':
      return intent.nonce === undefined
        ? {
            verb: 'Reject',
            object: ['the next transaction'],
            ...toward('of safe', intent.safe),
          }
        : { verb: 'Reject', object: [`nonce ${intent.nonce}`] }
    case 'batch':
      return tellBatch(intent, tense)
    case 'executeTransaction':
      return tellExecution(intent)
    case 'approveHash':
      return {
        verb: 'Approve',
        object: [
          { exact: `transaction ${intent.hash}`, short: 'a transaction' },
        ],
        ...toward('of safe', intent.safe),
      }
    case 'signMessage':
      return {
        verb: 'Sign',
        object: [
          `a message of ${count(intent.message.length / 2 - 1, 'byte')} on chain`,
        ],
      }
    case 'createSafe':
      return { verb: 'Create', object: tellCreation(intent) }
  }
}

function tellBatch(
  { intents, actor }: Extract<SafeIntent, { kind: 'batch' }>,
  tense: Tense,
): Parts {
  const told = intents.slice(0, maxTold)
  return {
    object: [`Batch of ${intents.length}`],
    ...(actor && toward('as', actor)),
    inside: {
      isCounted: true,
      tellings: told.map((one) => tellIntent(one, { tense })),
      more: intents.length - told.length,
    },
  }
}

function tellExecution({
  safe,
  viaModule,
  refund,
  intent,
}: Extract<SafeIntent, { kind: 'executeTransaction' }>): Parts {
  const route = viaModule ? ' (as its module)' : ''
  const refunding = refund ? ', which refunds the gas,' : ''
  const unread = intent ? '' : ': something that cannot be read'
  return {
    verb: 'Let',
    object: ['safe'],
    ...toward('', safe),
    rest: [`${route}${refunding} do${unread}`],
    inside: intent && {
      isCounted: false,
      // Whenever it was let, this is what it does.
      tellings: [tellIntent(intent)],
      more: 0,
    },
  }
}

/** The code, what runs at once, and who answers: each may own the safe. */
function tellCreation({
  singleton,
  setup,
  callback,
}: Extract<SafeIntent, { kind: 'createSafe' }>): Words {
  const after: Words = callback ? [', then call ', party(callback)] : []
  if (setup === undefined)
    return [
      'a proxy of ',
      party(singleton),
      ' with an initializer that cannot be read',
      ...after,
    ]
  const { owners, threshold, delegate, fallbackHandler, payment } = setup
  const required = writeRequirement({ threshold, ownerCount: owners.length })
  return [
    'a safe of ',
    ...tellOwners(owners),
    ` that requires ${required}, of the code `,
    party(singleton),
    ...(delegate
      ? [', running the code of ', party(delegate), ' at its setup']
      : []),
    ...(fallbackHandler
      ? [', with the fallback handler ', party(fallbackHandler)]
      : []),
    ...tellPayment(payment),
    ...after,
  ]
}

/** Whose it is must be read; more than a few are counted besides. */
function tellOwners(owners: readonly Address[]): Words {
  if (owners.length === 0) return ['nobody']
  const told = owners.slice(0, maxTold)
  const more = owners.length - told.length
  const words = told.flatMap((owner, at) => [
    at === 0 ? '' : at === told.length - 1 && more === 0 ? ' and ' : ', ',
    party(owner),
  ])
  return more > 0 ? [...words, ` and ${count(more, 'more owner')}`] : words
}

function tellContract(intent: ContractIntent): Parts {
  switch (intent.kind) {
    case 'emptyCall':
      return {
        verb: 'Call',
        ...toward('', intent.to),
        rest: [' with nothing'],
      }
    case 'deployContract':
      return {
        verb: 'Deploy',
        object: [`a contract from ${count(intent.codeSize, 'byte')} of code`],
        rest:
          intent.amount.value > 0n
            ? [' with ', ...tellAmount(intent.amount)]
            : [],
      }
    case 'contractCall':
      return {
        verb: 'Call',
        object: [{ exact: intent.signature, short: intent.method }],
        ...toward('of', intent.to),
      }
    case 'unknownCall':
      return {
        object: ['Unknown call'],
        ...to(intent.to),
        rest: [` with ${count(intent.size, 'byte')}`],
        candidates: intent.candidates.map((one) => tellIntent(one)),
      }
    case 'delegateCall':
      return {
        verb: 'Run',
        object: ['the code'],
        ...toward('of', intent.to),
        rest: [
          ' as ',
          intent.account ? party(intent.account) : 'the caller',
          ` (delegatecall with ${count(intent.size, 'byte')})`,
        ],
        candidates: intent.candidates.map((one) => tellIntent(one)),
      }
  }
}
