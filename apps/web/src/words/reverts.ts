import { decodeAbiParameters, type Hex, isHex } from 'viem'
import { toForeignText } from '../lib/foreignText.js'

/**
 * The codes that the contracts revert with, in words for those who wait for
 * the execution. From `docs/error_codes.md` of the contracts, 1.3.0 to 1.5.0.
 */
const codes: Readonly<Record<string, string>> = {
  GS000: 'The safe can’t be set up.',
  GS010: 'Not enough gas to execute. Raise the gas limit.',
  GS011: 'The safe doesn’t have enough native currency to pay the refund.',
  GS012: 'The safe doesn’t have enough of the gas token to pay the refund.',
  GS013:
    'A call in this transaction fails: a balance may be too low, or a contract may refuse.',
  GS020: 'Fewer signatures than the threshold requires.',
  GS021: 'A contract signature is in the wrong place.',
  GS022: 'A contract signature is incomplete.',
  GS023: 'A contract signature is incomplete.',
  GS024: 'An owner’s contract doesn’t accept its signature.',
  GS025: 'An owner hasn’t approved this hash on the chain.',
  GS026:
    'A signature isn’t by an owner, is out of order, or is for another transaction.',
  GS030: 'Only owners can approve a hash.',
  GS031: 'Only the safe itself can do this.',
  GS100: 'The modules are already set up.',
  GS101: 'This module is not allowed: its address is reserved.',
  GS102: 'This module is already enabled.',
  GS103: 'The list of modules has changed.',
  GS104: 'Only an enabled module can do this.',
  GS105: 'The starting point of the module list is wrong.',
  GS106: 'The list of modules was requested with a page size of 0.',
  GS200: 'The owners are already set up.',
  GS201: 'The threshold would be higher than the number of owners.',
  GS202: 'The threshold would be zero.',
  GS203:
    'An owner’s address is not allowed: zero, reserved, or the safe itself.',
  GS204: 'This address is already an owner.',
  GS205: 'The list of owners has changed.',
  GS300: 'The new guard isn’t a valid guard contract.',
  GS301: 'The new module guard isn’t a valid module guard contract.',
  GS400: 'The fallback handler cannot be the safe itself.',
}

/** Why a node refused a call, as far as it says. Never its own text. */
export function describeRevert(error: unknown): string {
  const data = findRevertData(error)
  const text = data && readReason(data)
  const code = text?.match(/^GS\d{3}$/)?.[0]
  const words = code && codes[code]
  if (words) return `${words} (${code})`
  if (text) return `A contract reverted with “${clean(text)}”.`
  if (data && data !== '0x')
    return `A contract reverted with error ${data.slice(0, 10)}.`
  return 'The RPC endpoint gives no reason.'
}

/** The safe says that a call failed, and nothing else. */
export function isFailedCall(data: Hex): boolean {
  return readReason(data) === 'GS013'
}

/** `Error(string)` of Solidity. */
function readReason(data: Hex): string | undefined {
  if (!data.startsWith('0x08c379a0')) return undefined
  try {
    const [text] = decodeAbiParameters(
      [{ type: 'string' }],
      `0x${data.slice(10)}`,
    )
    return text
  } catch {
    return undefined
  }
}

/** Nodes put the revert data into `data`, or one level below. */
export function findRevertData(error: unknown): Hex | undefined {
  let cause: unknown = error
  for (let depth = 0; depth < 10 && cause; depth += 1) {
    if (typeof cause !== 'object') return undefined
    const data: unknown = Reflect.get(cause, 'data')
    if (isHex(data)) return data
    const inner = data && typeof data === 'object' && Reflect.get(data, 'data')
    if (isHex(inner)) return inner
    cause = Reflect.get(cause, 'cause')
  }
  return undefined
}

/** A contract's words are foreign text: short, and without tricks. */
function clean(text: string): string {
  return toForeignText(text, 120)
}
