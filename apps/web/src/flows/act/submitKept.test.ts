import { getMessage, getTransaction } from '@covault/api'
import { demoAccounts } from '@covault/devnet'
import { buildSafeTransaction, type SafeDomain } from '@covault/protocol'
import { type Address, type Hex, numberToHex } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import {
  type LocalSignature,
  type LocalTransaction,
  localMessages,
  localTransactions,
} from '../../preferences/localQueue.js'
import {
  detailLocal,
  detailLocalMessage,
} from '../../queries/localSignables.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { offerProvider } from '../../trust/endpoint.js'
import type { Signable } from '../../trust/signable.js'
import {
  GatewayDiffersError,
  SignatureUnlistedError,
} from './gatewayDiffers.js'
import { writeKept } from './kept.js'
import type { Kept } from './keptWork.js'
import { acting } from './signables/signables.js'
import { submitKept } from './submit.js'

const { alice, bob, carol } = demoAccounts
const domain: SafeDomain = {
  chainId: 31337,
  safe: '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829',
  version: '1.4.1',
}
const signable: Signable<'transaction'> = {
  kind: 'transaction',
  domain,
  transaction: buildSafeTransaction({
    domain,
    calls: [{ to: bob.address, value: 1n, data: '0x', operation: 0 }],
    nonce: 3n,
  }),
}
const words: Signable<'message'> = {
  kind: 'message',
  domain,
  message: 'We agree.',
}

afterEach(async () => {
  vi.unstubAllGlobals()
  offerProvider(undefined)
  for (const records of [localTransactions, localMessages])
    for (const { name } of await records.list()) await records.remove(name)
})

function sign(signer: Address, more: Partial<LocalSignature> = {}) {
  return { signer, signature: signatureOf(signer), at: 1, ...more }
}

/** Nobody recovers it here: the gateway is played. */
function signatureOf(signer: Address): Hex {
  return `0x${signer.slice(2).toLowerCase().padEnd(128, '0')}1b`
}

function keep(
  signatures: readonly LocalSignature[],
  more: { isProposed?: boolean; failedAt?: number } = {},
): Promise<Kept<'transaction'>> {
  const { chainId, safe } = domain
  return writeKept(
    acting.transaction.kept.keep(
      signable,
      {
        chainId,
        safe,
        isProposed: false,
        at: 1,
        signatures: [...signatures],
        ...more,
      },
      '',
    ) as Kept<'transaction'>,
  )
}

function keepWords(
  signatures: readonly LocalSignature[],
  more: { isProposed?: boolean } = {},
): Promise<Kept<'message'>> {
  return writeKept(
    acting.message.kept.keep(
      words,
      {
        ...domain,
        isProposed: false,
        at: 1,
        signatures: [...signatures],
        ...more,
      },
      '',
    ) as Kept<'message'>,
  )
}

/** Takes what it is sent, but for these signers, and tells of it. */
function playGateway({
  refuses = [],
  hides = [],
  forges = [],
  isNew = false,
  executedAt = null,
  change = (told) => told,
}: {
  refuses?: readonly Address[]
  hides?: readonly Address[]
  /** Names them, with bytes of its own. */
  forges?: readonly { signer: Address; signature: Hex }[]
  /** It has never heard of it. */
  isNew?: boolean
  /** Milliseconds; what it says, true or not. */
  executedAt?: number | null
  change?: (told: LocalTransaction) => LocalTransaction
} = {}) {
  const asked: string[] = []
  const taken: Address[] = []
  const take = (body: string) => {
    const { signature } = JSON.parse(body)
    const signer = [alice, bob, carol].find(
      ({ address }) => signatureOf(address) === signature,
    )?.address
    if (!signer || refuses.includes(signer))
      return Response.json({ message: 'Not an owner.' }, { status: 422 })
    taken.push(signer)
    return undefined
  }
  vi.stubGlobal(
    'fetch',
    async (url: string, { method, body }: { method: string; body: string }) => {
      asked.push(
        `${method} ${new URL(url, 'http://x').pathname.split('/').at(-1)}`,
      )
      const isJoining = /\/(confirmations|signatures)$/.test(url)
      if (isNew && isJoining && taken.length === 0)
        return Response.json({ message: 'Not Found' }, { status: 404 })
      const refusal = method === 'POST' ? take(body) : undefined
      if (refusal) return refusal
      const signatures = taken
        .filter((signer) => !hides.includes(signer))
        .map(
          (signer) => forges.find((one) => one.signer === signer) ?? { signer },
        )
        .map((one) => sign(one.signer, one))
      return Response.json(
        url.includes('/messages/')
          ? tellMessage(signatures)
          : tellTransaction(signatures, { change, executedAt }),
      )
    },
  )
  return { asked, taken }
}

