import { type Address, formatUnits } from 'viem'
import type { Amount, Collectible, Requirement } from '../intent.js'
import {
  choosePlural,
  listWords,
  nouns,
  writeCount,
  writeNumber,
} from '../language.js'
import { toVisibleText } from '../visibleText.js'
import type { Moved, Telling, Word, Words } from './telling.js'

/** What the narrator says of one kind; what is left out is empty. */
export type Parts = Partial<Omit<Telling, 'verb' | 'kind'>> & { verb?: Verb }

export const past = {
  Add: 'Added',
  Allow: 'Allowed',
  Approve: 'Approved',
  Call: 'Called',
  Change: 'Changed',
  Create: 'Created',
  Deploy: 'Deployed',
  Disable: 'Disabled',
  Enable: 'Enabled',
  Execute: 'Executed',
  Move: 'Moved',
  Reject: 'Rejected',
  Remove: 'Removed',
  Replace: 'Replaced',
  Reset: 'Reset',
  Revoke: 'Revoked',
  Send: 'Sent',
  Set: 'Set',
  Sign: 'Signed',
  Upgrade: 'Upgraded',
} as const

export type Verb = keyof typeof past

export const party = (address: Address): Word => ({ party: address })

export function toward(
  relation: string,
  address: Address,
): Pick<Telling, 'counterparty'> {
  return { counterparty: { relation, address } }
}

export const to = (address: Address) => toward('to', address)

/** "Allow Bob", and what follows. */
export const allow = (address: Address) =>
  ({ verb: 'Allow', ...toward('', address) }) as const

/** What the account that acts gives or gets itself. */
export function own(moved: Moved): NonNullable<Telling['amount']> {
  return { words: tellMoved(moved), moved, isOwn: true }
}

export function foreign(moved: Moved): NonNullable<Telling['amount']> {
  return { ...own(moved), isOwn: false }
}

function tellMoved(moved: Moved): Words {
  if (!('items' in moved)) return tellAmount(moved)
  const items = listWords(moved.items.map((item) => [writeItem(item)]))
  return [...items, ' of ', party(moved.collection)]
}

function writeItem({ tokenId, quantity }: Collectible): string {
  return quantity === 1n ? `#${tokenId}` : `${quantity} of #${tokenId}`
}

export function tellLimit({
  amount,
  unlimited,
}: {
  amount: Amount
  unlimited: boolean
}): Words {
  return unlimited
    ? ['an unlimited amount of ', ...tellUnit(amount)]
    : tellAmount(amount)
}

/** The digits are exact: what is signed is never rounded. */
export function tellAmount(amount: Amount): Words {
  const { value, facts } = amount
  if (facts === undefined || !isByte(facts.decimals))
    return [
      `${writeNumber(value)} smallest ${choosePlural(value, nouns.unit)} of `,
      ...tellToken(amount.token),
    ]
  const digits = formatUnits(value, facts.decimals)
  return [{ digits }, ' ', ...tellUnit(amount)]
}

/** `decimals()` is a uint8; anything else was made up. */
function isByte(decimals: number): boolean {
  return Number.isInteger(decimals) && decimals >= 0 && decimals <= 255
}

/**
 * A token chooses its own symbol. Where that may be taken for another (the
 * chain's own currency, or letters that only look like others) the address
 * tells what it is.
 */
export function tellUnit(amount: Amount): Words {
  const { facts, token } = amount
  if (facts === undefined) return tellToken(token)
  const symbol = toVisibleText(facts.symbol)
  if (token === null) return symbol === '' ? tellToken(token) : [symbol]
  if (symbol === '') return ['(token ', party(token), ' without a symbol)']
  const isDoubtful = amount.namesake || !/^[\x21-\x7e]*$/.test(symbol)
  return isDoubtful ? [`${symbol} (token `, party(token), ')'] : [symbol]
}

/** A person's name for the address is not the name of the token. */
export function tellToken(token: Address | null): Words {
  return token === null
    ? ['the native currency']
    : ['the token at address ', party(token)]
}

export function tellPayment(payment: Amount | undefined): Words {
  return payment ? [', paying ', ...tellAmount(payment)] : []
}

/** "2 of 3 owners", or "2 signatures" where the owners are not known. */
export function writeRequirement({
  threshold,
  ownerCount,
}: Requirement): string {
  return ownerCount === undefined
    ? writeCount(threshold, nouns.signature)
    : `${threshold} of ${writeCount(ownerCount, nouns.owner)}`
}
