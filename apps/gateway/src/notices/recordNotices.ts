import { type Address, type Hex, isHex } from 'viem'
import { type ChainFact, readChainFacts } from '../store/noticeFacts.js'
import {
  type Audience,
  addNotice,
  forgetKeys,
  readAudience,
  readMessageFacts,
  readProposalFacts,
  takeChanges,
  withdrawAbove,
} from '../store/notices.js'
import type { Store } from '../store/openStore.js'
import type { StoredChange } from '../store/outbox.js'
import { findTransactionHash, toChainNotice } from './toChainNotice.js'

/** So that others who write need not wait long. */
const batch = 200

/** Whether a token is on one of the operator's lists. */
type IsListed = (chainId: number, token: Address) => boolean

/**
 * Makes notices of the next changes of the outbox, whole or not at all: a
 * process that dies has told of them, or the next one will. Answers with how
 * many changes there were.
 */
export async function recordNotices(
  store: Store,
  isListed: IsListed,
): Promise<number> {
  return store.transaction().execute(async (transaction) => {
    const changes = await takeChanges(transaction, { limit: batch })
    if (changes.length === 0) return 0
    const recorder: Recorder = {
      store: transaction,
      audience: await readAudience(transaction),
      isListed,
      seen: new Set(),
    }
    for (const change of changes) await recordChange(recorder, change)
    return changes.length
  })
}

type Recorder = {
  store: Store
  audience: Audience
  isListed: IsListed
  /** Blocks that were looked through: one block is several changes. */
  seen: Set<string>
}

async function recordChange(
  recorder: Recorder,
  change: StoredChange,
): Promise<void> {
  const since = recorder.audience(change.chainId, change.safe)
  if (!since) return
  const { kind, ref } = change
  if (kind === 'reorg') return recordReorg(recorder, change)
  if (kind === 'delegate') return recordDelegate(recorder, change)
  if (kind === 'queue' && ref) return recordProposal(recorder, change, since)
  if (kind === 'message' && ref) return recordMessage(recorder, change, since)
  if (change.block !== null) await recordBlocks(recorder, change, since)
}

async function recordBlocks(
  { store, isListed, seen }: Recorder,
  { chainId, safe, from, block }: StoredChange,
  since: Date,
): Promise<void> {
  const to = block ?? 0n
  const range = { chainId, safe, from: from ?? to, to }
  const key = [chainId, safe, range.from, to].join()
  if (seen.has(key)) return
  seen.add(key)
  for (const fact of await readChainFacts(store, range)) {
    if (fact.at < since) continue
    const facts = await readSigned(store, { chainId, safe }, fact)
    const notice = toChainNotice(fact, (token) => isListed(chainId, token))
    await addNotice(
      store,
      { chainId, safe },
      { ...notice, facts: { ...notice.facts, ...facts } },
    )
  }
}

/** An approval on the chain is a signature like any other. */
async function readSigned(
  store: Store,
  place: { chainId: number; safe: Address },
  fact: ChainFact,
) {
  if (fact.what !== 'approval') return {}
  const { safeTxHash, owner } = fact
  const known = await readProposalFacts(store, { ...place, safeTxHash })
  return known ? countSignatures(known, owner) : {}
}

async function recordReorg(
  recorder: Recorder,
  { chainId, safe, block }: StoredChange,
): Promise<void> {
  const above = block ?? 0n
  const { store, seen } = recorder
  const withdrawn = await withdrawAbove(store, { chainId, safe, above })
  // The same numbers are other blocks from here on.
  seen.clear()
  await addNotice(
    store,
    { chainId, safe },
    {
      type: 'REORG_DETECTED',
      key: null,
      fields: { blockNumber: Number(above + 1n), withdrawn },
      facts: {},
      block: null,
      at: new Date(),
    },
  )
}

async function recordDelegate(
  { store }: Recorder,
  { chainId, safe, ref }: StoredChange,
): Promise<void> {
  const [type = '', delegate, delegator] = (ref ?? '').split(':')
  await addNotice(
    store,
    { chainId, safe },
    {
      type,
      key: null,
      fields: { delegate, delegator },
      facts: {},
      block: null,
      at: new Date(),
    },
  )
}

async function recordProposal(
  { store }: Recorder,
  { chainId, safe, ref }: StoredChange,
  since: Date,
): Promise<void> {
  const safeTxHash = findTransactionHash(ref ?? '')
  if (!safeTxHash) return
  const place = { chainId, safe }
  const known = await readProposalFacts(store, { ...place, safeTxHash })
  if (!known) return recordDeletion(store, { ...place, safeTxHash })
  // What anybody may have written is no news until somebody signs it.
  if (!known.trusted) return
  const { nonce, to, data, submittedAt } = known
  const common = { block: null, facts: { nonce } }
  if (submittedAt && submittedAt >= since) {
    const isNew = await addNotice(store, place, {
      ...common,
      type: 'PENDING_MULTISIG_TRANSACTION',
      key: `pending:${safeTxHash}`,
      fields: { safeTxHash, to, data },
      facts: { nonce, needed: known.needed ?? 0 },
      at: submittedAt,
    })
    if (isNew)
      await forgetKeys(store, {
        ...place,
        prefixes: [`deleted:${safeTxHash}`],
      })
  }
  for (const { owner, at } of known.signatures) {
    if (at < since) continue
    await addNotice(store, place, {
      ...common,
      type: 'NEW_CONFIRMATION',
      key: `confirmation:${safeTxHash}:${owner}`,
      fields: { owner, safeTxHash },
      facts: { nonce, ...countSignatures(known, owner) },
      at,
    })
  }
}

function countSignatures(
  known: {
    signatures: readonly { owner: Address }[]
    needed: number | null
  },
  owner: Address,
): { given: number; needed: number } {
  const given = known.signatures.findIndex((each) => each.owner === owner) + 1
  return { given, needed: known.needed ?? 0 }
}

async function recordDeletion(
  store: Store,
  parameters: { chainId: number; safe: Address; safeTxHash: Hex },
): Promise<void> {
  const { chainId, safe, safeTxHash } = parameters
  await addNotice(
    store,
    { chainId, safe },
    {
      type: 'DELETED_MULTISIG_TRANSACTION',
      key: `deleted:${safeTxHash}`,
      fields: { safeTxHash },
      facts: {},
      block: null,
      at: new Date(),
    },
  )
  // It may be proposed and signed again.
  await forgetKeys(store, {
    ...{ chainId, safe },
    prefixes: [`pending:${safeTxHash}`, `confirmation:${safeTxHash}`],
  })
}

async function recordMessage(
  { store }: Recorder,
  { chainId, safe, ref }: StoredChange,
  since: Date,
): Promise<void> {
  if (!isHex(ref)) return
  const place = { chainId, safe }
  const messageHash = ref
  const known = await readMessageFacts(store, { ...place, messageHash })
  if (!known) return
  const common = { fields: { messageHash }, facts: {}, block: null }
  if (known.createdAt >= since)
    await addNotice(store, place, {
      ...common,
      type: 'MESSAGE_CREATED',
      key: `message:${messageHash}`,
      at: known.createdAt,
    })
  for (const { owner, at } of known.signatures)
    if (at >= since)
      await addNotice(store, place, {
        ...common,
        type: 'MESSAGE_CONFIRMATION',
        key: `message:${messageHash}:${owner}`,
        fields: { messageHash, owner },
        at,
      })
}
