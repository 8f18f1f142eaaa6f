import { BaseError, type Call } from '@covault/protocol'
import { type Address, isAddressEqual } from 'viem'
import { readAddressText } from '../../lib/readAddressText.js'
import { resolveName } from '../../trust/ens.js'
import { readHeldTokens, toPayment } from '../../understand/safe/heldTokens.js'
import type { Snapshot } from '../machine/flow.js'
import { PinnedNameMovedError } from '../machine/pinnedAddress.js'
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
  const tokens = await readHeldTokens(
    payments.map(({ token }) => token),
    snapshot,
  )
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
    return toPayment({ token: token.token, to, value })
  })
}

/** A name must still resolve to what was shown when it was entered. */
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
      throw new PinnedNameMovedError({
        name,
        before: shown as Address,
        after: address,
      })
    return { address, error: undefined }
  })
}

class NoPaymentsError extends BaseError {
  constructor() {
    super('There is nothing to send. Add a recipient.')
  }
}

class PaymentRefusedError extends BaseError {
  constructor({ row, reason }: { row: number; reason: string }) {
    super(`Row ${row}: ${reason}`)
  }
}
