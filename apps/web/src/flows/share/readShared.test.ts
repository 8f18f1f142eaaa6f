import {
  buildSafeTransaction,
  hashSafeMessage,
  hashSafeTransaction,
} from '@covault/protocol'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import {
  detailLocal,
  detailLocalMessage,
} from '../../queries/localSignables.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { readSharedMessage, readSharedTransaction } from './readShared.js'

const safe = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const domain = { chainId: 31337, safe, version: '1.4.1' } as const
const place = {
  chain: { chainId: 31337 } as ChainConfig,
  address: safe,
  safe: { version: '1.4.1' },
} as const
const fields = { chainId: 31337, safe, isProposed: true, at: 1 } as const
const bytes = (byte: string): Hex => `0x${byte.repeat(64)}1b`

const transaction = buildSafeTransaction({
  domain,
  calls: [{ to: bob, value: 1n, data: '0x', operation: 0 }],
  nonce: 3n,
})
const safeTxHash = hashSafeTransaction(domain, transaction)
const local = {
  ...{ ...fields, transaction, safeTxHash, note: '' },
  signatures: [{ signer: bob, signature: bytes('22'), at: 1 } as const],
}
/** As a gateway has it that knows Alice’s signature. */
const told = detailLocal({
  ...local,
  signatures: [{ signer: alice, signature: bytes('11'), at: 1 }],
})

function share(changes: Partial<typeof told>, own: typeof local | undefined) {
  const shared = readSharedTransaction(place, {
    ...{ id: safeTxHash, told: { ...told, ...changes }, local: own },
  })
  return (
    shared && {
      isCopy: shared.isCopy,
      content:
        shared.signable.kind === 'transaction' && shared.signable.transaction,
      signers: shared.claim.confirmations.map(({ signer }) => signer),
    }
  )
}

const both = { content: transaction, signers: [alice, bob] }

test('what has its hash is shared with the signatures of both', () => {
  expect(share({}, local)).toEqual({ ...both, isCopy: false })
})

test('other content under the hash does not keep the copy of here back', () => {
  const { txData } = told
  const lie = { txData: txData && { ...txData, value: 2n } }
  expect(share(lie, local)).toEqual({ ...both, isCopy: true })
  expect(share({ txData: null }, local)).toEqual({ ...both, isCopy: true })
  expect(share(lie, undefined)).toBeUndefined()
})

test('whoever calls it executed does not take the signatures of here away', () => {
  expect(share({ executedAt: 5 }, local)).toEqual({ ...both, isCopy: false })
})

test('a copy that is not what its name says is not shared either', () => {
  const changed = { ...local, transaction: { ...transaction, value: 2n } }
  expect(share({ txData: null }, changed)).toBeUndefined()
})

test('other words under the hash of a message do not keep the copy back', () => {
  const content = 'We agree.'
  const messageHash = hashSafeMessage(domain, content)
  const here = {
    ...{ ...fields, content, messageHash },
    signatures: [{ signer: bob, signature: bytes('22'), at: 1 } as const],
  }
  const lie = { ...detailLocalMessage(here), message: 'We pay.' }
  const share = (local: typeof here | undefined) =>
    readSharedMessage(place, { messageHash, told: lie, local })
  expect(share(here)).toMatchObject({
    isCopy: true,
    signable: { message: content },
    claim: { confirmations: [{ signer: bob }] },
  })
  expect(share(undefined)).toBeUndefined()
})
