import { Button, NativeSelect } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type Address, formatUnits } from 'viem'
import { AddressInput } from '../../components/AddressInput.js'
import { FiatAmount } from '../../components/FiatAmount.js'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { formatAmount } from '../../lib/formatAmount.js'
import { valueInCents } from '../../lib/money.js'
import { readTokenText } from '../../lib/readTokenText.js'
import { appearance } from '../../preferences/appearance.js'
import { usePreference } from '../../preferences/preference.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { gatewaySays } from '../../trust/provenance.js'
import { ActionButton } from '../../ui/ActionButton.js'
import { AmountInput } from '../../ui/AmountInput.js'
import { Remark } from '../../ui/Remark.js'
import type { AddressReading } from '../../understand/safe/addressReading.js'
import type { CheckedPayment, SendableToken } from './checkPayments.js'
import type { Payment } from './input.js'
import classes from './PaymentFields.module.css'

/** One payment, to be written: who, how much, of what. */
export function PaymentFields({
  chain,
  safe,
  row,
  payment,
  check,
  rest,
  offered,
  isReading,
  isSubmitted,
  isOnly,
  onChange,
  onRemove,
  onClose,
}: {
  chain: ChainConfig
  safe: Address
  /** As people count. */
  row: number
  payment: Payment & { to: AddressReading }
  check: CheckedPayment
  /** What the other rows leave of this row's token. */
  rest: bigint | undefined
  offered: readonly SendableToken[]
  isReading: boolean
  isSubmitted: boolean
  isOnly: boolean
  onChange: (part: Partial<Payment>) => void
  onRemove: () => void
  /** Makes it a line again, where there are many. */
  onClose: (() => void) | undefined
}) {
  // Somebody who is still writing has made no mistake yet.
  const showsRecipient = isSubmitted || payment.to.address !== undefined
  const { token, mistakes } = check
  return (
    <div className={`${classes.payment} ${isOnly ? classes.only : ''}`}>
      <div className={classes.recipient}>
        <AddressInput
          label={`Recipient ${row}`}
          chain={chain}
          text={payment.recipient}
          onText={(recipient) => onChange({ recipient, resolved: null })}
          address={payment.to}
          self={safe}
          error={showsRecipient ? mistakes.recipient : undefined}
        />
      </div>
      <div>
        <AmountInput
          label={`Amount ${row}`}
          amount={payment.amount}
          onAmount={(amount) => onChange({ amount })}
          mistake={mistakes.amount}
          isAsked={isSubmitted}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          description={describeBalance(token, isReading)}
          rightSectionWidth={60}
          rightSection={
            <MaxButton
              row={row}
              token={token}
              rest={rest}
              onMax={(amount) => onChange({ amount })}
            />
          }
        />
        <Worth check={check} />
      </div>
      <div>
        <NativeSelect
          label={`Token ${row}`}
          value={payment.token}
          error={isReading && !isSubmitted ? undefined : mistakes.token}
          data={listOptions({ chain, offered, payment, token })}
          onChange={(event) => onChange({ token: event.target.value })}
        />
      </div>
      {!isOnly && (
        <div className={classes.remove}>
          <ActionButton label={`Remove row ${row}`} onClick={onRemove}>
            <IconX size={20} stroke={1.75} aria-hidden="true" />
          </ActionButton>
        </div>
      )}
      <Notes row={row} warnings={check.warnings} onClose={onClose} />
    </div>
  )
}

function Notes({
  row,
  warnings,
  onClose,
}: {
  row: number
  warnings: readonly string[]
  onClose: (() => void) | undefined
}) {
  if (warnings.length === 0 && !onClose) return null
  return (
    <div className={classes.notes}>
      {warnings.map((warning) => (
        <Remark key={warning} kind="warn" role="status">
          {warning}
        </Remark>
      ))}
      {onClose && (
        <Button variant="default" size="xs" onClick={onClose}>
          Done with row {row}
        </Button>
      )}
    </div>
  )
}

/** What the amount is worth. Prices are the gateway's and decide nothing. */
function Worth({ check: { token, value } }: { check: CheckedPayment }) {
  const { currency } = usePreference(appearance)
  if (value === undefined || !token?.price) return null
  const { decimals, price } = token
  const cents = valueInCents({ amount: value, decimals, price })
  return (
    <p className={classes.worth}>
      ≈ <FiatAmount cents={cents} currency={currency} />{' '}
      {currency.toUpperCase()}{' '}
      <ProvenanceMark of={gatewaySays}>price: gateway</ProvenanceMark>
    </p>
  )
}

function MaxButton({
  row,
  token,
  rest,
  onMax,
}: {
  row: number
  token: SendableToken | undefined
  rest: bigint | undefined
  onMax: (amount: string) => void
}) {
  const isLeft = token !== undefined && rest !== undefined && rest > 0n
  return (
    <button
      type="button"
      className={classes.max}
      disabled={!isLeft}
      aria-label={`Max of row ${row}`}
      title={isLeft ? 'Balance minus the other rows' : 'Nothing left'}
      onClick={() => isLeft && onMax(formatUnits(rest, token.decimals))}
    >
      Max
    </button>
  )
}

function describeBalance(
  token: SendableToken | undefined,
  isReading: boolean,
): string {
  if (!token) return isReading ? 'Reading balance…' : 'No balance'
  return `Balance ${writeBalance(token)} ${token.symbol}`
}

function writeBalance({ balance, decimals }: SendableToken): string {
  const { integer, fraction } = formatAmount(balance, decimals)
  return fraction ? `${integer}.${fraction}` : integer
}

function listOptions({
  chain: { nativeCurrency },
  offered,
  payment,
  token,
}: {
  chain: ChainConfig
  offered: readonly SendableToken[]
  payment: Payment
  token: SendableToken | undefined
}): { value: string; label: string }[] {
  const options = offered.map((one) => ({
    value: one.token as string,
    label: `${nameToken(one, offered)} (${writeBalance(one)})`,
  }))
  if (options.some(({ value }) => value === payment.token)) return options
  const address = readTokenText(payment.token).token
  const label = (() => {
    if (token) return nameToken(token, offered)
    if (Number(payment.token) === 0) return nativeCurrency.symbol
    return address ? formatAddress(address, { digits: 4 }) : payment.token
  })()
  return [{ value: payment.token, label }, ...options]
}

/** Tokens that share a symbol are told apart by their addresses. */
function nameToken(
  { token, symbol }: SendableToken,
  offered: readonly SendableToken[],
): string {
  const isShared = offered.some(
    (other) => other.token !== token && other.symbol === symbol,
  )
  return isShared
    ? `${symbol} ${formatAddress(token, { digits: 4 })}`
    : symbol || formatAddress(token, { digits: 4 })
}
