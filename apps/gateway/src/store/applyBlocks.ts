import type { Address } from 'viem'
import { type ChainRows, countRows } from './chainRows.js'
import {
  assertEpoch,
  type BlockId,
  forgetBlocks,
  markFinal,
  moveCursor,
  rememberBlocks,
} from './cursors.js'
import { invalidateProposals } from './executions.js'
import { insertRows } from './insertRows.js'
import type { Store } from './openStore.js'
import { announce, type Change } from './outbox.js'
import { removeRows } from './removeRows.js'
import { type StoredState, saveStates } from './safeStates.js'
import {
  type Creation,
  markStateRead,
  markStatesStale,
  saveCreations,
} from './safes.js'
import {
  addCoverage,
  assertComplete,
  factoryCoverage,
  type Interval,
  type Looked,
  markFollowed,
  restartFollowing,
} from './watches.js'

/** One block at the tip, whole or not at all. */
export async function applyBlock(
  store: Store,
  parameters: {
    chainId: number
    cursor: BlockId
    block: BlockId
    /** Blocks below are final and need no hash any more. */
    final: bigint
    looked: Looked
    rows: ChainRows
    creations: readonly Creation[]
    factoriesRead: boolean
    states: readonly StoredState[]
    staleRead: readonly Address[]
    /** Safes that have to be read again at a later block. */
    unread: readonly Address[]
    /** Safes whose signatures changed their meaning. */
    invalidated: readonly Address[]
  },
): Promise<void> {
  const { chainId, cursor, block, looked, rows, states, creations } = parameters
  await store.transaction().execute(async (transaction) => {
    await moveCursor(transaction, { chainId, from: cursor, to: block })
    // Anyone who came after the block was read and is marked here is found
    // next.
    await markFollowed(transaction, { chainId, looked, from: block.number })
    await assertComplete(transaction, { chainId, looked })
    const kept = countRows(rows) + states.length + creations.length > 0
    await rememberBlocks(transaction, {
      chainId,
      blocks: [{ ...block, kept }],
    })
    await forgetBlocks(transaction, { chainId, below: parameters.final })
    await markFinal(transaction, { chainId, final: parameters.final })
    if (parameters.factoriesRead)
      await addCoverage(transaction, {
        chainId,
        safes: [factoryCoverage],
        from: block.number,
        to: block.number,
      })
    await saveCreations(transaction, { chainId, creations })
    await insertRows(transaction, { chainId, rows })
    await saveStates(transaction, { chainId, states })
    await markStateRead(transaction, { chainId, safes: parameters.staleRead })
    await markStatesStale(transaction, { chainId, safes: parameters.unread })
    await invalidateProposals(transaction, {
      chainId,
      safes: parameters.invalidated,
    })
    await announce(transaction, {
      chainId,
      changes: listChanges({ rows, states, block: block.number }),
    })
  })
}

/** A span of the past, with what of it is now covered. */
export async function applyRange(
  store: Store,
  parameters: {
    chainId: number
    epoch: bigint
    span: Interval
    safes: readonly Address[]
    blocks: readonly BlockId[]
    rows: ChainRows
    creations: readonly Creation[]
    states: readonly StoredState[]
  },
): Promise<void> {
  const { chainId, epoch, span, safes, rows, creations, states } = parameters
  await store.transaction().execute(async (transaction) => {
    await assertEpoch(transaction, { chainId, epoch })
    await rememberBlocks(transaction, {
      chainId,
      blocks: parameters.blocks.map((block) => ({ ...block, kept: true })),
    })
    await saveCreations(transaction, { chainId, creations })
    await insertRows(transaction, { chainId, rows })
    await saveStates(transaction, { chainId, states })
    await addCoverage(transaction, { chainId, safes, ...span })
    await announce(transaction, {
      chainId,
      changes: listChanges({ rows, states, from: span.from, block: span.to }),
    })
  })
}

/** How followed safes came to be, found where the code appeared. */
export async function applyCreations(
  store: Store,
  parameters: {
    chainId: number
    epoch: bigint
    creations: readonly Creation[]
    blocks: readonly BlockId[]
  },
): Promise<void> {
  const { chainId, epoch, creations, blocks } = parameters
  await store.transaction().execute(async (transaction) => {
    await assertEpoch(transaction, { chainId, epoch })
    await rememberBlocks(transaction, {
      chainId,
      blocks: blocks.map((block) => ({ ...block, kept: true })),
    })
    await saveCreations(transaction, { chainId, creations })
    await announce(transaction, {
      chainId,
      changes: creations.map(({ safe, place }) =>
        toChange(safe, 'history', place.blockNumber),
      ),
    })
  })
}

