import type { Address, Hex } from 'viem'
import type { ToldTransaction } from '../moveIn/items.js'
import { readWaiting } from '../moveIn/readWaiting.js'
import { takeTransaction } from '../moveIn/takeTransactions.js'
import {
  type BridgeItem,
  forgetBridgeItem,
  readBridgeItems,
} from '../store/bridgeItems.js'
import { listWithdrawn } from '../store/proposals.js'
import type {
  Confirmation,
  MultisigTransaction,
} from '../store/transactionRows.js'
import {
  type ListedTransaction,
  readQueue,
  readTransactions,
  type TransactionKey,
} from '../store/transactions.js'
import {
  digestOf,
  isTooEarly,
  mostPages,
  type Round,
  readRefusal,
  saveItem,
  takeEntry,
} from './round.js'

const kind = 'transaction' as const

type Pulled = {
  /** What the other service lists, as it was judged. */
  listed: ReadonlyMap<Hex, BridgeItem>
  /** What it has listed at any time. */
  ever: ReadonlyMap<Hex, BridgeItem>
  isWhole: boolean
}

/** Their waiting transactions and signatures come here, ours go there. */
export async function bridgeTransactions(round: Round): Promise<void> {
  const pulled = await pull(round)
  await push(round, pulled)
}

async function pull(round: Round): Promise<Pulled> {
  const { context, place, source, safe, outcome } = round
  const ever = await readBridgeItems(context.store, place, {
    side: 'theirs',
    kind,
  })
  const listed = new Map<Hex, BridgeItem>()
  let pages = 0
  for await (const page of readWaiting(source, { safe, from: safe.nonce })) {
    outcome.unreadable += page.unreadable.length
    // A used nonce is the chain's business; an index there may be late.
    const told = page.items.filter(({ nonce }) => nonce >= safe.nonce)
    const here = await readTransactions(context.store, {
      chainId: safe.chainId,
      hashes: told.map(({ safeTxHash }) => safeTxHash),
    })
    for (const each of told)
      listed.set(
        each.safeTxHash,
        await takeOne(round, each, {
          here: here.get(each.safeTxHash),
          before: ever.get(each.safeTxHash),
        }),
      )
    if (++pages < mostPages || page.next === undefined) continue
    outcome.isCut = true
    break
  }
  return { listed, ever, isWhole: !outcome.isCut }
}

async function takeOne(
  round: Round,
  told: ToldTransaction,
  known: {
    here: MultisigTransaction | undefined
    before: BridgeItem | undefined
  },
): Promise<BridgeItem> {
  const { context, safe } = round
  const { safeTxHash: hash, nonce } = told
  const { here, before } = known
  return takeEntry(round, {
    ...{ kind, hash, nonce, told, before },
    here: here?.confirmations.flatMap(({ owner, signature }) =>
      signature ? [owner] : [],
    ),
    async take(report) {
      const { chainId } = safe
      const place = { chainId, safeTxHash: hash }
      const isDeleted =
        !here && (await listWithdrawn(context.store, place)).length > 0
      if (!isDeleted)
        return takeTransaction(
          { context, safe, report, leavesUnsigned: true },
          told,
        )
      report.refuse('Transactions', deletedHere)
      return []
    },
  })
}

const deletedHere =
  'This transaction was deleted here, but still waits at the other service.'
const deletedThere =
  'This transaction waits here, but was removed from the other service.'
const notShown =
  'The other service accepted this transaction, but does not show it.'

async function push(round: Round, pulled: Pulled): Promise<void> {
  const { context, place } = round
  const ours = await readBridgeItems(context.store, place, {
    side: 'ours',
    kind,
  })
  for await (const transaction of listOurs(round))
    await pushOne(round, transaction, {
      pulled,
      before: ours.get(transaction.safeTxHash),
    })
}

/** All that waits here and that an owner signed. */
async function* listOurs(round: Round): AsyncGenerator<ListedTransaction> {
  const { context, safe } = round
  let after: TransactionKey | undefined
  for (;;) {
    const page = await readQueue(context.store, {
      chainId: safe.chainId,
      safe: safe.address,
      fromNonce: safe.nonce,
      trusted: true,
      limit: 100,
      after,
    })
    yield* page
    const last = page.at(-1)
    if (!last || (!last.goesOn && page.length < 100)) return
    after = last.key
  }
}

