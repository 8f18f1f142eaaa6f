import type { AbiInput } from '../abi/abiType.js'
import type { AbiValue } from '../abi/decodeParameters.js'
import type { Method } from '../abi/method.js'
import { erc20PermitMethod } from '../calldata/erc20.js'
import type { TargetKind } from './riskFacts.js'

/** Calldata that uses or grants an allowance by way of a signature. */
export type PermitMethod = {
  readonly method: Method
  /** Kinds of contracts that have it; none for Permit2's own. */
  readonly kinds: readonly TargetKind[]
  /** Who may take what of whom; `token` is the call's target. */
  readonly describe: (values: readonly AbiValue[], token: string) => string
}

/** Of EIP-2612 with a signature of any form, as some tokens have it. */
const permitWithBytesMethod = {
  name: 'permit',
  signature: 'permit(address,address,uint256,uint256,bytes)',
  selector: '0x9fd5a6cf',
  inputs: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
    { name: 'signature', type: 'bytes' },
  ],
} as const satisfies Method

/** Of DAI, older than EIP-2612: all or nothing. */
export const daiPermitMethod = {
  name: 'permit',
  signature:
    'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
  selector: '0x8fcbaf0c',
  inputs: [
    { name: 'holder', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'expiry', type: 'uint256' },
    { name: 'allowed', type: 'bool' },
    { name: 'v', type: 'uint8' },
    { name: 'r', type: 'bytes32' },
    { name: 's', type: 'bytes32' },
  ],
} as const satisfies Method

const permitDetails: readonly AbiInput[] = [
  { name: 'token', type: 'address' },
  { name: 'amount', type: 'uint160' },
  { name: 'expiration', type: 'uint48' },
  { name: 'nonce', type: 'uint48' },
]

const tokenPermissions: readonly AbiInput[] = [
  { name: 'token', type: 'address' },
  { name: 'amount', type: 'uint256' },
]

const transferDetails: readonly AbiInput[] = [
  { name: 'to', type: 'address' },
  { name: 'requestedAmount', type: 'uint256' },
]

const permit2ApproveMethod: Method = {
  name: 'approve',
  signature: 'approve(address,address,uint160,uint48)',
  selector: '0x87517c45',
  inputs: [
    { name: 'token', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'amount', type: 'uint160' },
    { name: 'expiration', type: 'uint48' },
  ],
}

const permitSingleMethod: Method = {
  name: 'permit',
  signature:
    'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)',
  selector: '0x2b67b570',
  inputs: listPermitInputs('tuple'),
}

const permitBatchMethod: Method = {
  name: 'permit',
  signature:
    'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)',
  selector: '0x2a2d80d1',
  inputs: listPermitInputs('tuple[]'),
}

const permitTransferFromMethod: Method = {
  name: 'permitTransferFrom',
  signature:
    'permitTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes)',
  selector: '0x30f28b7a',
  inputs: listTransferInputs('tuple', []),
}

const permitBatchTransferFromMethod: Method = {
  name: 'permitTransferFrom',
  signature:
    'permitTransferFrom(((address,uint256)[],uint256,uint256),(address,uint256)[],address,bytes)',
  selector: '0xedd9444b',
  inputs: listTransferInputs('tuple[]', []),
}

const witnessInputs: readonly AbiInput[] = [
  { name: 'witness', type: 'bytes32' },
  { name: 'witnessTypeString', type: 'string' },
]

const permitWitnessTransferFromMethod: Method = {
  name: 'permitWitnessTransferFrom',
  signature:
    'permitWitnessTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes32,string,bytes)',
  selector: '0x137c29fe',
  inputs: listTransferInputs('tuple', witnessInputs),
}

const permitBatchWitnessTransferFromMethod: Method = {
  name: 'permitWitnessTransferFrom',
  signature:
    'permitWitnessTransferFrom(((address,uint256)[],uint256,uint256),(address,uint256)[],address,bytes32,string,bytes)',
  selector: '0xfe8ec1a7',
  inputs: listTransferInputs('tuple[]', witnessInputs),
}

function listPermitInputs(details: string): readonly AbiInput[] {
  const components = [
    { name: 'details', type: details, components: permitDetails },
    { name: 'spender', type: 'address' },
    { name: 'sigDeadline', type: 'uint256' },
  ]
  return [
    { name: 'owner', type: 'address' },
    { name: 'permit', type: 'tuple', components },
    { name: 'signature', type: 'bytes' },
  ]
}

