import type { QueueItem, TransactionSummary } from '@covault/api'

export type NonceGroup = {
  nonce: bigint | undefined
  /** More than one: rivals, of which only one can run. */
  transactions: TransactionSummary[]
}

export type QueueSection = { label: 'Next' | 'Queued'; groups: NonceGroup[] }

/**
 * The wire's flat list, labels between transactions, as sections of nonces.
 * Rivals are found by their nonce: a conflict that the labels do not mention
 * is one all the same.
 */
export function groupQueue(items: readonly QueueItem[]): QueueSection[] {
  const sections: QueueSection[] = []
  for (const item of items) {
    if (item.type === 'LABEL')
      sections.push({
        label: item.label === 'Next' ? 'Next' : 'Queued',
        groups: [],
      })
    if (item.type !== 'TRANSACTION') continue
    const section = sections.at(-1) ?? addSection(sections)
    const { executionInfo } = item.transaction
    const nonce =
      executionInfo?.type === 'MULTISIG' ? executionInfo.nonce : undefined
    const last = section.groups.at(-1)
    if (last && last.nonce === nonce) last.transactions.push(item.transaction)
    else section.groups.push({ nonce, transactions: [item.transaction] })
  }
  return sections.filter(({ groups }) => groups.length > 0)
}

function addSection(sections: QueueSection[]): QueueSection {
  const section: QueueSection = { label: 'Queued', groups: [] }
  sections.push(section)
  return section
}
