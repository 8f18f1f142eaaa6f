// @vitest-environment node
import {
  type CallNode,
  decodeCall,
  decodeMultiSend,
  encodeMultiSend,
} from '@covault/protocol'
import fc from 'fast-check'
import {
  type Address,
  formatUnits,
  getAddress,
  pad,
  toHex,
  zeroAddress,
} from 'viem'
import { expect, test } from 'vitest'
import { toCalls } from './buildPayments.js'

const safe = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const dollar = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const garden = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512'
const multiSend = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'

const decimals = { [zeroAddress]: 18, [dollar]: 6, [garden]: 18 }
const tokens = new Map(
  Object.entries(decimals).map(([token, digits]) => [
    token as Address,
    {
      token: token as Address,
      name: '',
      symbol: 'T',
      decimals: digits,
      balance: 2n ** 200n,
    },
  ]),
)

type Transfer = { token: Address; to: Address; value: bigint }

const transfer = fc.record({
  token: fc.constantFrom<Address>(zeroAddress, dollar, garden),
  to: fc
    .bigInt({ min: 0x1000n, max: 2n ** 160n - 1n })
    .map((number) => getAddress(pad(toHex(number), { size: 20 }))),
  value: fc.bigInt({ min: 1n, max: 2n ** 190n }),
})

test('a payout of 100 rows is 100 transfers, in order and to the last unit', () => {
  fc.assert(
    fc.property(
      fc.array(transfer, { minLength: 100, maxLength: 100 }),
      (wanted) => {
        const calls = build(wanted)
        const data = encodeMultiSend(calls)
        expect(decodeMultiSend(data)).toEqual(calls)
        const { root, coverage } = decodeCall(
          { to: multiSend, value: 0n, data, operation: 1 },
          { safe },
        )
        expect(coverage.status).toBe('full')
        expect(root.children.map(readTransfer)).toEqual(wanted)
      },
    ),
    { numRuns: 20 },
  )
})

test('a row with a mistake makes no calls at all', () => {
  const one = { token: dollar, to: multiSend, value: 1n } as const
  expect(() => build([one, { ...one, value: 2n ** 200n }])).toThrow(
    /^Row 2: Up to this row you send .*, but the safe has only .*\.$/,
  )
})

function build(transfers: readonly Transfer[]) {
  return toCalls(
    transfers.map(({ token, to, value }) => ({
      recipient: to,
      to: { address: to, error: undefined },
      token,
      amount: formatUnits(value, tokens.get(token)?.decimals ?? 0),
    })),
    { safe, tokens },
  )
}

/** What a decoded call moves, read without the code that wrote it. */
function readTransfer({ to, value, data, method }: CallNode): Transfer {
  if (data === '0x') return { token: zeroAddress, to, value }
  expect(method?.signature).toBe('transfer(address,uint256)')
  expect(value).toBe(0n)
  const [recipient, amount] = method?.parameters ?? []
  return {
    token: to,
    to: recipient?.value as Address,
    value: amount?.value as bigint,
  }
}
