// @vitest-environment jsdom
import {
  buildSafeTransaction,
  decodeCall,
  encodeMultiSend,
  getIntent,
  multiSends,
} from '@covault/protocol'
import type { Address, Hex } from 'viem'
import { expect, test } from 'vitest'
import { fromBlock } from '../../testing/provenance.js'
import type { SignableCheck } from '../../trust/checkSignable.js'
import type { FieldCheck } from '../../trust/fieldCheck.js'
import { computedHere } from '../../trust/provenance.js'
import {
  type DecodedTransaction,
  decodeBytes,
} from '../decode/decodeTransaction.js'
import type { SafeScope } from '../safe/safePlace.js'
import type { Known } from '../signables/signables.js'
import type { Reason } from './reasons.js'
import { listReasons } from './signableReasons.js'
import { listRecipients } from './transactionReasons.js'

const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const hash: Hex = `0x${'11'.repeat(32)}`
const provenance = fromBlock(12n)

const account = {
  address: bob,
  codeHash: null,
  kind: undefined,
  token: undefined,
  ownerSet: undefined,
  provenance,
} as const

const decoded = decode({ to: bob, value: 5n, data: '0x', operation: 0 })

function decode(call: Parameters<typeof decodeCall>[0]): DecodedTransaction {
  const tree = decodeCall(call, { safe: address, contracts: new Map() })
  const intent = getIntent(tree, {
    nonce: 4n,
    nativeCurrency: { symbol: 'ETH', decimals: 18 },
    tokens: new Map(),
    ownerSets: new Map(),
  })
  return {
    tree,
    intent,
    intents: new Map([['', intent]]),
    contracts: new Map([[bob, account]]),
    unaskedCount: 0,
  }
}

const agreeing: readonly FieldCheck[] = [
  {
    fact: 'hash',
    field: 'safeTxHash, computed by the safe’s own code',
    status: 'ok',
    here: hash,
    claim: { by: 'contract', value: hash },
    provenance: computedHere,
  },
  {
    fact: 'nonce',
    field: 'Nonce',
    status: 'ok',
    here: '4, the safe is at 4',
    provenance,
  },
  {
    fact: 'owners',
    field: 'Owners',
    status: 'ok',
    here: `${alice}, ${bob}`,
    claim: { by: 'gateway', value: `${alice}, ${bob}` },
    provenance,
  },
  {
    fact: 'threshold',
    field: 'Threshold',
    status: 'unknown',
    here: '2',
    provenance,
  },
  {
    fact: 'sources',
    field: 'Second RPC endpoint',
    status: 'unknown',
    here: 'only one RPC endpoint was asked',
    provenance,
  },
]

function checkWith(changes: Partial<SignableCheck> = {}): SignableCheck {
  return {
    provenance,
    hash,
    fields: agreeing,
    isRefused: false,
    safe: {
      address,
      owners: [alice, bob],
      threshold: 2,
      nonce: 4n,
      version: '1.4.1',
      known: true,
      singleton: address,
      modules: [],
      hasMoreModules: false,
      guard: null,
      fallbackHandler: null,
    },
    confirmations: [],
    ...changes,
  }
}

function listWith(
  check: SignableCheck | undefined,
  {
    recipients = [account],
    ...changes
  }: Partial<Known<'transaction'>> &
    Partial<Pick<Parameters<typeof listReasons>[0], 'recipients'>> = {},
) {
  return listReasons({
    hash,
    check,
    recipients,
    known: {
      kind: 'transaction',
      decoded,
      simulation: { isOn: true, data: undefined, error: null },
      proposal: undefined,
      ...changes,
    },
  })
}

function find(reasons: readonly Reason[], fact: string): Reason {
  const found = reasons.find((one) => one.fact === fact)
  if (!found) throw new Error(`There is no ${fact}.`)
  return found
}

