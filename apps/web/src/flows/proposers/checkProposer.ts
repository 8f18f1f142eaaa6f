import type { Delegate } from '@covault/api'
import { type Address, zeroAddress } from 'viem'
import {
  type AddressReading,
  checkReading,
} from '../../understand/safe/addressReading.js'

export type ProposerMistakes = {
  address: string | undefined
  label: string | undefined
}

/** As many as the gateway keeps. */
export const longestLabel = 50

/** What makes no proposer, and what is not finished yet, in words. */
export function checkProposer(
  { reading, label }: { reading: Reading; label: string },
  facts: Facts,
): ProposerMistakes {
  return {
    address:
      checkReading(reading, 'Enter the address of the proposer.') ??
      checkAddress(reading.address, facts),
    label: checkLabel(label),
  }
}

type Reading = Pick<AddressReading, 'address' | 'error' | 'isPending'>

type Facts = {
  safe: Address
  owners: readonly Address[]
  account: Address | undefined
  delegates: readonly Pick<Delegate, 'delegate' | 'delegator'>[]
}

function checkAddress(
  address: Address | undefined,
  { safe, owners, account, delegates }: Facts,
): string | undefined {
  if (address === zeroAddress) return 'The zero address can’t be a proposer.'
  if (address === safe) return 'This is the safe itself.'
  if (address && owners.includes(address))
    return 'This is an owner. Owners can already propose.'
  const isKnown = delegates.some(
    ({ delegate, delegator }) => delegate === address && delegator === account,
  )
  return isKnown ? 'You have already added this proposer.' : undefined
}

function checkLabel(label: string): string | undefined {
  if (label.trim() === '')
    return 'Enter a name that the other owners recognise.'
  return label.trim().length > longestLabel
    ? `The name can have at most ${longestLabel} characters.`
    : undefined
}
