import { type Hex, maxUint256, zeroAddress, zeroHash } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  attacker,
  treasury,
  usdc,
} from '../../../packages/protocol/src/risk/corpus/cast.js'
import {
  batch,
  call,
  pay,
} from '../../../packages/protocol/src/risk/corpus/encodeCall.js'
import { listCalls } from './calls.js'
import { makeReport } from './report.js'
import { writeInput } from './testInput.js'

// A call must not hide what it carries: neither in a form nor by its size.

const from = treasury.address
const multiSend = '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526'
const approval = call(usdc, 'approve(address,uint256)', attacker, maxUint256)
const nothing = call(usdc, 'approve(address,uint256)', attacker, 0n)

const write = (...list: readonly Hex[]) =>
  call(usdc, 'multicall(bytes[])', list).data

async function find(transaction: object): Promise<string[]> {
  const { risks } = await makeReport(
    writeInput({
      domain: { chainId: 1, safe: from, version: '1.4.1' },
      transaction: {
        to: usdc,
        value: 0n,
        operation: 0,
        safeTxGas: 0n,
        baseGas: 0n,
        gasPrice: 0n,
        gasToken: zeroAddress,
        refundReceiver: zeroAddress,
        nonce: 1n,
        ...transaction,
      },
    }),
    { known: treasury.owners },
  )
  return risks.map(({ level, text }) => `${level} ${text}`)
}

describe('multicall', () => {
  test.each([
    ['of a list', write(approval.data)],
    [
      'with a deadline',
      call(usdc, 'multicall(uint256,bytes[])', 9n, [approval.data]).data,
    ],
    [
      'with a block',
      call(usdc, 'multicall(bytes32,bytes[])', zeroHash, [approval.data]).data,
    ],
    ['behind others', write(nothing.data, '0x', approval.data)],
    ['in itself', write(write(write(approval.data)))],
  ])('%s: an unlimited approval inside is named', async (_, data) => {
    expect(await find({ data })).toContainEqual(
      expect.stringMatching(/^danger Call 1(\.\d)+: lets .* take any amount/),
    )
  })

  test('says of each call that it can’t be read', async () => {
    expect(await find({ data: write('0x12345678') })).toEqual([
      expect.stringMatching(/^warning Call 1\.1: .*can’t read/),
    ])
  })

  test('says that more is inside than it reads', async () => {
    const deep = Array.from({ length: 60 }).reduce<Hex>(
      (inner) => write(inner),
      approval.data,
    )
    const list = Array.from({ length: 3_000 }, () => nothing.data)
    const wide = write(...list, approval.data)
    for (const data of [deep, wide])
      expect(await find({ data })).toContainEqual(
        expect.stringMatching(/^danger .*carries calls that .*can’t read/),
      )
  })
})

test('a batch behind a long one hides nothing', () => {
  const legs = (length: number) => Array.from({ length }, () => pay(usdc, 0n))
  const start = batch(multiSend, [
    batch(multiSend, legs(1_500)),
    batch(multiSend, [...legs(1_500), approval]),
  ])
  const calls = listCalls({ from, ...start })
  expect(calls.filter(({ isCutOff }) => isCutOff)).toMatchObject([
    { number: '1.2' },
  ])
  expect(listCalls({ from, ...batch(multiSend, legs(1_500)) })).toSatisfy(
    (all: typeof calls) => all.every(({ isCutOff }) => !isCutOff),
  )
})
