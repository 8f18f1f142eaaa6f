import type { Address } from 'viem'
import type { ContractIntent, Intent, SafeIntent } from '../intent.js'
import { listWords, nouns, writeCount } from '../language.js'
import {
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
import { type BatchStep, summarizeBatch } from './summarizeBatch.js'
import { tellAllowance } from './tellAllowance.js'
import type { Reported, Telling, Tense, Word, Words } from './telling.js'
import { tellReported } from './tellReported.js'
import { tellSettings } from './tellSettings.js'
import { tellApproval, tellTransfer } from './tellTransfer.js'

/** The one narrator: what a transaction does, will do or did, in parts. */
export function tellIntent(
  intent: Intent | Reported,
  { tense = 'planned' }: { tense?: Tense | undefined } = {},
): Telling {
  const { sent, undecodedSize } = intent
  const only = findOnlyStep(intent)
  if (only) return tellStep(only, tense)
  return {
    ...assemble(intent.kind, tellMeaning(intent, tense), tense),
    along: sent && {
      ...own(sent),
      verb: tense === 'done' ? 'sent' : 'send',
    },
    flaw:
      undecodedSize > 0
        ? `partly decoded, ${writeCount(undecodedSize, nouns.byte)} not explained`
        : undefined,
  }
}

function assemble(
  kind: Telling['kind'],
  { verb, ...parts }: Parts,
  tense: Tense,
): Telling {
  return {
    kind,
    object: [],
    amount: undefined,
    counterparty: undefined,
    rest: [],
    inside: undefined,
    candidates: [],
    along: undefined,
    flaw: undefined,
    ...parts,
    verb: verb ? inflect(verb, tense) : '',
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

/** Beside the word "Executed" a nonce alone is not clear. */
function tellRejected(nonce: bigint, tense: Tense): Word {
  const exact = `the transaction at nonce ${nonce}`
  return tense === 'done' ? exact : { exact, short: `nonce ${nonce}` }
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
        : {
            verb: 'Reject',
            object: [tellRejected(intent.nonce, tense)],
          }
    case 'batch':
      return tellBatch(intent, tense)
    case 'executeTransaction':
      return tellExecution(intent, tense)
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
          `a message of ${writeCount(intent.message.length / 2 - 1, nouns.byte)} on chain`,
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
  return {
    object: [`Batch of ${writeCount(intents.length, nouns.call)}`],
    ...(actor && toward('as', actor)),
    inside: {
      isCounted: true,
      tellings: summarizeBatch(intents).map((step) => tellStep(step, tense)),
    },
  }
}

/** Of a batch that does one thing alone, as many calls as that may take. */
function findOnlyStep(intent: Intent | Reported): BatchStep | undefined {
  if (intent.kind !== 'batch') return undefined
  const { actor, sent, undecodedSize, intents } = intent
  if (actor || sent || undecodedSize > 0) return undefined
  const [only, ...others] = summarizeBatch(intents)
  return others.length === 0 ? only : undefined
}

function tellStep(step: BatchStep, tense: Tense): Telling {
  switch (step.kind) {
    case 'one':
      return tellIntent(step.intent, { tense })
    case 'payments':
      return assemble('batch', tellPayments(step), tense)
    case 'calls': {
      const calls = writeCount(step.count, nouns.contractCall)
      const along = step.sent ? [' with ', ...tellAmount(step.sent)] : []
      return assemble('batch', { object: [calls, ...along] }, tense)
    }
    case 'more':
      return assemble(
        'batch',
        { object: [writeCount(step.count, more[step.of])] },
        tense,
      )
  }
}

const more = {
  changes: { one: 'more change', other: 'more changes' },
  others: { one: 'more action', other: 'more actions' },
} as const

function tellPayments({
  sums,
  recipients,
}: Extract<BatchStep, { kind: 'payments' }>): Parts {
  const [sum, ...others] = sums
  const [recipient, ...more] = recipients
  return {
    verb: 'Send',
    ...(sum && others.length === 0
      ? { amount: own(sum) }
      : { object: listWords(sums.map(tellAmount)) }),
    ...(recipient && more.length === 0
      ? to(recipient)
      : { rest: [` to ${writeCount(recipients.length, nouns.recipient)}`] }),
  }
}

function tellExecution(
  {
    safe,
    viaModule,
    refund,
    intent,
  }: Extract<SafeIntent, { kind: 'executeTransaction' }>,
  tense: Tense,
): Parts {
  const route = viaModule ? ' as its module' : ''
  const refunding = refund ? ', which refunds the gas' : ''
  return {
    verb: 'Execute',
    ...toward('in safe', safe),
    rest: [`${route}${refunding}${intent ? '' : ': unreadable data'}`],
    inside: intent && {
      isCounted: false,
      tellings: [tellIntent(intent, { tense })],
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
      ' with an unreadable initializer',
      ...after,
    ]
  const { owners, threshold, delegate, fallbackHandler, payment } = setup
  const required = writeRequirement({ threshold, ownerCount: owners.length })
  return [
    'a safe owned by ',
    ...tellOwners(owners),
    ` that requires ${required}, with the implementation `,
    party(singleton),
    ...(delegate
      ? [', executing the code of ', party(delegate), ' at its setup']
      : []),
    ...(fallbackHandler
      ? [', with the fallback handler ', party(fallbackHandler)]
      : []),
    ...tellPayment(payment),
    ...after,
  ]
}

/** Longer lists of owners are counted and not told to the end. */
const mostOwners = 100

/** Whose it is must be read. */
function tellOwners(owners: readonly Address[]): Words {
  if (owners.length === 0) return ['nobody']
  const told = owners.slice(0, mostOwners).map((owner) => [party(owner)])
  const rest = owners.length - told.length
  const items: Words[] =
    rest > 0 ? [...told, [writeCount(rest, moreOwners)]] : told
  return listWords(items)
}

const moreOwners = { one: 'more owner', other: 'more owners' } as const

function tellContract(intent: ContractIntent): Parts {
  switch (intent.kind) {
    case 'emptyCall':
      return {
        verb: 'Call',
        ...toward('', intent.to),
        rest: [' without data'],
      }
    case 'deployContract':
      return {
        verb: 'Deploy',
        object: [
          `a contract from ${writeCount(intent.codeSize, nouns.byte)} of code`,
        ],
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
        rest: [` with ${writeCount(intent.size, nouns.byte)}`],
        candidates: intent.candidates.map((one) => tellIntent(one)),
      }
    case 'delegateCall':
      return {
        verb: 'Execute',
        object: ['the code'],
        ...toward('of', intent.to),
        rest: [
          ' as ',
          intent.account ? party(intent.account) : 'the caller',
          ` (delegatecall with ${writeCount(intent.size, nouns.byte)})`,
        ],
        candidates: intent.candidates.map((one) => tellIntent(one)),
      }
  }
}
