import type { TransactionDetails } from '@covault/api'
import type { Intent } from '@covault/protocol'
import type { Address } from 'viem'
import { formatAddress } from '../../lib/formatAddress.js'
import { formatCount } from '../../lib/formatCount.js'
import { unsaid } from '../../queries/localSignables.js'
import type { SignableCheck } from '../../trust/checkSignable.js'
import type { ContractFacts } from '../../trust/contracts.js'
import { computedHere } from '../../trust/provenance.js'
import type { Simulation } from '../../trust/simulate.js'
import {
  codeHow,
  decimalsHow,
  recipientsHow,
  simulatingHow,
  unreadRecipientsHow,
  unsimulatedHow,
  writeDecodedHow,
  writeSimulatedHow,
} from '../../words/reasons.js'
import type { SimulationState } from '../assess/simulationState.js'
import type { DecodedTransaction } from '../decode/decodeTransaction.js'
import type { MultisigExecution } from '../decode/readTransaction.js'
import { describeCoverage } from '../tell/describeCalls.js'
import { judge, listSaid, type Reason, toUnknown } from './reasons.js'

type Told = {
  details: Pick<TransactionDetails, 'note' | 'safeAppInfo'>
  execution: Pick<
    MultisigExecution,
    'proposer' | 'proposedByDelegate' | 'submittedAt'
  >
}

/** What the screen shows of a transaction. */
export type SeenTransaction = {
  decoded: DecodedTransaction
  /** Undefined for what has run. */
  simulation: Pick<SimulationState, 'isOn' | 'data' | 'error'> | undefined
  /** Undefined for what nobody has proposed yet. */
  proposal: Told | undefined
}

/** What was read of what it calls and pays. */
export function listTransactionFacts(
  { decoded, simulation }: SeenTransaction,
  {
    check,
    recipients,
  }: {
    check: SignableCheck | undefined
    recipients: readonly ContractFacts[]
  },
): Reason[] {
  return [
    ...listTargets(decoded, check),
    ...listRecipientKinds(decoded, recipients),
    ...(simulation ? [toSimulated(simulation)] : []),
  ]
}

/**
 * Addresses that something is sent to for certain. What a call might mean that
 * nobody knows for sure pays nobody.
 */
export function listRecipients({ intent }: DecodedTransaction): Address[] {
  return [...new Set(listPaid(intent))]
}

function listPaid(intent: Intent): Address[] {
  switch (intent.kind) {
    case 'sendNative':
    case 'sendToken':
    case 'sendCollectibles':
      return [intent.to]
    case 'batch':
      return intent.intents.flatMap(listPaid)
    case 'executeTransaction':
      return intent.intent ? listPaid(intent.intent) : []
    default:
      return []
  }
}

export function toMeaning({ tree, unaskedCount }: DecodedTransaction): Reason {
  const { undecodedSize } = tree.coverage
  const isWhole = undecodedSize === 0 && unaskedCount === 0
  return {
    fact: 'Contract calls',
    value: `${formatCount(tree.calls.length, 'call')}, ${describeCoverage(tree)}`,
    status: isWhole ? undefined : 'unknown',
    provenance: computedHere,
    how: writeDecodedHow(undecodedSize, isWhole),
  }
}

/** Code and decimals of whatever is called, but for who only receives. */
function listTargets(
  decoded: DecodedTransaction,
  check: SignableCheck | undefined,
): Reason[] {
  const recipients = listRecipients(decoded)
  const contracts = [...decoded.contracts.values()].filter(
    ({ address, codeHash }) =>
      codeHash !== null || !recipients.includes(address),
  )
  const [first] = contracts
  if (!first) return []
  const fields = check?.fields ?? []
  const judged = judge(fields, 'contracts', { ok: '', unknown: '' })
  const told = (how: string): Pick<Reason, 'status' | 'how'> =>
    judged.status === 'differs' ? judged : { status: undefined, how }
  const tokens = contracts.filter(({ token }) => token)
  return [
    {
      fact: 'Called contracts',
      value: countKinds(contracts),
      provenance: first.provenance,
      ...told(codeHow),
    },
    ...(tokens.length > 0
      ? [
          {
            fact: 'Decimals',
            value: tokens.map(describeDecimals).join(', '),
            provenance: first.provenance,
            ...told(decimalsHow),
          },
        ]
      : []),
  ]
}

function describeDecimals({ address, token }: ContractFacts): string {
  return `${formatAddress(address, { digits: 4 })} has ${token?.decimals}`
}

function listRecipientKinds(
  decoded: DecodedTransaction,
  recipients: readonly ContractFacts[],
): Reason[] {
  const asked = listRecipients(decoded)
  if (asked.length === 0) return []
  const [first] = recipients
  if (!first || recipients.length < asked.length)
    return [toUnknown('Recipients', unreadRecipientsHow)]
  return [
    {
      fact: 'Recipients',
      value: countKinds(recipients),
      status: undefined,
      provenance: first.provenance,
      how: recipientsHow,
    },
  ]
}

const kinds = [
  { noun: 'token', is: ({ kind }: ContractFacts) => kind === 'erc20' },
  { noun: 'safe', is: ({ kind }: ContractFacts) => kind === 'safe' },
  { noun: 'account', is: ({ codeHash }: ContractFacts) => codeHash === null },
] as const

/** "1 token, 2 contracts, 1 account" */
function countKinds(contracts: readonly ContractFacts[]): string {
  const nounOf = (one: ContractFacts) =>
    kinds.find(({ is }) => is(one))?.noun ?? 'contract'
  return (['token', 'safe', 'contract', 'account'] as const)
    .flatMap((noun) => {
      const count = contracts.filter((one) => nounOf(one) === noun).length
      return count > 0 ? formatCount(count, noun) : []
    })
    .join(', ')
}

const outcomes: Record<Simulation['outcome']['status'], string> = {
  success: 'succeeds',
  failed: 'fails',
  reverted: 'reverts',
}

function toSimulated({
  isOn,
  data,
  error,
}: Pick<SimulationState, 'isOn' | 'data' | 'error'>): Reason {
  if (!data)
    return toUnknown(
      'Simulation',
      error || !isOn ? unsimulatedHow : simulatingHow,
    )
  const { method, executor, outcome, provenance, storage, findings } = data
  return {
    fact: 'Simulation',
    value: outcomes[outcome.status],
    status: findings.some(({ id }) => id === 'unexplained-storage-change')
      ? 'differs'
      : undefined,
    provenance,
    how: writeSimulatedHow({
      method,
      executor: formatAddress(executor, { digits: 4 }),
      hasStorage: Boolean(storage),
    }),
  }
}

export function listTransactionWords(
  { proposal }: SeenTransaction,
  ownNote?: string,
): Reason[] {
  if (!proposal) return []
  const { note, safeAppInfo } = proposal.details
  const { proposer, proposedByDelegate, submittedAt } = proposal.execution
  return listSaid({
    note: note === ownNote ? null : note,
    app: safeAppInfo?.url,
    by: (proposedByDelegate ?? proposer)?.value,
    at: submittedAt === unsaid ? undefined : submittedAt,
  })
}