function tellTransaction(
  signatures: LocalSignature[],
  {
    change,
    executedAt,
  }: {
    change: (told: LocalTransaction) => LocalTransaction
    executedAt: number | null
  },
) {
  const { value } = acting.transaction.kept.keep(
    signable,
    { ...domain, isProposed: true, at: 1, signatures },
    '',
  ) as Kept<'transaction'>
  const details = detailLocal(change(value))
  return z.encode(getTransaction.response, {
    ...details,
    // What a copy leaves unsaid a gateway knows.
    detailedExecutionInfo: {
      ...details.detailedExecutionInfo,
      submittedAt: 1,
      confirmationsRequired: 2,
    },
    executedAt,
    txInfo: {
      type: 'Custom',
      to: { value: bob.address, name: null, logoUri: null },
      dataSize: 0,
      value: 1n,
      methodName: null,
      actionCount: null,
      isCancellation: false,
      humanDescription: null,
    },
  } as never)
}

function tellMessage(signatures: LocalSignature[]) {
  const { value } = acting.message.kept.keep(
    words,
    { ...domain, isProposed: true, at: 1, signatures },
    '',
  ) as Kept<'message'>
  return z.encode(getMessage.response, {
    ...detailLocalMessage(value),
    confirmationsRequired: 2,
  })
}

function answerAt(nonce: bigint): Record<string, unknown> {
  return {
    eth_chainId: numberToHex(31337),
    eth_getBlockByNumber: {
      number: '0x5',
      hash: `0x${'cd'.repeat(32)}`,
      timestamp: '0x64',
    },
    eth_call: numberToHex(nonce, { size: 32 }),
  }
}

/** Through the wallet, which brings a node of its own. */
function playChain(nonce: bigint) {
  const request = async ({ method }: { method: string }) =>
    answerAt(nonce)[method]
  offerProvider({ chainId: 31337, provider: { request } })
}

const chain: ChainConfig = {
  chainId: 31337,
  shortName: 'local1',
  name: 'Local 1',
  rpcUrl: 'http://127.0.0.1:9',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: true,
  local: true,
}

const left = async () =>
  (await localTransactions.list()).map(({ value }) => value)

test('proposes with an owner first, joins the others, and lets all go', async () => {
  const gateway = playGateway()
  await submitKept(
    await keep([
      sign(carol.address, { isProposer: true }),
      sign(alice.address),
      sign(bob.address),
    ]),
  )
  expect(gateway.asked.map((one) => one.split(' ')[0])).toEqual([
    'POST',
    'POST',
    'GET',
  ])
  expect(gateway.asked[0]).toBe('POST propose')
  expect(gateway.taken).toEqual([alice.address, bob.address])
  expect(await left()).toEqual([])
})

test('joins all of what the gateway had before', async () => {
  const gateway = playGateway()
  const signatures = [sign(alice.address), sign(bob.address)]
  await submitKept(await keep(signatures, { isProposed: true }))
  expect(gateway.asked.filter((one) => one === 'POST propose')).toEqual([])
  expect(gateway.taken).toEqual([alice.address, bob.address])
})

