import { encodeFunctionData, parseAbi, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { decodeParameters } from '../abi/decodeParameters.js'
import { parseSignature } from '../abi/parseSignature.js'
import { permitMethods } from './permitMethods.js'

const owner = '0x1111111111111111111111111111111111111111'
const spender = '0x5555555555555555555555555555555555555555'
const token = '0x6666666666666666666666666666666666666666'

const permit2 = parseAbi([
  'struct Details { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
  'struct Single { Details details; address spender; uint256 sigDeadline; }',
  'struct Batch { Details[] details; address spender; uint256 sigDeadline; }',
  'struct Permissions { address token; uint256 amount; }',
  'struct Permit { Permissions permitted; uint256 nonce; uint256 deadline; }',
  'struct PermitBatch { Permissions[] permitted; uint256 nonce; uint256 deadline; }',
  'struct Transfer { address to; uint256 requestedAmount; }',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function permit(address owner, Single single, bytes signature)',
  'function permit(address owner, Batch batch, bytes signature)',
  'function permitTransferFrom(Permit permit, Transfer details, address owner, bytes signature)',
  'function permitTransferFrom(PermitBatch permit, Transfer[] details, address owner, bytes signature)',
])

const details = { token, amount: 5n, expiration: 1, nonce: 2 } as const
const permissions = { token, amount: 5n } as const
const transfer = { to: spender, requestedAmount: 4n } as const
const limits = { nonce: 1n, deadline: 2n }

test('has the signatures and selectors that viem derives', () => {
  for (const [selector, { method }] of Object.entries(permitMethods)) {
    expect(method.selector).toBe(selector)
    expect(toFunctionSelector(method.signature)).toBe(selector)
    const types = (inputs: typeof method.inputs): unknown =>
      inputs.map(({ type, components }) => [type, types(components ?? [])])
    const parsed = parseSignature(method.signature)
    expect(types(method.inputs)).toEqual(types(parsed.inputs))
  }
})

test('says who may take what, of arguments that viem encodes', () => {
  const calls = [
    encodeFunctionData({
      abi: permit2,
      functionName: 'approve',
      args: [token, spender, 5n, 1],
    }),
    encodeFunctionData({
      abi: permit2,
      functionName: 'permit',
      args: [owner, { details, spender, sigDeadline: 3n }, '0x12'],
    }),
    encodeFunctionData({
      abi: permit2,
      functionName: 'permit',
      args: [
        owner,
        { details: Array(5).fill(details), spender, sigDeadline: 3n },
        '0x12',
      ],
    }),
    encodeFunctionData({
      abi: permit2,
      functionName: 'permitTransferFrom',
      args: [{ permitted: permissions, ...limits }, transfer, owner, '0x12'],
    }),
    encodeFunctionData({
      abi: permit2,
      functionName: 'permitTransferFrom',
      args: [
        { permitted: [permissions, permissions], ...limits },
        [transfer, transfer],
        owner,
        '0x12',
      ],
    }),
    encodeFunctionData({
      abi: permit2,
      functionName: 'permitTransferFrom',
      args: [{ permitted: [], ...limits }, [], owner, '0x12'],
    }),
  ]
  expect(calls.map(describe)).toMatchInlineSnapshot(`
    [
      "lets 0x5555555555555555555555555555555555555555 take up to 5 units of the token 0x6666666666666666666666666666666666666666 through Permit2",
      "lets 0x5555555555555555555555555555555555555555 take up to 5 units of the token 0x6666666666666666666666666666666666666666 from 0x1111111111111111111111111111111111111111 through Permit2",
      "lets 0x5555555555555555555555555555555555555555 take up to 5 units of the token 0x6666666666666666666666666666666666666666, 5 units of the token 0x6666666666666666666666666666666666666666, 5 units of the token 0x6666666666666666666666666666666666666666, and 2 more from 0x1111111111111111111111111111111111111111 through Permit2",
      "moves tokens (0x6666666666666666666666666666666666666666) from 0x1111111111111111111111111111111111111111 through Permit2: 4 units to 0x5555555555555555555555555555555555555555",
      "moves tokens (0x6666666666666666666666666666666666666666 and 0x6666666666666666666666666666666666666666) from 0x1111111111111111111111111111111111111111 through Permit2: 4 units to 0x5555555555555555555555555555555555555555 and 4 units to 0x5555555555555555555555555555555555555555",
      "moves tokens (nothing) from 0x1111111111111111111111111111111111111111 through Permit2: nothing",
    ]
  `)
})

function describe(data: string): string | undefined {
  const known = permitMethods[data.slice(0, 10)]
  if (known === undefined) return undefined
  const { parameters } = decodeParameters(known.method.inputs, data.slice(2), 4)
  const values = parameters.map(({ value }) => value)
  return known.describe(values, token)
}
