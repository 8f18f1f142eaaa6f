import type { TransactionDetails } from '@covault/api'
import type { Address, Hex } from 'viem'
import { toForeignText } from '../../lib/foreignText.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { formatCount } from '../../lib/formatCount.js'
import { formatExactTime } from '../../lib/formatTime.js'
import type { TransactionCheck } from '../../trust/checkTransaction.js'
import type { ContractFacts } from '../../trust/contracts.js'
import { computedHere } from '../../trust/provenance.js'
import type { Simulation } from '../../trust/simulate.js'
import type { SimulationState } from '../assess/simulation.js'
import type { DecodedTransaction } from '../decode/decodeTransaction.js'
import type { MultisigExecution } from '../decode/readTransaction.js'
import { describeCoverage } from '../tell/describeCalls.js'
import { listCheckReasons } from './checkReasons.js'
import {
  judge,
  type Reason,
  type ReasonGroups,
  toSaid,
  toUnknown,
} from './reasons.js'

type Told = {
  details: Pick<TransactionDetails, 'note' | 'safeAppInfo'>
  execution: Pick<
    MultisigExecution,
    'proposer' | 'proposedByDelegate' | 'submittedAt'
  >
}

/** Why what stands in a review or in the details is to be believed. */
export function listTransactionReasons({
  hash,
  check,
  decoded,
  recipients,
  simulation,
  proposal,
}: {
  hash: Hex
  check: TransactionCheck | undefined
  decoded: DecodedTransaction
  /** What the chain says that those who receive something are. */
  recipients: readonly ContractFacts[]
  /** Undefined for what has run. */
  simulation: Pick<SimulationState, 'isOn' | 'data' | 'error'> | undefined
  /** Undefined for what nobody has proposed yet. */
  proposal: Told | undefined
}): ReasonGroups {
  const checked = listCheckReasons(check, {
    name: 'safeTxHash',
    hash,
    from: 'the ten fields',
  })
  return {
    computed: [checked.hash, toMeaning(decoded), checked.confirmations],
    chain: [
      ...listTargets(decoded, check),
      ...listRecipientKinds(decoded, recipients),
      ...(simulation ? [toSimulated(simulation)] : []),
      ...checked.chain,
    ],
    said: proposal ? listSaid(proposal) : [],
    sources: checked.sources,
  }
}

/** Addresses that something is sent to. */
export function listRecipients({ intents }: DecodedTransaction): Address[] {
  const found = [...intents.values()].flatMap((intent) => {
    switch (intent.kind) {
      case 'sendNative':
      case 'sendToken':
      case 'sendCollectibles':
        return intent.to
      default:
        return []
    }
  })
  return [...new Set(found)]
}

function toMeaning({ tree, unaskedCount }: DecodedTransaction): Reason {
  const { undecodedSize } = tree.coverage
  const isWhole = undecodedSize === 0 && unaskedCount === 0
  return {
    fact: 'What it calls',
    value: `${formatCount(tree.calls.length, 'call')}, ${describeCoverage(tree)}`,
    status: isWhole ? undefined : 'unknown',
    provenance: computedHere,
    how: isWhole
      ? 'Decoded here from the raw bytes; written again, they give the same bytes.'
      : `Decoded here from the raw bytes; of ${formatCount(undecodedSize, 'byte')} the meaning is not known.`,
  }
}

/** Code and decimals of whatever is called, but for who only receives. */
function listTargets(
  decoded: DecodedTransaction,
  check: TransactionCheck | undefined,
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
      ...told('Their code was read and compared with what is published.'),
    },
    ...(tokens.length > 0
      ? [
          {
            fact: 'Decimals',
            value: tokens.map(describeDecimals).join(', '),
            provenance: first.provenance,
            ...told(
              'Asked of the tokens themselves; those of the gateway are not used.',
            ),
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
    return [toUnknown('Recipients', 'What they are was not read.')]
  return [
    {
      fact: 'Recipients',
      value: countKinds(recipients),
      status: undefined,
      provenance: first.provenance,
      how: 'Their code was read: who has none is an account with a key.',
    },
  ]
}

const kinds = [
  { noun: 'token', is: ({ kind }: ContractFacts) => kind === 'erc20' },
  { noun: 'safe', is: ({ kind }: ContractFacts) => kind === 'safe' },
  { noun: 'account', is: ({ codeHash }: ContractFacts) => codeHash === null },
]

/** "1 token, 2 contracts, 1 account" */
function countKinds(contracts: readonly ContractFacts[]): string {
  const nounOf = (one: ContractFacts) =>
    kinds.find(({ is }) => is(one))?.noun ?? 'contract'
  return ['token', 'safe', 'contract', 'account']
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
      error || !isOn ? 'It was not run.' : 'It has not ended.',
    )
  const { method, executor, outcome, provenance, storage, findings } = data
  const watched = storage
    ? 'the storage that decides over the safe was compared before and after'
    : 'this method does not show the storage of the safe'
  return {
    fact: 'Simulation',
    value: outcomes[outcome.status],
    status: findings.length > 0 ? 'differs' : undefined,
    provenance,
    how: `Run with ${method} as ${formatAddress(executor, { digits: 4 })}; ${watched}.`,
  }
}

function listSaid({ details, execution }: Told): Reason[] {
  const { note, safeAppInfo } = details
  const { proposer, proposedByDelegate, submittedAt } = execution
  const by = proposedByDelegate ?? proposer
  return [
    ...(note ? [toSaid('Note', toForeignText(note, 80))] : []),
    ...(safeAppInfo
      ? [toSaid('Safe App', toForeignText(safeAppInfo.url, 80))]
      : []),
    ...(by
      ? [toSaid('Proposed by', formatAddress(by.value, { digits: 4 }))]
      : []),
    toSaid('Proposed at', formatExactTime(submittedAt)),
  ]
}
