import { type Address, checksumAddress, type Hex } from 'viem'
import type { Intent } from '../intent.js'
import { writeList } from '../language.js'
import type { Finding } from '../risk/finding.js'
import { uintWord } from '../word.js'
import type { CriticalStorage } from './criticalStorage.js'
import { expectStorage } from './expectStorage.js'
import { simulationRules } from './simulationRules.js'

export type CriticalField =
  | 'singleton'
  | 'owners'
  | 'threshold'
  | 'modules'
  | 'guard'
  | 'moduleGuard'
  | 'fallbackHandler'
  | 'nonce'
  | 'otherSlots'

/** One setting in storage, as it is and as the simulation left it. */
export type StorageRow = {
  field: CriticalField
  before: string
  after: string
  status: 'unchanged' | 'explained' | 'unexplained'
}

/**
 * S47: compares what a simulation left in the safe's critical storage with
 * what it was, and with what the recognised settings calls say. A change that
 * none of them explains is how control over a safe is stolen.
 */
export function judgeStorage({
  safe,
  intent,
  before,
  after,
}: {
  safe: Address
  intent: Intent
  before: CriticalStorage
  after: CriticalStorage
}): StorageRow[] {
  const expected = expectStorage(before, { safe, intent })
  return fields.flatMap((field) => {
    const describe = descriptions[field]
    const row = {
      field,
      before: describe(before),
      after: describe(after),
    }
    const isExplained = row.after === describe(expected)
    const status =
      row.after === row.before
        ? 'unchanged'
        : isExplained
          ? 'explained'
          : 'unexplained'
    return [{ ...row, status } as const]
  })
}

/** What was written where nothing belongs. */
export function judgeOtherSlots(slots: readonly Hex[]): StorageRow {
  const shown = slots.slice(0, 3).join(', ')
  const rest = slots.length > 3 ? `, and ${slots.length - 3} more` : ''
  return {
    field: 'otherSlots',
    before: 'none',
    after: slots.length === 0 ? 'none' : `${shown}${rest}`,
    status: slots.length === 0 ? 'unchanged' : 'unexplained',
  }
}

type DescribedField = Exclude<CriticalField, 'otherSlots'>

const fields: readonly DescribedField[] = [
  'owners',
  'threshold',
  'modules',
  'guard',
  'moduleGuard',
  'fallbackHandler',
  'singleton',
  'nonce',
]

/** Equal texts are equal settings: the order of the lists means nothing. */
const descriptions: Record<
  DescribedField,
  (storage: CriticalStorage) => string
> = {
  singleton: ({ singleton }) => describeWord(singleton),
  owners: ({ owners, areOwnersWhole, ownerCount }) =>
    describeList(owners, areOwnersWhole) +
    (ownerCount === BigInt(owners.length)
      ? ''
      : ` (the safe counts ${ownerCount})`),
  threshold: ({ threshold }) => String(threshold),
  modules: ({ modules, areModulesWhole }) =>
    describeList(modules, areModulesWhole),
  guard: ({ guard }) => describeWord(guard),
  moduleGuard: ({ moduleGuard }) => describeWord(moduleGuard),
  fallbackHandler: ({ fallbackHandler }) => describeWord(fallbackHandler),
  nonce: ({ nonce }) => String(nonce),
}

function describeWord(word: bigint): string {
  if (word === 0n) return 'none'
  const digits = uintWord(word)
  return digits.startsWith('0'.repeat(24))
    ? checksumAddress(`0x${digits.slice(24)}`)
    : `0x${digits}`
}

function describeList(entries: readonly Address[], isWhole: boolean): string {
  const listed = entries.length === 0 ? 'none' : entries.toSorted().join(', ')
  return isWhole ? listed : `${listed} (the list has no end)`
}

/** One finding for all that is unexplained, about the whole transaction. */
export function findUnexplained(
  rows: readonly StorageRow[],
): Finding<'unexplained-storage-change'>[] {
  const unexplained = rows.filter(({ status }) => status === 'unexplained')
  if (unexplained.length === 0) return []
  const id = 'unexplained-storage-change'
  const { title, many } = simulationRules[id].words
  const changes = unexplained.map(
    ({ field, before, after }) =>
      `the ${words[field]} from ${before} to ${after}`,
  )
  const fields = unexplained.map(({ field }) => `the ${words[field]}`)
  return [
    {
      id,
      severity: 'block',
      title,
      many,
      sentence: `In the simulation this transaction changes ${writeList(changes)}, and none of its calls says so. This is how attackers take control of a safe. Do not sign unless you know exactly why.`,
      consequence: [
        `This transaction will change ${writeList(fields)} without saying so`,
      ],
      path: [],
    },
  ]
}

const words: Record<CriticalField, string> = {
  singleton: 'implementation',
  owners: 'owners',
  threshold: 'threshold',
  modules: 'modules',
  guard: 'guard',
  moduleGuard: 'module guard',
  fallbackHandler: 'fallback handler',
  nonce: 'nonce',
  otherSlots: 'storage that no setting uses',
}
