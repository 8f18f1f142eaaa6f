import type { TokenFacts } from '@covault/protocol'
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Address, zeroAddress } from 'viem'
import { AddressInput } from '../../components/AddressInput.js'
import { usePortfolio } from '../../hooks/usePortfolio.js'
import { useTokenFacts } from '../../hooks/useTokenFacts.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { formatCount } from '../../lib/formatCount.js'
import { readTokenText } from '../../lib/readTokenText.js'
import {
  type AllowanceBook,
  allowancesQuery,
  findBook,
} from '../../trust/assets/allowances.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { AmountInput } from '../../ui/AmountInput.js'
import { Form } from '../../ui/Form.js'
import { Remark } from '../../ui/Remark.js'
import { Section } from '../../ui/Section.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { describePresent } from '../../understand/tell/limitWords.js'
import { describeError } from '../../words/errors.js'
import type { FormProps } from '../machine/flow.js'
import { writeAddress } from '../machine/pinnedAddress.js'
import { usePinnedAddress } from '../machine/usePinnedAddress.js'
import { checkLimit, findLimit } from './checkLimit.js'
import classes from './LimitForm.module.css'
import { type LimitInput, type Period, periods } from './limitInput.js'

/** Beneficiary address how much of what, and how often. */
export function LimitForm({
  place,
  input,
  onInput,
  onDone,
}: FormProps<LimitInput>) {
  const { chain, address: safe } = place
  const reading = usePinnedAddress(chain, input.beneficiary)
  const limits = useQuery(allowancesQuery(chain, place.safe))
  const book = limits.data && findBook(limits.data)
  const named = readTokenText(input.token).token
  const { token, isReading } = useTokenFacts(chain, named)
  const [isAsked, setAsked] = useState(false)
  const { mistakes, value } = checkLimit(input, {
    safe,
    beneficiary: reading,
    token,
    isReading,
    book,
  })
  const present = findLimit(book, {
    delegate: reading.address,
    token: named,
  })
  const submit = () => {
    setAsked(true)
    if (Object.keys(mistakes).length > 0 || !book) return
    onInput({ ...input, beneficiary: reading.pinned })
    onDone()
  }
  return (
    <Form className={classes.form} onSubmit={submit}>
      <NoLimits
        chain={chain}
        error={limits.error}
        isUnknown={limits.data !== undefined && !book}
      />
      <Section title="Spender">
        <div className={classes.field}>
          <AddressInput
            label="Spender address"
            chain={chain}
            text={input.beneficiary.text}
            onText={(text) =>
              onInput({ ...input, beneficiary: writeAddress(text) })
            }
            address={reading}
            error={
              isAsked || reading.address ? mistakes.beneficiary : undefined
            }
          />
        </div>
      </Section>
      <Section title="Limit">
        <div className={classes.fields}>
          <AmountInput
            label="Amount"
            amount={input.amount}
            onAmount={(amount) => onInput({ ...input, amount })}
            mistake={mistakes.amount}
            isAsked={isAsked}
          />
          <NativeSelect
            label="Token"
            value={input.token}
            error={isReading && !isAsked ? undefined : mistakes.token}
            data={useTokenOptions(place, input.token, token)}
            onChange={(event) =>
              onInput({ ...input, token: event.target.value })
            }
          />
          <PeriodSelect
            period={input.period}
            onPeriod={(period) => onInput({ ...input, period })}
          />
        </div>
      </Section>
      <div className={classes.end} role="status">
        {present && (
          <Remark kind="warn">
            {describePresent(present, {
              token,
              value,
              resetMinutes: periods[input.period].minutes,
            })}
          </Remark>
        )}
        {book && <Consequences book={book} />}
      </div>
      <div className={classes.end}>
        <Button type="submit" disabled={limits.isPending || isReading}>
          Review
        </Button>
      </div>
    </Form>
  )
}

function PeriodSelect({
  period,
  onPeriod,
}: {
  period: Period
  onPeriod: (period: Period) => void
}) {
  return (
    <NativeSelect
      label="Renews"
      value={period}
      data={Object.entries(periods).map(([value, { words }]) => ({
        value,
        label: words,
      }))}
      onChange={(event) => onPeriod(event.target.value as Period)}
    />
  )
}

/** Why there can be no limit, or none yet. */
function NoLimits({
  chain: { name },
  error,
  isUnknown,
}: {
  chain: ChainConfig
  error: Error | null
  isUnknown: boolean
}) {
  return (
    <>
      {error && (
        <Remark kind="danger" role="alert">
          Can’t read the spending limits on {name}. {describeError(error)}{' '}
          Retrying…
        </Remark>
      )}
      {isUnknown && (
        <Remark kind="danger" role="alert">
          Spending limits aren’t available on {name}: no allowance module is
          known.
        </Remark>
      )}
    </>
  )
}

/** What comes along with a limit that the reader might not think of. */
function Consequences({
  book: { isEnabled, allowances, isStandIn, version },
}: {
  book: AllowanceBook
}) {
  return (
    <>
      <Remark kind="warn">
        The spender can send up to the limit to anyone, without the owners’
        signatures.
      </Remark>
      {!isEnabled && (
        <Remark kind="warn">
          This safe doesn’t use the allowance module {version}
          {isStandIn && ' (test version for local networks)'} yet. The
          transaction that sets this limit also enables the module.
        </Remark>
      )}
      {!isEnabled && allowances.length > 0 && (
        <Remark kind="danger">
          The module still has {formatCount(allowances.length, 'earlier limit')}{' '}
          of this safe. Enabling the module makes them valid again. Check them
          in the settings.
        </Remark>
      )}
    </>
  )
}

/** What the safe has, and what a link named. */
function useTokenOptions(
  { chain, address }: SafePlace,
  named: string,
  token: TokenFacts | undefined,
): { value: string; label: string }[] {
  const { portfolio } = usePortfolio({ chain, address })
  const held = [...(portfolio?.shown ?? []), ...(portfolio?.dust ?? [])]
    .filter(({ isNative, isVerified }) => !isNative && isVerified)
    .map(({ token: value, symbol }) => ({ value, label: label(symbol, value) }))
  const options = [
    { value: zeroAddress as string, label: chain.nativeCurrency.symbol },
    ...held,
  ]
  if (options.some(({ value }) => value === named)) return options
  return [
    ...options,
    { value: named, label: label(token?.symbol ?? 'Token', named as Address) },
  ]
}

/** S19: a symbol alone is no identity. */
function label(symbol: string, token: Address): string {
  return `${symbol}, ${formatAddress(token, { digits: 4 })}`
}