test('tells what was computed, what was read, and how', () => {
  const { computed, chain, said } = listWith(checkWith())
  expect(find(computed, 'safeTxHash')).toEqual({
    fact: 'safeTxHash',
    value: '0x11111111…11111111',
    status: 'ok',
    provenance: computedHere,
    how: 'Computed in this browser from the ten fields of the transaction and the safe’s signing domain; the safe’s own code reports the same.',
  })
  expect(find(chain, 'Owners')).toEqual({
    fact: 'Owners',
    value: '2 owners',
    status: 'ok',
    provenance,
    how: 'Read with getOwners(); the gateway agrees.',
  })
  expect(find(chain, 'Nonce').value).toBe('4, the safe is at 4')
  expect(find(chain, 'Recipients').value).toBe('1 account')
  expect(find(chain, 'Modules').value).toBe('none')
  expect(said).toEqual([])
})

test('what nobody could be asked about could not be checked', () => {
  const { chain } = listWith(checkWith())
  expect(find(chain, 'Threshold')).toMatchObject({
    status: 'unknown',
    provenance,
  })
  expect(find(chain, 'Simulation')).toMatchObject({
    status: 'unknown',
    provenance: undefined,
  })
})

test('without a check nothing but the bytes is known', () => {
  const { computed, chain, sources } = listWith(undefined)
  expect(find(computed, 'safeTxHash').status).toBe('unknown')
  expect(find(computed, 'Contract calls').provenance).toEqual(computedHere)
  expect(find(computed, 'Signatures').status).toBe('unknown')
  expect(find(chain, 'State of the safe').status).toBe('unknown')
  expect(sources).toEqual([])
})

test('a field that differs says who says what', () => {
  const fields = agreeing.map((one) =>
    one.fact === 'owners'
      ? {
          ...one,
          status: 'differs' as const,
          here: alice,
          claim: { by: 'gateway' as const, value: bob },
        }
      : one,
  )
  const { chain, sources } = listWith(checkWith({ fields }))
  expect(find(chain, 'Owners')).toMatchObject({
    status: 'differs',
    how: `Owners: ${alice}, but the gateway reports ${bob}.`,
  })
  expect(find(sources, 'Gateway')).toMatchObject({
    value: '0 of 1 claims agree',
    status: 'differs',
  })
})

test('a second RPC endpoint that denies a fact makes that fact differ', () => {
  const fields: FieldCheck[] = [
    ...agreeing.filter(({ fact }) => fact !== 'sources'),
    {
      fact: 'version',
      field: 'Version, read from your wallet',
      status: 'differs',
      here: '1.4.1',
      claim: { by: 'second', value: '1.3.0' },
      provenance,
    },
  ]
  const { chain, sources } = listWith(checkWith({ fields }))
  expect(find(chain, 'Version').status).toBe('differs')
  expect(find(sources, 'Second RPC endpoint')).toMatchObject({
    status: 'differs',
    how: 'Version, read from your wallet: 1.4.1, but the second RPC endpoint reports 1.3.0.',
  })
})

test('names the sources that answered, one or two', () => {
  const alone = listWith(checkWith()).sources
  expect(find(alone, 'RPC endpoint').value).toBe(
    'your own endpoint (127.0.0.1)',
  )
  expect(find(alone, 'Second RPC endpoint')).toMatchObject({
    value: 'none',
    status: 'unknown',
    how: 'Only one RPC endpoint was asked.',
  })
  const second = { source: 'wallet', host: undefined } as const
  const { chain, sources } = listWith(
    checkWith({
      provenance: { ...provenance, second },
      fields: agreeing.map((one) =>
        one.fact === 'sources'
          ? { ...one, status: 'ok', here: 'your wallet agrees at block 12' }
          : one,
      ),
    }),
  )
  expect(find(sources, 'Second RPC endpoint')).toMatchObject({
    value: 'your wallet',
    status: 'ok',
  })
  expect(find(chain, 'Owners').how).toBe(
    'Read with getOwners(); a second RPC endpoint and the gateway agree.',
  )
  expect(find(chain, 'Threshold').status).toBe('ok')
})

