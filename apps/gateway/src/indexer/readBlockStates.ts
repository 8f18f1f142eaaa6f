import { setTimeout as delay } from 'node:timers/promises'
import type { Address } from 'viem'
import { askForBlock, BlockMissingError } from '../chain/limits/missingBlock.js'
import { readSafes, type SafeState } from '../chain/readSafe.js'
import type { RpcEndpoint } from '../chain/rpcEndpoint.js'
import { RpcAnswerError } from '../chain/rpcErrors.js'
import type { BlockId, Cursor } from '../store/cursors.js'
import { readStates, type StoredState } from '../store/safeStates.js'
import type { Activity } from './activity.js'
import { compareStates, isSameState } from './compareStates.js'
import type { FollowedChain } from './followedChain.js'

/** A safe before and after a block. */
export type BlockState = {
  safe: Address
  former: SafeState | undefined
  present: SafeState
  /** Undefined where what is known of before may be older than the parent. */
  noncesUsed: bigint | undefined
  changed: boolean
  verified: boolean
}

/**
 * What safes are at a block. A node may answer for its head with what the
 * block it is just making will change; a safe whose logs do not tell what its
 * contract answers is therefore asked again, also at the parent, which is
 * history by now. `corrections` are stored states found wrong that way;
 * `unread` are safes at a block whose state the node has already forgotten.
 */
export async function readBlockStates(
  chain: Pick<FollowedChain, 'chainId' | 'store'>,
  rpc: RpcEndpoint,
  parameters: {
    parent: Cursor
    block: BlockId
    head: bigint
    safes: readonly Address[]
    stale: readonly Address[]
    activities: readonly Activity[]
  },
): Promise<{
  states: BlockState[]
  corrections: StoredState[]
  unread: readonly Address[]
}> {
  const { chainId, store } = chain
  const { parent, block, head, safes, stale, activities } = parameters
  const known = await readStates(store, { chainId, safes })
  const former = new Map<Address, SafeState>(
    [...known].filter(([safe]) => !stale.includes(safe)),
  )
  const present = await askForBlock(() =>
    readAll(rpc, { safes, blockHash: block.hash }),
  ).catch((error: unknown) => {
    const isRefused =
      error instanceof RpcAnswerError || error instanceof BlockMissingError
    if (isRefused && head > block.number) return undefined
    throw error
  })
  if (!present) return { states: [], corrections: [], unread: safes }
  const doubtful = [...present].flatMap(([safe, state]) => {
    const before = former.get(safe)
    return before && !fits(safe, { before, state, activities }) ? [safe] : []
  })
  const corrections: StoredState[] = []
  if (doubtful.length > 0) {
    const question = { safes: doubtful, blockHash: block.hash }
    const settled = await askForBlock(() =>
      head > block.number
        ? readAll(rpc, question)
        : readUntilSteady(rpc, { ...question, first: present }),
    )
    for (const [safe, state] of settled) present.set(safe, state)
    const parents = await readAll(rpc, {
      safes: doubtful,
      blockHash: parent.hash,
    }).catch((error: unknown) => {
      if (error instanceof RpcAnswerError) return new Map<Address, SafeState>()
      throw error
    })
    for (const [safe, state] of parents) {
      former.set(safe, state)
      const stored = known.get(safe)
      if (stored && !isSameState(stored, state))
        corrections.push({ ...stored, ...state })
    }
  }
  const states = [...present].map(([safe, state]): BlockState => {
    const before = former.get(safe)
    const last = before ?? known.get(safe)
    return {
      safe,
      former: last,
      present: state,
      noncesUsed: before && state.nonce - before.nonce,
      ...compareStates({
        former: last,
        present: state,
        activities: activities.filter((activity) => activity.safe === safe),
      }),
    }
  })
  return { states, corrections, unread: [] }
}

async function readAll(
  rpc: RpcEndpoint,
  question: Parameters<typeof readSafes>[1],
): Promise<Map<Address, SafeState>> {
  const answers = await readSafes(rpc, question)
  return new Map(
    question.safes.flatMap((safe, index) => {
      const state = answers[index]
      return state === undefined || state instanceof Error
        ? []
        : [[safe, state] as const]
    }),
  )
}

function fits(
  safe: Address,
  parameters: {
    before: SafeState
    state: SafeState
    activities: readonly Activity[]
  },
): boolean {
  const { before, state } = parameters
  const activities = parameters.activities.filter((each) => each.safe === safe)
  const { verified } = compareStates({
    former: before,
    present: state,
    activities,
  })
  return verified && state.nonce - before.nonce === countExecutions(activities)
}

/** How many nonces logs tell to have been used. */
export function countExecutions(activities: readonly Activity[]): bigint {
  const hashes = new Set(
    activities
      .flatMap(({ events }) => events)
      .flatMap(({ event }) =>
        event.type === 'executionSuccess' ||
        event.type === 'executionFailure' ||
        event.type === 'executionFailed'
          ? [event.safeTxHash]
          : [],
      ),
  )
  return BigInt(hashes.size)
}

const pauseMs = 40
const mostReadings = 8

/** Asks until two answers in a row are the same. */
async function readUntilSteady(
  rpc: RpcEndpoint,
  parameters: Parameters<typeof readSafes>[1] & {
    first: ReadonlyMap<Address, SafeState>
  },
): Promise<Map<Address, SafeState>> {
  let former = parameters.first
  for (let reading = 1; ; reading++) {
    await delay(pauseMs)
    const present = await readAll(rpc, parameters)
    const isSteady = [...present].every(([safe, state]) => {
      const before = former.get(safe)
      return before !== undefined && isSameState(before, state)
    })
    if (isSteady || reading === mostReadings) return present
    former = present
  }
}
