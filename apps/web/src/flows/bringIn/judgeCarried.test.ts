import { GatewayUnreachableError } from '@covault/api'
import { buildSafeTransaction, hashSafeTransaction } from '@covault/protocol'
import {
  OtherNetworkError,
  OtherSafeError,
  readPasted,
  writeEnvelope,
} from '@covault/protocol/envelope'
import { type Hex, RpcRequestError } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import type { ChainClient } from '../../trust/chainClient.js'
import type { Signable } from '../../trust/signable.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import {
  judgeCarried,
  SilentChainError,
  UnansweredError,
  UnknownSubjectError,
} from './judgeCarried.js'

const alice = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const mallory = privateKeyToAccount(`0x${'22'.repeat(32)}`)
const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const domain = { chainId: 31337, safe: address, version: '1.4.1' } as const
const transaction = buildSafeTransaction({
  domain,
  calls: [{ to: alice.address, value: 1n, data: '0x', operation: 0 }],
  nonce: 4n,
})
const signable: Signable<'transaction'> = {
  kind: 'transaction',
  domain,
  transaction,
}
const hash = hashSafeTransaction(domain, transaction)
const place = {
  chain: { chainId: 31337 },
  address,
  safe: { address, version: '1.4.1', owners: [alice.address], threshold: 1 },
} as unknown as SafePlace

/** Keys need no chain: whoever asks it has gone astray. */
const client = {
  request: () => Promise.reject(new Error('The chain was asked.')),
} as unknown as ChainClient

const nobodyKnows = async () => undefined

async function sign(account: typeof alice, over = hash) {
  const data = await account.sign({ hash: over })
  return { kind: 'ecdsa', signer: account.address, data } as const
}

async function bring(
  signatures: Awaited<ReturnType<typeof sign>>[],
  at: SafePlace = place,
) {
  const [carried] = await readPasted(writeEnvelope({ signable, signatures }))
  if (!carried) throw new Error('Nothing was read.')
  return judgeCarried(client, { carried, place: at, findKnown: nobodyKnows })
}

test('an owner’s signature over the recomputed hash is new', async () => {
  const judged = await bring([await sign(alice)])
  expect(judged).toMatchObject({
    hash,
    knownBy: undefined,
    signatures: [{ signer: alice.address, status: 'new' }],
  })
})

test('strangers and forged names are listed, and dropped', async () => {
  const forged = { ...(await sign(mallory)), signer: alice.address }
  const { signatures } = await bring([forged, await sign(mallory)])
  expect(signatures.map(({ status }) => status).sort()).toEqual([
    'refused',
    'stranger',
  ])
})

test('who is no owner is dropped before anybody is asked about the signature', async () => {
  const [carried] = await readPasted(
    writeEnvelope({
      signable,
      signatures: [
        await sign(alice),
        { kind: 'approvedHash', signer: mallory.address },
      ],
    }),
  )
  if (!carried) throw new Error('Nothing was read.')
  const { signatures } = await judgeCarried(client, {
    ...{ carried, place, findKnown: nobodyKnows },
  })
  const statusOf = (who: typeof alice) =>
    signatures.find(({ signer }) => signer === who.address)?.status
  expect(statusOf(mallory)).toBe('stranger')
  expect(statusOf(alice)).toBe('new')
})

test('a signature over something else is refused', async () => {
  const other = await sign(alice, `0x${'ab'.repeat(32)}`)
  const { signatures } = await bring([other])
  expect(signatures).toMatchObject([
    { signer: alice.address, status: 'refused' },
  ])
})

/** The gateway names Alice as a signer, with these bytes. */
async function bringToClaimed(signature: Hex | null) {
  const [carried] = await readPasted(
    writeEnvelope({ signable, signatures: [await sign(alice)] }),
  )
  if (!carried) throw new Error('Nothing was read.')
  const signatures = [{ signer: alice.address, signature }]
  const findKnown = async () =>
    ({ by: 'gateway', signable, signatures }) as const
  return judgeCarried(client, { carried, place, findKnown })
}

/** Alice has signed with a key, Carol with her contract. */
async function bringBoth(request: (asked: { method: string }) => unknown) {
  const carol = privateKeyToAccount(`0x${'33'.repeat(32)}`)
  const [carried] = await readPasted(
    writeEnvelope({
      signable,
      signatures: [
        await sign(alice),
        { kind: 'contract', signer: carol.address, data: '0x1234' },
      ],
    }),
  )
  if (!carried) throw new Error('Nothing was read.')
  const owners = [alice.address, carol.address]
  const known = { by: 'browser', signable } as const
  const signatures = [{ signer: carol.address, signature: null }]
  return judgeCarried({ request } as unknown as ChainClient, {
    carried,
    place: { ...place, safe: { ...place.safe, owners } },
    findKnown: async () => ({ ...known, signatures }),
  })
}

test('a chain that does not answer is no fault of the file', async () => {
  const away = bringBoth(() => Promise.reject(new TypeError('Away.')))
  await expect(away).rejects.toThrow(SilentChainError)
})

