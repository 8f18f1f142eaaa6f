import { zeroAddress } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import type { LocalTransaction } from '../../preferences/localQueue.js'
import { detailLocal, unsaid } from '../../queries/localSignables.js'
import { standInFor } from '../../testing/standInFor.js'
import { hashSignable } from '../../trust/hashSignable.js'
import { createHost, type HostFacts } from './createHost.js'

const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  ['an owner', owner, false, false],
  ['somebody else', other, false, true],
  ['an owner of an owning safe', other, true, false],
  ['somebody whose safes are still being read', other, undefined, false],
  ['nobody', null, undefined, true],
  ['a wallet that is still being asked', undefined, undefined, false],
] as const)(
  'with %s the app is told that it is read-only: %s %s %s',
  (_, account, isNestedOwner, isReadOnly) => {
    const facts = {
      place: {
        chain: { chainId: 31337 },
        address: other,
        safe: { owners: [owner], modules: [], threshold: 1, nonce: 7n },
      },
      account,
      isNestedOwner,
    } as unknown as HostFacts
    expect(createHost(() => facts).getSafeInfo()).toMatchObject({
      safeAddress: other,
      isReadOnly,
      nonce: 7,
      modules: null,
    })
  },
)

const payment = {
  to: owner,
  value: 1n,
  data: '0x',
  operation: 0,
  safeTxGas: 0n,
  baseGas: 0n,
  gasPrice: 0n,
  gasToken: zeroAddress,
  refundReceiver: zeroAddress,
} as const
const domain = { chainId: 31337, safe: other, version: '1.4.1' } as const
const ofSafe = createHost(
  () =>
    ({
      place: {
        chain: { chainId: domain.chainId },
        address: other,
        safe: { address: other, version: domain.version, threshold: 1 },
      },
    }) as unknown as HostFacts,
)

test('a signature is handed out only for a message of this safe', async () => {
  const [own, foreign] = [other, owner].map((safe) =>
    hashSignable({
      kind: 'message',
      domain: { ...domain, safe } as typeof domain,
      message: 'hi',
    }),
  ) as [`0x${string}`, `0x${string}`]
  vi.stubGlobal('fetch', async (url: string | URL | Request) =>
    Response.json({
      messageHash: String(url instanceof Request ? url.url : url).slice(-66),
      status: 'CONFIRMED',
      logoUri: null,
      name: null,
      message: 'hi',
      creationTimestamp: 0,
      modifiedTimestamp: 0,
      confirmationsSubmitted: 1,
      confirmationsRequired: 1,
      proposedBy: { value: owner, name: null, logoUri: null },
      confirmations: [],
      preparedSignature: '0x1234',
      origin: '{}',
    }),
  )
  expect(await ofSafe.readSignature(own)).toBe('0x1234')
  await expect(ofSafe.readSignature(foreign)).rejects.toThrow(
    'The message belongs to another safe.',
  )
})

test('an app is told a time and a threshold of what the chain tells without', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const info = { value: owner, name: null, logoUri: null }
  const kept = { ...domain, isProposed: false, at: 1, note: '' }
  const hash = `0x${'22'.repeat(32)}` as const
  const { detailedExecutionInfo, ...details } = detailLocal({
    ...{ ...kept, safeTxHash: hash, signatures: [], app: null },
    transaction: { ...payment, nonce: 3n },
  } as unknown as LocalTransaction)
  standInFor(async () => ({
    ...details,
    executedAt: 7_000,
    detailedExecutionInfo: {
      ...detailedExecutionInfo,
      confirmations: [{ signer: info, signature: null, submittedAt: unsaid }],
    },
  }))
  expect(await ofSafe.readTransaction(hash)).toMatchObject({
    detailedExecutionInfo: {
      submittedAt: 7_000,
      confirmationsRequired: 1,
      confirmations: [{ submittedAt: 7_000 }],
    },
  })
})

test('what the gateway does not have is called so', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 404, message: 'An error occurred' }, { status: 404 }),
  )
  const hash = `0x${'11'.repeat(32)}` as const
  await expect(ofSafe.readSignature(hash)).rejects.toThrow(
    'This safe has no such message.',
  )
  await expect(ofSafe.readTransaction(hash)).rejects.toThrow(
    'This safe has no such transaction.',
  )
})
