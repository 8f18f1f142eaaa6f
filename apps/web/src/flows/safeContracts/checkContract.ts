import { type Address, zeroAddress } from 'viem'
import type { ContractReading } from '../../trust/contract.js'
import {
  type AddressReading,
  checkReading,
} from '../../understand/safe/addressReading.js'

const sentinel = '0x0000000000000000000000000000000000000001'

/** What a contract would become for the safe. */
export type Part = 'module' | 'guard' | 'module guard' | 'fallback handler'

type Facts = {
  safe: Address
  /** Those that are in that place already. */
  present: readonly Address[]
  /** Undefined: the chain has not answered yet. */
  contract: ContractReading | undefined
}

/** Why the text of the form does not mean such a contract yet. */
export function checkText(
  part: Part,
  reading: AddressReading,
  facts: Facts,
): string | undefined {
  const { address } = reading
  const mistake = checkReading(reading, `Enter the address of the ${part}.`)
  return mistake || !address ? mistake : checkContract(part, address, facts)
}

/** What the safe's own code would refuse, or should have refused. */
export function checkContract(
  part: Part,
  address: Address,
  { safe, present, contract }: Facts,
): string | undefined {
  if (address === zeroAddress) return `The zero address can’t be a ${part}.`
  if (address === sentinel)
    return `This address is reserved and can’t be a ${part}.`
  if (address === safe)
    return `This is the safe itself. A safe can’t be its own ${part}.`
  if (present.includes(address))
    return part === 'module'
      ? 'This module is already enabled.'
      : `This contract is already the ${part}.`
  // Nobody has to wait for it: the build asks the chain again.
  if (!contract) return undefined
  if (contract.codeHash === null)
    return `This address has no code, so it can’t be a ${part}.`
  return contract.supports === false
    ? `This contract doesn’t declare itself a ${part} (ERC-165). ${unanswered[part]}`
    : undefined
}

/** What becomes of a safe whose guard does not answer. */
const unanswered: Record<Part, string> = {
  module: '',
  guard:
    'Safes of version 1.4.1 or later refuse it (GS300). An older safe would accept it and might never execute a transaction again.',
  'module guard': 'The safe would refuse it (GS301).',
  'fallback handler': '',
}