test('what only the gateway says is named as that', () => {
  const { said } = listWith(checkWith(), {
    proposal: {
      details: { note: 'November \u202e', safeAppInfo: null },
      execution: {
        proposer: { value: alice, name: null, logoUri: null },
        proposedByDelegate: null,
        submittedAt: 0,
      },
    },
  })
  expect(said.map(({ fact }) => fact)).toEqual([
    'Note',
    'Proposed by',
    'Proposed at',
  ])
  for (const { status, provenance: from } of said) {
    expect(status).toBe('unknown')
    expect(from).toEqual({ kind: 'gateway' })
  }
  expect(find(said, 'Note').value).toBe('November \uFFFD')
})

test('bytes without a known meaning are not passed over', () => {
  const { computed } = listWith(checkWith(), {
    decoded: decode({ to: bob, value: 0n, data: '0x12345678', operation: 0 }),
  })
  expect(find(computed, 'Contract calls')).toMatchObject({ status: 'unknown' })
})

test('a run that changes what nothing explains is a difference', () => {
  const run = {
    method: 'eth_simulateV1',
    provenance: fromBlock(13n),
    executor: alice,
    at: 0,
    outcome: { status: 'success', gasUsed: 1n },
    effects: undefined,
    storage: [],
  } as const
  const simulated = (findings: readonly never[] | readonly [object]) => {
    const data = { ...run, findings } as never
    const simulation = { isOn: true, data, error: null }
    return find(listWith(checkWith(), { simulation }).chain, 'Simulation')
  }
  expect(simulated([])).toMatchObject({
    value: 'succeeds',
    status: undefined,
    provenance: fromBlock(13n),
  })
  expect(simulated([{ id: 'unexplained-storage-change' }]).status).toBe(
    'differs',
  )
  expect(simulated([{ id: 'would-fail' }]).status).toBeUndefined()
})

test('a message has the same facts, and no nonce', () => {
  const { computed, chain, said } = listReasons({
    hash,
    recipients: [],
    check: {
      ...checkWith({
        fields: agreeing.filter(({ fact }) => fact !== 'nonce'),
      }),
      canValidate: false,
    },
    known: {
      kind: 'message',
      content: 'Hello',
      proposal: {
        name: 'An app',
        proposedBy: { value: alice, name: null, logoUri: null },
        creationTimestamp: 0,
      },
    },
  })
  expect(find(computed, 'The message').value).toBe('text, 5 characters')
  expect(find(chain, 'Signature check for apps').value).toBe('no answer')
  expect(chain.map(({ fact }) => fact)).not.toContain('Nonce')
  expect(said.map(({ fact }) => fact)).toEqual([
    'Proposed in',
    'Proposed by',
    'Proposed at',
  ])
})

test('what a delegatecall might mean pays nobody', () => {
  const payments = encodeMultiSend([
    { to: bob, value: 5n, data: '0x', operation: 0 },
  ])
  const [multiSend] = multiSends
  if (!multiSend) throw new Error('None is published.')
  const list = (to: Address, data: Hex) => {
    const transaction = buildSafeTransaction({
      ...{ domain, nonce: 4n },
      calls: [{ ...{ to, data }, value: 0n, operation: 1 }],
    })
    return listRecipients(decodeBytes(scope, { domain, transaction }))
  }
  expect(list(multiSend.address, payments)).toEqual([bob])
  expect(list(alice, payments)).toEqual([])
  const hidden = encodeMultiSend([
    { to: alice, value: 0n, data: payments, operation: 1 },
  ])
  expect(list(multiSend.address, hidden)).toEqual([])
})

const domain = { chainId: 1, safe: address, version: '1.4.1' } as const
const scope = {
  address,
  chain: {
    chainId: 1,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  },
} as unknown as SafeScope
