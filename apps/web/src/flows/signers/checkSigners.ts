import { type Address, zeroAddress } from 'viem'
import { formatCount } from '../../lib/formatCount.js'
import {
  type AddressReading,
  checkReading,
} from '../../understand/safe/addressReading.js'
import {
  isUntouched,
  type SignersInput,
  stays,
  takesOwner,
} from './signersInput.js'

type Reading = Pick<AddressReading, 'address' | 'error' | 'isPending'>

export type SignerMistakes = {
  /** By the id of the row. */
  rows: ReadonlyMap<number, string>
  threshold: string | undefined
  /** About the whole. */
  form: string | undefined
}

const sentinel = '0x0000000000000000000000000000000000000001'

/** What the contracts would refuse, and what is not finished yet, in words. */
export function checkSigners(
  input: SignersInput,
  { safe, readings }: { safe: Address; readings: readonly Reading[] },
): SignerMistakes {
  const { rows, threshold } = input
  const addresses = readings.map(({ address }) => address)
  const mistakes = rows.flatMap((row, index) => {
    const reading = readings[index]
    if (!takesOwner(row) || !reading) return []
    const mistake =
      checkReading(reading, 'Enter the address of the new owner.') ??
      checkAddress(reading.address, { safe }) ??
      checkRepeated({ rows, addresses, index })
    return mistake ? [[row.id, mistake] as const] : []
  })
  const count = rows.filter((row) => takesOwner(row) || stays(row)).length
  const ownsItself = rows.some(
    (row) => row.kind === 'present' && row.owner === safe && stays(row),
  )
  return {
    rows: new Map(mistakes),
    // Without an owner no threshold is right; the owner comes first.
    threshold: count > 0 ? checkThreshold(threshold, count) : undefined,
    form: checkWhole({ count, isUntouched: isUntouched(input), ownsItself }),
  }
}

export function hasMistake({ rows, threshold, form }: SignerMistakes): boolean {
  return rows.size > 0 || threshold !== undefined || form !== undefined
}

function checkAddress(
  address: Address | undefined,
  { safe }: { safe: Address },
): string | undefined {
  switch (address) {
    case zeroAddress:
      return 'The zero address can’t be an owner.'
    case sentinel:
      return 'This address is reserved and can’t be an owner.'
    case safe:
      return 'This is the safe itself. A safe can’t be its own owner.'
    default:
      return undefined
  }
}

function checkRepeated({
  rows,
  addresses,
  index,
}: {
  rows: SignersInput['rows']
  addresses: readonly (Address | undefined)[]
  index: number
}): string | undefined {
  const address = addresses[index]
  const present = rows.find(
    (row) => row.kind === 'present' && row.owner === address,
  )
  if (present?.kind === 'present')
    return present.fate === 'stays'
      ? 'This address is already an owner.'
      : 'This change removes and adds the same owner. Keep the owner instead.'
  const isEarlier = rows.some(
    (row, at) => at < index && takesOwner(row) && addresses[at] === address,
  )
  return isEarlier ? 'This address is already in the list above.' : undefined
}

function checkThreshold(text: string, count: number): string | undefined {
  if (!/^\d+$/.test(text.trim())) return 'Enter a whole number.'
  const threshold = Number(text)
  if (threshold < 1) return 'At least one signature is required.'
  return threshold > count
    ? `Enter at most ${count}: the safe will have ${formatCount(count, 'owner')}.`
    : undefined
}

function checkWhole({
  count,
  isUntouched,
  ownsItself,
}: {
  count: number
  isUntouched: boolean
  ownsItself: boolean
}): string | undefined {
  if (count === 0) return 'A safe needs at least one owner.'
  if (isUntouched)
    return 'No changes yet. Add, replace or remove an owner, or change the threshold.'
  return ownsItself
    ? 'The safe is an owner of itself, which only old contracts allowed. Remove or replace that owner too.'
    : undefined
}