test('proposes what the gateway does not have after all', async () => {
  const gateway = playGateway({ isNew: true })
  const signatures = [sign(alice.address), sign(bob.address)]
  await submitKept(await keep(signatures, { isProposed: true }))
  expect(gateway.asked.filter((one) => one === 'POST propose')).toHaveLength(1)
  expect(gateway.taken).toEqual([alice.address, bob.address])
  expect(await left()).toEqual([])
})

test('proposes a message that the gateway does not have after all', async () => {
  const gateway = playGateway({ isNew: true })
  await submitKept(
    await keepWords([sign(alice.address), sign(bob.address)], {
      isProposed: true,
    }),
  )
  expect(gateway.taken).toEqual([alice.address, bob.address])
  expect(await localMessages.list()).toEqual([])
})

test('keeps the one that is refused, with the reason, and no other', async () => {
  playGateway({ refuses: [bob.address] })
  const signatures = [alice, bob, carol].map(({ address }) => sign(address))
  await expect(submitKept(await keep(signatures))).rejects.toThrow()
  expect(await left()).toMatchObject([
    {
      isProposed: true,
      signatures: [{ signer: bob.address }],
      refusal: expect.stringContaining('Not an owner.'),
    },
  ])
})

test('proposes with the next where the first is refused', async () => {
  const gateway = playGateway({ refuses: [alice.address] })
  const signatures = [alice, bob, carol].map(({ address }) => sign(address))
  await expect(submitKept(await keep(signatures))).rejects.toThrow()
  expect(gateway.taken).toEqual([bob.address, carol.address])
  expect(await left()).toMatchObject([
    { isProposed: true, signatures: [{ signer: alice.address }] },
  ])
})

test('keeps what nobody took as it was', async () => {
  playGateway({ refuses: [alice.address, bob.address] })
  const signatures = [sign(alice.address), sign(bob.address)]
  await expect(submitKept(await keep(signatures))).rejects.toThrow()
  expect(await left()).toMatchObject([{ isProposed: false, signatures }])
})

test('hands over nothing that no chain has checked', async () => {
  const gateway = playGateway()
  const unchecked = sign(alice.address, { isUnchecked: true })
  await submitKept(await keep([unchecked, sign(bob.address)]))
  expect(gateway.taken).toEqual([bob.address])
  expect(await left()).toMatchObject([
    { isProposed: true, signatures: [unchecked] },
  ])
})

test('keeps all of it where the gateway is gone in between', async () => {
  const gateway = playGateway()
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (gateway.taken.length === 1) throw new TypeError('Failed to fetch')
    return answer(url, init)
  })
  const signatures = [sign(alice.address), sign(bob.address)]
  await expect(submitKept(await keep(signatures))).rejects.toThrow()
  const [value] = await left()
  expect(value?.signatures.map(({ signer }) => signer)).toEqual([
    alice.address,
    bob.address,
  ])
  expect(value?.failedAt).toBeDefined()
  expect(value?.refusal).toBeUndefined()
})

test.each([
  ['to', carol.address],
  ['value', 2n],
  ['data', '0x12'],
  ['operation', 1],
  ['safeTxGas', 1n],
  ['baseGas', 1n],
  ['gasPrice', 1n],
  ['gasToken', carol.address],
  ['refundReceiver', carol.address],
  ['nonce', 4n],
])(
  'keeps its copy where the gateway tells of another %s',
  async (field, other) => {
    playGateway({
      change: (told) => ({
        ...told,
        transaction: { ...told.transaction, [field]: other },
      }),
    })
    const kept = await keep([sign(alice.address)], { failedAt: 1 })
    await expect(submitKept(kept)).rejects.toThrow(GatewayDiffersError)
    expect(await left()).toMatchObject([{ signatures: [sign(alice.address)] }])
  },
)

test('keeps its copy where a signature that was taken is not listed', async () => {
  playGateway({ hides: [bob.address] })
  const signatures = [sign(alice.address), sign(bob.address)]
  await expect(submitKept(await keep(signatures))).rejects.toThrow(
    SignatureUnlistedError,
  )
  expect(await left()).toHaveLength(1)
})

