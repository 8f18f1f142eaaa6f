import type { AbiValue } from '../abi/decodeParameters.js'
import type { Method } from '../abi/method.js'
import {
  daiPermitMethod,
  erc20PermitMethod,
  erc20PermitWithBytesMethod,
} from '../calldata/erc20.js'
import {
  permit2ApproveMethod,
  permit2PermitBatchMethod,
  permit2PermitMethod,
  permitBatchTransferFromMethod,
  permitBatchWitnessTransferFromMethod,
  permitTransferFromMethod,
  permitWitnessTransferFromMethod,
} from '../calldata/permit2.js'
import { nouns, writeCount, writeSome } from '../language.js'

/** Calldata that uses or grants an allowance by way of a signature. */
export type PermitMethod = {
  readonly method: Method
  /** Who may take what of whom; `token` is the call's target. */
  readonly describe: (values: readonly AbiValue[], token: string) => string
}

/** By selector. */
export const permitMethods: Readonly<Record<string, PermitMethod>> = {
  '0xd505accf': {
    method: erc20PermitMethod,
    describe: describePermit,
  },
  '0x9fd5a6cf': {
    method: erc20PermitWithBytesMethod,
    describe: describePermit,
  },
  '0x8fcbaf0c': {
    method: daiPermitMethod,
    describe: describeDaiPermit,
  },
  '0x87517c45': {
    method: permit2ApproveMethod,
    describe: describeApproval,
  },
  '0x2b67b570': {
    method: permit2PermitMethod,
    describe: describeSingle,
  },
  '0x2a2d80d1': {
    method: permit2PermitBatchMethod,
    describe: describeBatch,
  },
  '0x30f28b7a': {
    method: permitTransferFromMethod,
    describe: describeTransfer,
  },
  '0xedd9444b': {
    method: permitBatchTransferFromMethod,
    describe: describeTransfer,
  },
  '0x137c29fe': {
    method: permitWitnessTransferFromMethod,
    describe: describeTransfer,
  },
  '0xfe8ec1a7': {
    method: permitBatchWitnessTransferFromMethod,
    describe: describeTransfer,
  },
}

function describePermit(
  [owner, spender, value]: readonly AbiValue[],
  token: string,
): string {
  return `lets ${spender} take up to ${units(value)} of the token ${token} from ${owner}`
}

function describeDaiPermit(
  [holder, spender, , , allowed]: readonly AbiValue[],
  token: string,
): string {
  return allowed
    ? `lets ${spender} take all of the token ${token} from ${holder}`
    : `revokes the allowance of ${spender} for the token ${token} of ${holder}`
}

function describeApproval([
  token,
  spender,
  amount,
]: readonly AbiValue[]): string {
  return `lets ${spender} take up to ${units(amount)} of the token ${token} through Permit2`
}

function describeSingle([owner, permit]: readonly AbiValue[]): string {
  const [details, spender] = toList(permit)
  const [token, amount] = toList(details)
  return `lets ${spender} take up to ${units(amount)} of the token ${token} from ${owner} through Permit2`
}

function describeBatch([owner, permit]: readonly AbiValue[]): string {
  const [details, spender] = toList(permit)
  const grants = toList(details).map((one) => {
    const [token, amount] = toList(one)
    return `${units(amount)} of the token ${token}`
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
  const recipients = moves.map(([to, amount]) => `${units(amount)} to ${to}`)
  return `moves tokens (${listSome(tokens)}) from ${owner} through Permit2: ${listSome(recipients)}`
}

/** A tuple counts as a list of one. */
function toRows(value: readonly AbiValue[]): readonly (readonly AbiValue[])[] {
  const isTuple = value.length > 0 && !Array.isArray(value[0])
  return isTuple ? [value] : value.map(toList)
}

function toList(value: AbiValue | undefined): readonly AbiValue[] {
  return Array.isArray(value) ? value : []
}

function listSome(items: readonly (AbiValue | undefined)[]): string {
  return items.length === 0 ? 'nothing' : writeSome(items.map(String))
}

/** Nobody here knows the decimals of a token that only a permit names. */
function units(value: AbiValue | undefined): string {
  return typeof value === 'bigint'
    ? writeCount(value, nouns.unit)
    : 'an unknown amount'
}
