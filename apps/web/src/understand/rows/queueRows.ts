import type { QueueItem, TransactionSummary } from '@covault/api'

/** A line of the queue: a head, which of them conflict, or a transaction. */
export type QueueRow =
  | { kind: 'head'; key: string; label: 'Next' | 'Queued'; nonces: number }
  | { kind: 'conflict'; key: string; nonce: bigint | undefined; count: number }
  | {
      kind: 'entry'
      key: string
      nonce: bigint | undefined
      transaction: TransactionSummary
      /** Where the brace around conflicting ones is here; only one of them can run. */
      brace: 'middle' | 'end' | undefined
    }

type NonceGroup = {
  nonce: bigint | undefined
  transactions: TransactionSummary[]
}

type Section = { label: 'Next' | 'Queued'; groups: NonceGroup[] }

/**
 * The wire's flat list, labels between transactions, as the lines that are
 * shown, each transaction once, however many pages it came with.
 */
export function toQueueRows(items: readonly QueueItem[]): QueueRow[] {
  return groupQueue(items).flatMap(({ label, groups }): QueueRow[] => [
    { kind: 'head', key: label, label, nonces: groups.length },
    ...groups.flatMap(toGroupRows),
  ])
}

/**
 * Conflicting ones are found by their nonce: a conflict that the labels do not mention
 * is one all the same.
 */
function groupQueue(items: readonly QueueItem[]): Section[] {
  const sections: Section[] = []
  const seen = new Set<string>()
  for (const item of items) {
    if (item.type === 'LABEL')
      openSection(sections, item.label === 'Next' ? 'Next' : 'Queued')
    if (item.type !== 'TRANSACTION' || seen.has(item.transaction.id)) continue
    seen.add(item.transaction.id)
    const { groups } = sections.at(-1) ?? openSection(sections, 'Queued')
    const { executionInfo } = item.transaction
    const nonce =
      executionInfo?.type === 'MULTISIG' ? executionInfo.nonce : undefined
    const last = groups.at(-1)
    if (last && last.nonce === nonce) last.transactions.push(item.transaction)
    else groups.push({ nonce, transactions: [item.transaction] })
  }
  return sections.filter(({ groups }) => groups.length > 0)
}

/** A label that comes again with the next page goes on with its section. */
function openSection(sections: Section[], label: Section['label']): Section {
  const last = sections.at(-1)
  if (last?.label === label) return last
  const section: Section = { label, groups: [] }
  sections.push(section)
  return section
}

function toGroupRows({ nonce, transactions }: NonceGroup): QueueRow[] {
  const count = transactions.length
  return transactions.flatMap((transaction, index): QueueRow[] => {
    const { id } = transaction
    const entry = { kind: 'entry', key: id, nonce, transaction } as const
    if (count === 1) return [{ ...entry, brace: undefined }]
    const brace = index === count - 1 ? 'end' : 'middle'
    if (index > 0) return [{ ...entry, brace }]
    return [
      { kind: 'conflict', key: `conflict ${nonce}`, nonce, count },
      { ...entry, brace },
    ]
  })
}