test('reads a message back as well', async () => {
  const submit = async () =>
    submitKept(await keepWords([sign(alice.address), sign(bob.address)]))
  playGateway({ hides: [bob.address] })
  await expect(submit()).rejects.toThrow(SignatureUnlistedError)
  expect(await localMessages.list()).toHaveLength(1)
  playGateway()
  await submit()
  expect(await localMessages.list()).toEqual([])
})

test('lets nothing go where the gateway alone calls it executed', async () => {
  playGateway({ executedAt: 1, refuses: [alice.address] })
  const kept = await keep([sign(alice.address)])
  await expect(submitKept(kept)).rejects.toThrow()
  expect(await left()).toHaveLength(1)
  const { isSettled } = acting.transaction.kept
  playChain(3n)
  expect(await isSettled(kept.value, chain)).toBe(false)
  playChain(4n)
  expect(await isSettled(kept.value, chain)).toBe(true)
  playGateway()
  expect(await isSettled(kept.value, chain)).toBe(false)
})

test('takes the gateway’s own door for the gateway', async () => {
  playGateway({ executedAt: 1 })
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (!String(url).includes('/rpc')) return answer(url, init)
    const asked = JSON.parse(String(init.body))
    const reply = ({ id, method }: { id: number; method: string }) => ({
      jsonrpc: '2.0',
      id,
      result: answerAt(4n)[method],
    })
    return Response.json(Array.isArray(asked) ? asked.map(reply) : reply(asked))
  })
  const { isSettled } = acting.transaction.kept
  const kept = await keep([sign(alice.address)])
  const door = { ...chain, rpcUrl: `${location.origin}/rpc/31337` }
  expect(await isSettled(kept.value, door)).toBe(false)
  // Another host is not the gateway.
  const node = { ...chain, rpcUrl: 'http://127.0.0.1:9/rpc' }
  expect(await isSettled(kept.value, node)).toBe(true)
})

test.each(['0x12', `0x${'11'.repeat(65)}`] as const)(
  'keeps its copy where the gateway lists the signer with %s',
  async (signature) => {
    playGateway({ forges: [{ signer: bob.address, signature }] })
    const signatures = [sign(alice.address), sign(bob.address)]
    await expect(submitKept(await keep(signatures))).rejects.toThrow(
      SignatureUnlistedError,
    )
    expect(await left()).toMatchObject([{ signatures }])
    await expect(submitKept(await keepWords(signatures))).rejects.toThrow(
      SignatureUnlistedError,
    )
    expect(await localMessages.list()).toMatchObject([
      { value: { signatures } },
    ])
  },
)

test('lets go where the owner signed before with other bytes', async () => {
  const { safeTxHash } = (await keep([])).value
  const signature = await bob.sign({ hash: safeTxHash })
  playGateway({ forges: [{ signer: bob.address, signature }] })
  await submitKept(await keep([sign(alice.address), sign(bob.address)]))
  expect(await left()).toEqual([])
})

test.each([
  [401, { passesWith: 'signIn', refusal: expect.stringContaining('Sign in') }],
  [403, { passesWith: 'signIn', refusal: expect.stringContaining('Sign in') }],
  [404, { passesWith: 'time' }],
  [429, { passesWith: 'time' }],
  [422, { refusal: expect.stringContaining('No.') }],
])('takes status %i for what it is', async (status, refused) => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ message: 'No.' }, { status }),
  )
  await expect(submitKept(await keep([sign(alice.address)]))).rejects.toThrow()
  const [value] = await left()
  expect(value).toMatchObject(refused)
  expect(value?.passesWith).toBe(
    'passesWith' in refused ? refused.passesWith : undefined,
  )
})

test('keeps what an owner signed otherwise meanwhile', async () => {
  playGateway()
  const answer = globalThis.fetch
  const other = sign(alice.address, { signature: `0x${'22'.repeat(64)}1c` })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    await keep([other])
    return answer(url, init)
  })
  await submitKept(await keep([sign(alice.address)]))
  expect(await left()).toMatchObject([{ signatures: [other] }])
})
