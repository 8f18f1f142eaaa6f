import {
  BaseError,
  type Call,
  encodeMethod,
  erc20TransferMethod,
} from '@covault/protocol'
import { type Address, isAddressEqual, zeroAddress } from 'viem'
import { formatAddress } from '../../lib/formatAddress.js'
import { readAddressText } from '../../lib/readAddressText.js'
import { readTokenText } from '../../lib/readTokenText.js'
import { type ChainBalances, readBalances } from '../../trust/balances.js'
import { resolveName } from '../../trust/ens.js'
import type { Snapshot } from '../machine/flow.js'
import {
  checkPayments,
  type ReadPayment,
  type SendableToken,
} from './checkPayments.js'
import type { Payment, SendTokensInput } from './input.js'

/** One transfer for each row, after the chain was asked again. */
export async function buildPayments(
  { payments }: SendTokensInput,
  snapshot: Snapshot,
): Promise<readonly Call[]> {
  if (payments.length === 0) throw new NoPaymentsError()
  const recipients = await readRecipients(payments, snapshot)
  const tokens = await readTokens(payments, snapshot)
  const read = payments.map((payment, index) => ({
    ...payment,
    to: recipients[index] ?? { address: undefined, error: undefined },
  }))
  return toCalls(read, { safe: snapshot.address, tokens })
}

/** The calls of rows without a mistake. */
export function toCalls(
  payments: readonly ReadPayment[],
  facts: { safe: Address; tokens: ReadonlyMap<Address, SendableToken> },
): Call[] {
  const checked = checkPayments(payments, { ...facts, isReading: false })
  return checked.map(({ mistakes, token, value }, index) => {
    const to = payments[index]?.to.address
    const [reason] = Object.values(mistakes)
    if (reason || !token || !to || value === undefined)
      throw new PaymentRefusedError({ row: index + 1, reason: reason ?? '' })
    return toCall({ token: token.token, to, value })
  })
}

function toCall(transfer: {
  token: Address
  to: Address
  value: bigint
}): Call {
  const { token, to, value } = transfer
  if (token === zeroAddress) return { to, value, data: '0x', operation: 0 }
  const data = encodeMethod(erc20TransferMethod, { to, value })
  return { to: token, value: 0n, data, operation: 0 }
}

/** A name must still stand for what was shown when it was entered. */
async function readRecipients(
  payments: readonly Payment[],
  { chain, client }: Snapshot,
): Promise<ReadPayment['to'][]> {
  const read = payments.map(({ recipient }) =>
    readAddressText(recipient, chain),
  )
  const names = new Set(
    read.flatMap((one) => (one.status === 'name' ? one.name : [])),
  )
  const resolved = new Map(
    await Promise.all(
      [...names].map(
        async (name) =>
          [name, await resolveName(client, { chain, name })] as const,
      ),
    ),
  )
  return read.map((one, index) => {
    if (one.status === 'refused')
      return { address: undefined, error: one.reason }
    if (one.status !== 'name')
      return {
        address: one.status === 'address' ? one.address : undefined,
        error: undefined,
      }
    const { name } = one
    const address = resolved.get(name)
    const shown = payments[index]?.resolved
    if (address && shown && !isAddressEqual(address, shown as Address))
      throw new NameMovedError({ name, shown, address })
    return { address, error: undefined }
  })
}

async function readTokens(
  payments: readonly Payment[],
  { chain, address: holder, client, block }: Snapshot,
): Promise<ReadonlyMap<Address, SendableToken>> {
  const named = payments.flatMap(
    ({ token }) => readTokenText(token).token ?? [],
  )
  const balances = await readBalances(client, {
    holder,
    tokens: [...new Set(named)],
    nativeDecimals: chain.nativeCurrency.decimals,
    blockNumber: block,
  })
  return toSendable(balances, chain)
}

/** What the chain alone says of tokens: it has no names for them. */
export function toSendable(
  { tokens }: ChainBalances,
  { nativeCurrency }: Pick<Snapshot['chain'], 'nativeCurrency'>,
): ReadonlyMap<Address, SendableToken> {
  return new Map(
    [...tokens].map(([token, { amount: balance, decimals }]) => {
      const words =
        token === zeroAddress
          ? nativeCurrency
          : { name: '', symbol: formatAddress(token, { digits: 4 }) }
      const { name, symbol } = words
      return [token, { token, name, symbol, decimals, balance }]
    }),
  )
}

class NoPaymentsError extends BaseError {
  constructor() {
    super('There is no row to send. Add a recipient.')
  }
}

class PaymentRefusedError extends BaseError {
  constructor({ row, reason }: { row: number; reason: string }) {
    super(`Row ${row}: ${reason}`)
  }
}

class NameMovedError extends BaseError {
  constructor({
    name,
    shown,
    address,
  }: {
    name: string
    shown: string
    address: Address
  }) {
    super(
      `The name ${name} stood for ${shown} when it was entered and stands for ${address} now. Find out which is right and enter that address.`,
    )
  }
}