/** States read at the cursor, because the stored ones were stale. */
export async function applyStates(
  store: Store,
  parameters: {
    chainId: number
    cursor: BlockId
    states: readonly StoredState[]
    read: readonly Address[]
  },
): Promise<void> {
  const { chainId, cursor, states, read } = parameters
  await store.transaction().execute(async (transaction) => {
    await moveCursor(transaction, { chainId, from: cursor, to: cursor })
    if (states.length > 0)
      await rememberBlocks(transaction, {
        chainId,
        blocks: [{ ...cursor, kept: true }],
      })
    await saveStates(transaction, { chainId, states })
    await markStateRead(transaction, { chainId, safes: read })
    await announce(transaction, {
      chainId,
      changes: states.map(({ safe }) => toChange(safe, 'safe', cursor.number)),
    })
  })
}

/** Puts what final blocks really hold in the place of what was seen of them. */
export async function replaceRows(
  store: Store,
  parameters: {
    chainId: number
    epoch: bigint
    safes: readonly Address[]
    blocks: readonly BlockId[]
    rows: ChainRows
  },
): Promise<void> {
  const { chainId, epoch, safes, blocks, rows } = parameters
  const numbers = blocks.map(({ number }) => number)
  await store.transaction().execute(async (transaction) => {
    await assertEpoch(transaction, { chainId, epoch })
    await removeRows(transaction, {
      chainId,
      where: { blocks: numbers, safes },
    })
    await rememberBlocks(transaction, {
      chainId,
      blocks: blocks.map((block) => ({ ...block, kept: true })),
    })
    await insertRows(transaction, { chainId, rows })
    await markStatesStale(transaction, { chainId, safes })
    await announce(transaction, {
      chainId,
      changes: listChanges({ rows, states: [], ...findBounds(numbers) }),
    })
  })
}

/** Leaves the blocks up to a new cursor to the backfill. */
export async function jumpCursor(
  store: Store,
  parameters: {
    chainId: number
    cursor: BlockId
    window: readonly BlockId[]
    to: BlockId
  },
): Promise<void> {
  const { chainId, cursor, window, to } = parameters
  await store.transaction().execute(async (transaction) => {
    await moveCursor(transaction, { chainId, from: cursor, to })
    await restartFollowing(transaction, { chainId, cursor: cursor.number })
    await rememberBlocks(transaction, {
      chainId,
      blocks: window.map((block) => ({ ...block, kept: false })),
    })
  })
}

/** One line per safe and kind, however much happened. */
function listChanges(parameters: {
  rows: ChainRows
  states: readonly StoredState[]
  /** The first, where they are several. */
  from?: bigint
  block: bigint
}): Change[] {
  const { rows, states, from, block } = parameters
  const of = (list: readonly { safe: Address }[]) =>
    new Set(list.map(({ safe }) => safe))
  return [
    ...[...of(states)].map((safe) => toChange(safe, 'safe', block, from)),
    ...[...of([...rows.executions, ...rows.approvals])].map((safe) =>
      toChange(safe, 'queue', block, from),
    ),
    ...[...of(rows.timeline)].map((safe) =>
      toChange(safe, 'history', block, from),
    ),
    ...[...of(rows.transfers)].map((safe) =>
      toChange(safe, 'balance', block, from),
    ),
    ...[...of(rows.signedMessages)].map((safe) =>
      toChange(safe, 'message', block, from),
    ),
  ]
}

function findBounds(numbers: readonly bigint[]): {
  from: bigint
  block: bigint
} {
  const [first = 0n] = numbers
  return numbers.reduce(
    ({ from, block }, number) => ({
      from: number < from ? number : from,
      block: number > block ? number : block,
    }),
    { from: first, block: first },
  )
}

function toChange(
  safe: Address,
  kind: Change['kind'],
  block: bigint,
  from?: bigint,
): Change {
  return { safe, kind, ref: null, block, from }
}
