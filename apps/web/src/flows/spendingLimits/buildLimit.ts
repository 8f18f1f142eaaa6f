import {
  addDelegateMethod,
  BaseError,
  type Call,
  deleteAllowanceMethod,
  enableModuleMethod,
  encodeMethod,
  removeDelegateMethod,
  resetAllowanceMethod,
  setAllowanceMethod,
  type TokenFacts,
} from '@covault/protocol'
import { type Address, type Hex, zeroAddress } from 'viem'
import { readTokenText } from '../../lib/readTokenText.js'
import {
  type AllowanceBook,
  findBook,
  readAllowances,
} from '../../trust/assets/allowances.js'
import { readHeldTokens } from '../../understand/safe/heldTokens.js'
import type { Snapshot } from '../machine/flow.js'
import { readPinnedAddress } from '../machine/pinnedAddress.js'
import { checkLimit } from './checkLimit.js'
import { type LimitInput, periods } from './limitInput.js'

/** Sets or changes a limit; what the module lacks for it comes along. */
export async function buildLimit(
  input: LimitInput,
  snapshot: Snapshot,
): Promise<readonly Call[]> {
  const { chain, address: safe } = snapshot
  const [delegate, book, token] = await Promise.all([
    readPinnedAddress(input.beneficiary, snapshot),
    readBookOf(snapshot),
    readTokenFacts(input.token, snapshot),
  ])
  const { mistakes, value } = checkLimit(input, {
    safe,
    beneficiary: { address: delegate, error: undefined, isPending: false },
    token,
    isReading: false,
    book,
  })
  const [reason] = Object.values(mistakes)
  if (!book) throw new NoAllowanceModuleError({ chain: chain.name })
  if (reason || value === undefined)
    throw new LimitRefusedError({ reason: reason ?? '' })
  return planLimit({
    safe,
    book,
    delegate,
    token: readTokenText(input.token).token ?? zeroAddress,
    amount: value,
    resetMinutes: periods[input.period].minutes,
  })
}

/** Enables the module and adds the beneficiary only where they are missing. */
export function planLimit({
  safe,
  book: { module, isEnabled, delegates },
  delegate,
  token,
  amount,
  resetMinutes,
}: {
  safe: Address
  book: Pick<AllowanceBook, 'module' | 'isEnabled' | 'delegates'>
  delegate: Address
  token: Address
  amount: bigint
  resetMinutes: number
}): Call[] {
  const enable = toCall(safe, encodeMethod(enableModuleMethod, { module }))
  const add = toCall(module, encodeMethod(addDelegateMethod, { delegate }))
  const set = encodeMethod(setAllowanceMethod, {
    delegate,
    token,
    allowanceAmount: amount,
    resetTimeMin: BigInt(resetMinutes),
    // A new limit begins now; a changed one goes on in its period.
    resetBaseMin: 0n,
  })
  return [
    ...(isEnabled ? [] : [enable]),
    ...(delegates.includes(delegate) ? [] : [add]),
    toCall(module, set),
  ]
}

/** Takes a limit away, and its beneficiary with the last one. */
export async function buildRemoval(
  named: NamedLimit,
  snapshot: Snapshot,
): Promise<readonly Call[]> {
  const { book, delegate, token } = await findNamed(named, snapshot)
  const isLast =
    book.allowances.filter((one) => one.delegate === delegate).length === 1
  const data = isLast
    ? encodeMethod(removeDelegateMethod, { delegate, removeAllowances: true })
    : encodeMethod(deleteAllowanceMethod, { delegate, token })
  return [toCall(book.module, data)]
}

/** What was spent in this period counts as not spent. */
export async function buildReset(
  named: NamedLimit,
  snapshot: Snapshot,
): Promise<readonly Call[]> {
  const { book, delegate, token, spent } = await findNamed(named, snapshot)
  if (spent === 0n) throw new NothingSpentError({ delegate })
  return [
    toCall(
      book.module,
      encodeMethod(resetAllowanceMethod, { delegate, token }),
    ),
  ]
}

/** As a link names it. */
export type NamedLimit = { delegate: string; token: string }

async function findNamed(named: NamedLimit, snapshot: Snapshot) {
  const { address: safe, chain, client, block } = snapshot
  const { books } = await readAllowances(client, {
    chainId: chain.chainId,
    safe: snapshot.safe,
    blockNumber: block,
  })
  for (const book of books) {
    const limit = book.allowances.find(
      ({ delegate, token }) =>
        delegate.toLowerCase() === named.delegate.toLowerCase() &&
        token.toLowerCase() === named.token.toLowerCase(),
    )
    if (limit) return { ...limit, book }
  }
  throw new NoSuchLimitError({ ...named, safe })
}

async function readBookOf({
  chain,
  safe,
  client,
  block,
}: Snapshot): Promise<AllowanceBook | undefined> {
  return findBook(
    await readAllowances(client, {
      chainId: chain.chainId,
      safe,
      blockNumber: block,
    }),
  )
}

async function readTokenFacts(
  text: string,
  snapshot: Snapshot,
): Promise<TokenFacts | undefined> {
  const { token } = readTokenText(text)
  if (token === zeroAddress) return snapshot.chain.nativeCurrency
  const held = await readHeldTokens([text], snapshot)
  return token && held.get(token)
}

function toCall(to: Address, data: Hex): Call {
  return { to, value: 0n, data, operation: 0 }
}

export class NoAllowanceModuleError extends BaseError {
  constructor({ chain }: { chain: string }) {
    super(
      `Spending limits aren’t available on ${chain}: no allowance module is known.`,
    )
  }
}

export class LimitRefusedError extends BaseError {
  constructor({ reason }: { reason: string }) {
    super(`${reason} Go back and change it.`)
  }
}

export class NoSuchLimitError extends BaseError {
  constructor({
    delegate,
    token,
    safe,
  }: {
    delegate: string
    token: string
    safe: Address
  }) {
    super(
      `The safe ${safe} has no limit for ${delegate || 'this spender'} and the token ${token || 'that was not named'}. The limit may already have been removed.`,
    )
  }
}

class NothingSpentError extends BaseError {
  constructor({ delegate }: { delegate: Address }) {
    super(`${delegate} hasn’t spent anything from this limit yet.`)
  }
}
