import { decodeAbiParameters, type Hex, isHex } from 'viem'
import { toForeignText } from '../lib/foreignText.js'

/**
 * The codes that the contracts revert with, in words for those who wait for
 * the execution. From `docs/error_codes.md` of the contracts, 1.3.0 to 1.5.0.
 */
const codes: Readonly<Record<string, string>> = {
  GS000: 'The safe could not be set up.',
  GS010: 'There is not enough gas to execute it. Raise the gas limit.',
  GS011: 'The safe has too little of the native currency to pay the refund.',
  GS012: 'The safe has too little of the gas token to pay the refund.',
  GS013:
    'One of its calls fails. Look at what it calls: a balance may be too small, or a contract may refuse.',
  GS020: 'There are fewer signatures than the threshold asks for.',
  GS021: 'A signature of a contract lies in the wrong place.',
  GS022: 'A signature of a contract is cut off.',
  GS023: 'A signature of a contract is cut off.',
  GS024: 'An owner’s contract does not accept its signature.',
  GS025: 'An owner has not approved this hash on chain.',
  GS026:
    'A signature is not by an owner, not in order, or not of this transaction.',
  GS030: 'Only owners can approve a hash.',
  GS031: 'Only the safe itself can do this.',
  GS100: 'The modules were set up already.',
  GS101: 'This module is not allowed: its address is reserved.',
  GS102: 'This module is enabled already.',
  GS103: 'The module list has changed in the meantime.',
  GS104: 'Only an enabled module can do this.',
  GS105: 'The starting point of the module list is wrong.',
  GS106: 'A page of modules must have a size.',
  GS200: 'The owners were set up already.',
  GS201: 'The threshold would be higher than the number of owners.',
  GS202: 'The threshold would be zero.',
  GS203:
    'An owner’s address is not allowed: zero, reserved, or the safe itself.',
  GS204: 'This address is an owner already.',
  GS205: 'The owner list has changed in the meantime.',
  GS300: 'The new guard does not answer like one.',
  GS301: 'The new module guard does not answer like one.',
  GS400: 'The fallback handler cannot be the safe itself.',
}

/** Why a node refused a call, as far as it says. Never its own text. */
export function describeRevert(error: unknown): string {
  const data = findRevertData(error)
  const text = data && readReason(data)
  const code = text?.match(/^GS\d{3}$/)?.[0]
  const words = code && codes[code]
  if (words) return `${words} (${code})`
  if (text) return `A contract says “${clean(text)}”.`
  if (data && data !== '0x')
    return `A contract refuses it with the error ${data.slice(0, 10)}.`
  return 'The node gives no reason.'
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