function listTransferInputs(
  type: string,
  witness: readonly AbiInput[],
): readonly AbiInput[] {
  const components = [
    { name: 'permitted', type, components: tokenPermissions },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ]
  return [
    { name: 'permit', type: 'tuple', components },
    { name: 'transferDetails', type, components: transferDetails },
    { name: 'owner', type: 'address' },
    ...witness,
    { name: 'signature', type: 'bytes' },
  ]
}

/** By selector. */
export const permitMethods: Readonly<Record<string, PermitMethod>> = {
  '0xd505accf': {
    method: erc20PermitMethod,
    kinds: ['erc20'],
    describe: describePermit,
  },
  '0x9fd5a6cf': {
    method: permitWithBytesMethod,
    kinds: ['erc20'],
    describe: describePermit,
  },
  '0x8fcbaf0c': {
    method: daiPermitMethod,
    kinds: ['erc20'],
    describe: describeDaiPermit,
  },
  '0x87517c45': {
    method: permit2ApproveMethod,
    kinds: [],
    describe: describeApproval,
  },
  '0x2b67b570': {
    method: permitSingleMethod,
    kinds: [],
    describe: describeSingle,
  },
  '0x2a2d80d1': {
    method: permitBatchMethod,
    kinds: [],
    describe: describeBatch,
  },
  '0x30f28b7a': {
    method: permitTransferFromMethod,
    kinds: [],
    describe: describeTransfer,
  },
  '0xedd9444b': {
    method: permitBatchTransferFromMethod,
    kinds: [],
    describe: describeTransfer,
  },
  '0x137c29fe': {
    method: permitWitnessTransferFromMethod,
    kinds: [],
    describe: describeTransfer,
  },
  '0xfe8ec1a7': {
    method: permitBatchWitnessTransferFromMethod,
    kinds: [],
    describe: describeTransfer,
  },
}

function describePermit(
  [owner, spender, value]: readonly AbiValue[],
  token: string,
): string {
  return `lets ${spender} take up to ${value} units of the token ${token} from ${owner}`
}

function describeDaiPermit(
  [holder, spender, , , allowed]: readonly AbiValue[],
  token: string,
): string {
  return allowed
    ? `lets ${spender} take all of the token ${token} from ${holder}, without limit`
    : `takes away from ${spender} the allowance over the token ${token} of ${holder}`
}

function describeApproval([
  token,
  spender,
  amount,
]: readonly AbiValue[]): string {
  return `lets ${spender} take up to ${amount} units of the token ${token} through Permit2`
}

function describeSingle([owner, permit]: readonly AbiValue[]): string {
  const [details, spender] = toList(permit)
  const [token, amount] = toList(details)
  return `lets ${spender} take up to ${amount} units of the token ${token} from ${owner} through Permit2`
}

function describeBatch([owner, permit]: readonly AbiValue[]): string {
  const [details, spender] = toList(permit)
  const grants = toList(details).map((one) => {
    const [token, amount] = toList(one)
    return `${amount} units of the token ${token}`
  })
  return `lets ${spender} take up to ${listSome(grants)} from ${owner} through Permit2`
}

function describeTransfer([
  permit,
  details,
  owner,
]: readonly AbiValue[]): string {
  const permitted = toList(toList(permit)[0])
  const tokens = toRows(permitted).map(([token]) => token)
  const moves = toRows(toList(details))
  const recipients = moves.map(([to, amount]) => `${amount} units to ${to}`)
  return `moves ${listSome(tokens)} of ${owner} through Permit2: ${listSome(recipients)}`
}

/** A tuple counts as a list of one. */
function toRows(value: readonly AbiValue[]): readonly (readonly AbiValue[])[] {
  const isTuple = value.length > 0 && !Array.isArray(value[0])
  return isTuple ? [value] : value.map(toList)
}

function toList(value: AbiValue | undefined): readonly AbiValue[] {
  return Array.isArray(value) ? value : []
}

/** Hostile lists are long; the count says what is left out. */
function listSome(items: readonly (AbiValue | undefined)[]): string {
  if (items.length === 0) return 'nothing'
  const shown = items.slice(0, 3).map(String).join(', ')
  const rest = items.length - 3
  return rest > 0 ? `${shown} and ${rest} more` : shown
}