test('a contract that the chain does not answer for leaves the other signatures as they are', async () => {
  const judged = await bringBoth(async ({ method }) => {
    if (method === 'eth_blockNumber') return '0x1'
    throw new RpcRequestError({
      ...{ body: {}, url: 'http://node.example' },
      error: { code: -32_603, message: 'Internal error' },
    })
  })
  expect(judged.signatures).toMatchObject([
    { signer: alice.address, status: 'new' },
    {
      status: 'unheard',
      reason: 'The RPC endpoint returned error -32603.',
    },
  ])
  // Whether Carol has signed in both is not known.
  expect(judged.differences.map(({ of }) => of)).toEqual([alice.address])
})

test('what is there already is not new', async () => {
  const { data } = await sign(alice)
  expect(await bringToClaimed(data)).toMatchObject({
    knownBy: 'gateway',
    signatures: [{ status: 'known' }],
  })
})

test('what differs from the queue’s copy is named, and what is dropped counts for nothing', async () => {
  const carol = privateKeyToAccount(`0x${'33'.repeat(32)}`)
  const [carried] = await readPasted(
    writeEnvelope({
      signable,
      signatures: [await sign(alice), await sign(mallory)],
      note: 'Salary',
    }),
  )
  if (!carried) throw new Error('Nothing was read.')
  const owners = [alice.address, carol.address]
  const at = { ...place, safe: { ...place.safe, owners } }
  const findKnown = async () =>
    ({
      by: 'browser',
      signable,
      note: 'Rent',
      own: { note: 'Rent', origin: undefined, signers: [carol.address] },
      signatures: [
        { signer: carol.address, signature: (await sign(carol)).data },
        // No owner any more.
        { signer: mallory.address, signature: (await sign(mallory)).data },
      ],
    }) as const
  const judged = await judgeCarried(client, { carried, place: at, findKnown })
  expect(judged.differences).toEqual([
    { field: 'Note', file: 'Salary', queue: 'Rent' },
    { field: 'Signature', of: alice.address, file: 'Signed', queue: 'None' },
    { field: 'Signature', of: carol.address, file: 'None', queue: 'Signed' },
  ])
  const isNew = await judgeCarried(client, {
    ...{ carried, place: at, findKnown: nobodyKnows },
  })
  expect(isNew.differences).toEqual([])
})

test('what only the gateway has is marked, and a signature that nobody verified is told as reported', async () => {
  const carol = privateKeyToAccount(`0x${'33'.repeat(32)}`)
  const [carried] = await readPasted(
    writeEnvelope({
      ...{ signable, signatures: [await sign(alice)], note: 'Salary' },
    }),
  )
  if (!carried) throw new Error('Nothing was read.')
  const owners = [alice.address, carol.address]
  const at = { ...place, safe: { ...place.safe, owners } }
  const findKnown = async () =>
    ({
      by: 'gateway',
      signable,
      note: 'Rent',
      // Carol never signed it.
      signatures: [
        { signer: carol.address, signature: `0x${'00'.repeat(65)}` },
      ],
    }) as const
  const judged = await judgeCarried(client, { carried, place: at, findKnown })
  expect(judged.differences).toEqual([
    { field: 'Note', file: 'Salary', queue: 'Rent', isReported: true },
    {
      ...{ field: 'Signature', of: alice.address },
      ...{ file: 'Signed', queue: 'None', isReported: true },
    },
    {
      ...{ field: 'Signature', of: carol.address },
      ...{ file: 'None', queue: 'Reported as signed', isReported: true },
    },
  ])
})

test.each([
  [
    'of something else',
    async () => (await sign(alice, `0x${'ab'.repeat(32)}`)).data,
  ],
  ['by somebody else', async () => (await sign(mallory)).data],
  ['that is none', async () => '0x12' as const],
  ['that the chain is said to have', async () => null],
])(
  'a name that the gateway puts on a signature %s makes nothing known',
  async (_, claim) => {
    expect(await bringToClaimed(await claim())).toMatchObject({
      knownBy: 'gateway',
      signatures: [{ signer: alice.address, status: 'new' }],
    })
  },
)

test('another network and another safe are refused by name', async () => {
  const chain = { chainId: 1 } as SafePlace['chain']
  await expect(bring([], { ...place, chain })).rejects.toThrow(
    OtherNetworkError,
  )
  const safe = { ...place.safe, address: alice.address }
  await expect(
    bring([], { ...place, address: alice.address, safe }),
  ).rejects.toThrow(OtherSafeError)
})

test('signatures without their transaction need one that is known', async () => {
  const [carried] = await readPasted(
    JSON.stringify({
      signature: {
        signer: alice.address,
        data: (await sign(alice)).data,
        isContractSignature: false,
      },
      txHash: hash,
    }),
  )
  if (!carried) throw new Error('Nothing was read.')
  await expect(
    judgeCarried(client, { carried, place, findKnown: nobodyKnows }),
  ).rejects.toThrow(UnknownSubjectError)
  // It is the gateway that is silent, not the network.
  const cause = new GatewayUnreachableError('https://gateway.example', {})
  const silent = await judgeCarried(client, {
    ...{ carried, place, findKnown: () => Promise.reject(cause) },
  }).catch((error: unknown) => error)
  expect(silent).toBeInstanceOf(UnansweredError)
  expect(silent).not.toBeInstanceOf(SilentChainError)
  expect(silent).toMatchObject({ cause })
  const known = { by: 'browser', signable, signatures: [] } as const
  const findKnown = async () => known
  expect(
    await judgeCarried(client, { carried, place, findKnown }),
  ).toMatchObject({ hash, knownBy: 'browser', signatures: [{ status: 'new' }] })
})
