import { demoAccounts } from '@covault/devnet'
import { buildSafeTransaction, hashSafeTransaction } from '@covault/protocol'
import type { Address } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import {
  type LocalSignature,
  localTransactions,
} from '../../preferences/localQueue.js'
import { toKept, writeKept } from '../act/kept.js'
import type { Judged } from './judgeCarried.js'
import { keepJudged } from './keepJudged.js'

const { alice, bob } = demoAccounts
const safe = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const domain = { chainId: 31337, safe, version: '1.4.1' } as const
const transaction = buildSafeTransaction({
  domain,
  calls: [{ to: bob.address, value: 1n, data: '0x', operation: 0 }],
  nonce: 3n,
})
const signable = { kind: 'transaction', domain, transaction } as const

afterEach(async () => {
  vi.unstubAllGlobals()
  for (const { name } of await localTransactions.list())
    await localTransactions.remove(name)
})

/** Nobody recovers it here. */
function sign(signer: Address, more: Partial<LocalSignature> = {}) {
  const digits = signer.slice(2).toLowerCase().padEnd(128, '0')
  const signature = `0x${digits}1b` as const
  return { signer, signature, at: 1, ...more }
}

function judge(signer: Address, more: Partial<Judged> = {}): Judged {
  const { signature } = sign(signer)
  return {
    form: 'envelope',
    signable,
    hash: hashSafeTransaction(domain, transaction),
    knownBy: undefined,
    note: '',
    differences: [],
    signatures: [{ signer, status: 'new', signature }],
    ...more,
  }
}

/** What it is sent; it takes nothing. */
function hearGateway(): Record<string, unknown>[] {
  const heard: Record<string, unknown>[] = []
  vi.stubGlobal('fetch', async (_: unknown, { body }: { body?: string }) => {
    if (body) heard.push(JSON.parse(body))
    return Response.json({ message: 'No.' }, { status: 422 })
  })
  return heard
}

test('what its owner holds back is not submitted by an import', async () => {
  const heard = hearGateway()
  const fields = { chainId: 31337, safe, isProposed: false, at: 1 } as const
  const signatures = [sign(alice.address, { isLate: true })]
  await writeKept(toKept(signable, { ...fields, signatures }, ''))
  await keepJudged(judge(bob.address), { hasNote: false })
  expect(heard.map(({ signature }) => signature)).toEqual([
    sign(bob.address).signature,
  ])
  const [kept] = await localTransactions.list()
  expect(kept?.value.signatures).toMatchObject([
    { signer: alice.address, isLate: true },
    { signer: bob.address },
  ])
})

test('the time of a signature that was made elsewhere is that of the import', async () => {
  hearGateway()
  const before = Date.now()
  await keepJudged(judge(bob.address), { hasNote: false })
  const [kept] = await localTransactions.list()
  const [signature] = kept?.value.signatures ?? []
  expect(signature?.at).toBeGreaterThanOrEqual(before)
  expect(signature?.isBrought).toBe(true)
})

test('a note goes along only where the reader wants it, as far as it fits', async () => {
  const note = 'Salaries of March, '.repeat(200)
  const heard = hearGateway()
  await keepJudged(judge(bob.address, { note }), { hasNote: false })
  expect(heard[0]?.origin).toBeNull()
  const [kept] = await localTransactions.list()
  expect(kept?.value.note).toBe('')
  await keepJudged(judge(bob.address, { note }), { hasNote: true })
  const origin = String(heard[1]?.origin)
  expect(origin.length).toBeLessThanOrEqual(200)
  expect(origin).toContain('Salaries of March')
})
