// @vitest-environment node
import {
  buildRejection,
  decodeExecTransaction,
  decodeMultiSend,
  findDeploymentByAddress,
  multiSends,
  parseSignatures,
  type SafeTransaction,
} from '@covault/protocol'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { fromBlock } from '../../testing/provenance.js'
import type { SignableCheck } from '../../trust/checkSignable.js'
import { type CheckedEntry, encodeBulk, planBulk } from './planBulk.js'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const chain = { chainId: 31337 }

const signature: Hex = `0x${'22'.repeat(32)}${'33'.repeat(32)}1b`

function entry(
  nonce: bigint,
  {
    signers = [alice, bob],
    ...changes
  }: Partial<SignableCheck> & {
    signers?: readonly (typeof alice | typeof bob)[]
  } = {},
): CheckedEntry & { transaction: SafeTransaction } {
  return {
    transaction: buildRejection({ safe: address, nonce }),
    check: {
      provenance,
      hash: `0x${'11'.repeat(32)}`,
      fields: [],
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
      confirmations: signers.map((signer) => ({
        signer,
        signature,
        status: 'verified',
        kind: 'ecdsa',
      })),
      ...changes,
    },
  }
}

const provenance = fromBlock(9n)

const nonces = (entries: readonly CheckedEntry[]) =>
  entries.map(({ transaction }) => transaction.nonce)

test('takes all where every one of them is as it should be', () => {
  const { included, stop } = planBulk([entry(4n), entry(5n), entry(6n)])
  expect(nonces(included)).toEqual([4n, 5n, 6n])
  expect(stop).toBeUndefined()
})

test('ends before one that is refused, and names what does not agree', () => {
  const refused = entry(5n, {
    isRefused: true,
    fields: [
      {
        fact: 'owners',
        field: 'Owners',
        status: 'differs',
        here: 'a',
        provenance,
      },
      {
        fact: 'guard',
        field: 'Guard',
        status: 'ok',
        here: 'none',
        provenance,
      },
    ],
  })
  const { included, stop } = planBulk([entry(4n), refused, entry(6n)])
  expect(nonces(included)).toEqual([4n])
  expect(stop).toBe('Nonce 5 is blocked because these checks failed: Owners.')
})

test('counts verified seals only, and not that of the sender', () => {
  const { included, stop } = planBulk([
    entry(4n),
    entry(5n, { signers: [bob] }),
  ])
  expect(nonces(included)).toEqual([4n])
  expect(stop).toBe('Nonce 5 has 1 of 2 valid signatures.')
})

test('does not begin after the nonce of the safe', () => {
  expect(planBulk([entry(5n), entry(6n)]).included).toEqual([])
})

test('calls MultiSendCallOnly with one execution of the safe for each', () => {
  const execution = encodeBulk(chain, [entry(4n), entry(5n)])
  const deployment =
    execution && findDeploymentByAddress(multiSends, execution.to)
  expect(deployment).toMatchObject({ version: '1.4.1', callOnly: true })
  const calls = decodeMultiSend(execution?.data ?? '0x')
  expect(calls).toHaveLength(2)
  for (const { to, value, operation, data } of calls) {
    expect({ to, value, operation }).toEqual({
      to: address,
      value: 0n,
      operation: 0,
    })
    const { transaction, signatures } = decodeExecTransaction(data)
    expect(transaction.to).toBe(address)
    expect(parseSignatures(signatures).map(({ kind }) => kind)).toEqual([
      'ecdsa',
      'ecdsa',
    ])
  }
})

test('encodes nothing where one lacks seals', () => {
  expect(
    encodeBulk(chain, [entry(4n), entry(5n, { signers: [alice] })]),
  ).toBeUndefined()
})