type Signed = Confirmation & { signature: Hex }

async function pushOne(
  round: Round,
  transaction: ListedTransaction,
  known: { pulled: Pulled; before: BridgeItem | undefined },
): Promise<void> {
  const { context, place, outcome } = round
  const { safeTxHash: hash, fields } = transaction
  const { pulled, before } = known
  const listed = pulled.listed.get(hash)
  const missing = listPassable(transaction, listed?.owners ?? [])
  if (!fields || missing.length === 0) {
    if (before)
      await forgetBridgeItem(context.store, place, { side: 'ours', kind, hash })
    return
  }
  const digest = digestOf(missing.map(({ owner }) => owner).sort())
  const facts = {
    ...{ side: 'ours' as const, kind, hash, nonce: fields.nonce, digest },
    ...{ owners: [], before },
  }
  if (!listed) {
    if (!pulled.isWhole) return
    if ((pulled.ever.get(hash)?.owners.length ?? 0) > 0) {
      if (before?.problem !== deletedThere)
        await saveItem(round, { ...facts, problem: deletedThere })
      return
    }
  }
  if (before?.digest === digest && isTooEarly(before)) return
  // What is listed but was refused whole is proposed as if it were not.
  const isThere = (listed?.owners.length ?? 0) > 0
  const refusal = await pass(round, { transaction, missing, isThere })
  if (refusal === undefined) outcome.hasMoved = true
  const isHidden = before?.digest === digest && before.attempts > 2
  const problem = refusal ?? (isHidden ? notShown : null)
  await saveItem(round, { ...facts, problem, again: true })
}

/** An approval on the chain is read there by everybody. */
function listPassable(
  { confirmations }: ListedTransaction,
  there: readonly Address[],
): Signed[] {
  return confirmations.filter(
    (each): each is Signed =>
      each.signature !== null &&
      each.kind !== 'approvedHash' &&
      !there.includes(each.owner),
  )
}

async function pass(
  round: Round,
  parameters: {
    transaction: ListedTransaction
    missing: readonly Signed[]
    isThere: boolean
  },
): Promise<string | undefined> {
  const { source, safe } = round
  const { transaction, missing, isThere } = parameters
  let rest = missing
  if (!isThere) {
    const first =
      missing.find(({ owner }) => owner === transaction.proposer) ?? missing[0]
    if (!first) return undefined
    const path = `/v2/safes/${safe.address}/multisig-transactions/`
    const reply = await source.post(path, toProposal(transaction, first))
    const refusal = readRefusal(round, reply)
    if (refusal) return refusal
    rest = missing.filter((each) => each !== first)
  }
  const path = `/v1/multisig-transactions/${transaction.safeTxHash}/confirmations/`
  for (const signature of joinSignatures(rest)) {
    const reply = await source.post(path, { signature })
    const refusal = readRefusal(round, reply)
    if (refusal) return refusal
  }
  return undefined
}

/** Those of keys in one piece, as the contract takes them; others alone. */
function joinSignatures(signed: readonly Signed[]): Hex[] {
  const isPlain = ({ kind }: Signed) => kind === 'ecdsa' || kind === 'ethSign'
  const plain = signed
    .filter(isPlain)
    .toSorted((a, b) => (BigInt(a.owner) < BigInt(b.owner) ? -1 : 1))
    .map(({ signature }) => signature.slice(2))
    .join('')
  const alone = signed.filter((each) => !isPlain(each))
  return [
    ...(plain === '' ? [] : [`0x${plain}` as const]),
    ...alone.map(({ signature }) => signature),
  ]
}

function toProposal(
  { fields, safeTxHash, origin }: ListedTransaction,
  { owner, signature }: Signed,
): object {
  if (!fields) throw new TypeError('A transaction that waits has its fields.')
  const { to, data, operation, gasToken, refundReceiver } = fields
  return {
    ...{ to, operation, gasToken, refundReceiver, signature, origin },
    data: data === '0x' ? null : data,
    value: String(fields.value),
    safeTxGas: String(fields.safeTxGas),
    baseGas: String(fields.baseGas),
    gasPrice: String(fields.gasPrice),
    nonce: String(fields.nonce),
    contractTransactionHash: safeTxHash,
    sender: owner,
  }
}
