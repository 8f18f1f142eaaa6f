import type { Tense } from '@covault/protocol'
import type { QueryClient } from '@tanstack/react-query'
import type { Address, Hex } from 'viem'
import { expect, test, vi } from 'vitest'
import type { DecodedTransaction } from '../decode/decodeTransaction.js'
import type { SafePlace } from '../safe/safePlace.js'
import type { KnownFacts } from './knownFacts.js'

const hash: Hex = `0x${'ab'.repeat(32)}`
const child: Address = '0x5555555555555555555555555555555555555555'
const parent: Address = '0x6666666666666666666666666666666666666666'

vi.mock('../../queries/transactions.js', () => ({
  transactionQuery: () => ({ queryKey: ['transaction'] }),
}))
vi.mock('../decode/approvals.js', () => ({
  listApprovals: ({ approvals = [] }: { approvals?: unknown[] }) => approvals,
}))
vi.mock('../decode/readTransaction.js', () => ({
  readTransaction: () => ({
    signed: { hashes: { signed: hash }, transaction: { nonce: 4n } },
  }),
}))
vi.mock('../decode/decodeTransaction.js', () => ({
  decodedQuery: () => ({ queryKey: ['decoded'] }),
}))
vi.mock('./applyRules.js', () => ({
  applyRules: vi.fn(() => ({ findings: [], ruleCount: 1 })),
}))

// Another file of the same worker may have loaded it before, without the mocks.
vi.resetModules()
const { readNested } = await import('./nested.js')
const { applyRules } = await import('./applyRules.js')

test.each<[string, bigint, string, Tense]>([
  ['waits', 4n, 'AWAITING_EXECUTION', 'planned'],
  ['is said to be executed, but its nonce is free', 4n, 'SUCCESS', 'planned'],
  ['was executed', 5n, 'SUCCESS', 'done'],
  ['failed', 5n, 'FAILED', 'failed'],
  ['was replaced', 5n, 'CANCELLED', 'planned'],
])(
  'an approved transaction that %s is judged in its own tense',
  async (_, nonce, txStatus, tense) => {
    const answers: Record<string, unknown> = {
      safe: { status: 'safe', safe: { owners: [parent], nonce } },
      transaction: { txStatus },
      decoded: {},
    }
    const cache = {
      fetchQuery: async ({ queryKey }: { queryKey: readonly unknown[] }) =>
        answers[String(queryKey[0])],
    } as unknown as QueryClient
    const [one] = await readNested(cache, {
      place: {
        chain: { chainId: 31337 },
        address: parent,
      } as unknown as SafePlace,
      decoded: {
        approvals: [{ safe: child, hash, path: [] }],
      } as unknown as DecodedTransaction,
      known: {} as KnownFacts & { balances: undefined },
    })
    expect(one).toMatchObject({ status: 'seen', tense })
    expect(vi.mocked(applyRules).mock.lastCall?.[0]).toMatchObject({ tense })
  },
)
