import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { type Address, formatUnits, zeroAddress } from 'viem'
import { usePortfolio } from '../../hooks/usePortfolio.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { longestName } from '../../preferences/addressBook.js'
import { ActionButton } from '../../ui/ActionButton.js'
import { AmountInput } from '../../ui/AmountInput.js'
import { Form } from '../../ui/Form.js'
import { Remark } from '../../ui/Remark.js'
import { Section } from '../../ui/Section.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import type { FormProps } from '../machine/flow.js'
import { type CheckedFund, checkFunds, type Held } from './checkFunds.js'
import { addFund, type Fund, mostFunds, type NestedSafeInput } from './input.js'
import classes from './NestedSafeForm.module.css'

/** What the new safe is called and what it gets to begin with. */
export function NestedSafeForm({
  place,
  input,
  onInput,
  onDone,
}: FormProps<NestedSafeInput>) {
  const { held, isReading, error } = useHeld(place)
  const [isAsked, setAsked] = useState(false)
  const checked = checkFunds(input.funds, held)
  const submit = () => {
    setAsked(true)
    if (checked.every(({ value }) => value !== undefined)) onDone()
  }
  const change = (fund: Fund) =>
    onInput({
      ...input,
      funds: input.funds.map((one) => (one.id === fund.id ? fund : one)),
    })
  return (
    <Form className={classes.form} onSubmit={submit}>
      <Section title="Name">
        <div className={classes.name}>
          <TextInput
            label="Name"
            description="Only you see this name. It stays in this browser."
            placeholder="Payroll"
            autoComplete="off"
            maxLength={longestName}
            value={input.name}
            onChange={(event) =>
              onInput({ ...input, name: event.target.value })
            }
          />
        </div>
      </Section>
      <Section title="Funds" note="optional, sent in the same transaction">
        {error && (
          <Remark kind="warn">
            Can’t load the safe’s tokens. You can create the new safe now and
            fund it later.
          </Remark>
        )}
        <ul className={classes.funds}>
          {input.funds.map((fund, at) => (
            <FundRow
              key={fund.id}
              number={at + 1}
              fund={fund}
              checked={checked[at]}
              isAsked={isAsked && !isReading}
              held={held}
              onFund={change}
              onRemove={() =>
                onInput({
                  ...input,
                  funds: input.funds.filter(({ id }) => id !== fund.id),
                })
              }
            />
          ))}
        </ul>
        <Button
          variant="default"
          size="xs"
          disabled={input.funds.length >= mostFunds}
          onClick={() => onInput({ ...input, funds: addFund(input.funds) })}
        >
          Add funds
        </Button>
      </Section>
      <div className={classes.end}>
        <p className={classes.note}>
          This safe will be the only owner of the new safe. The owners of this
          safe sign for both, {place.safe.threshold} of{' '}
          {place.safe.owners.length}. You can add other owners later.
        </p>
        <Button type="submit">Review</Button>
      </div>
    </Form>
  )
}

function FundRow({
  number,
  fund,
  checked,
  isAsked,
  held,
  onFund,
  onRemove,
}: {
  number: number
  fund: Fund
  checked: CheckedFund | undefined
  isAsked: boolean
  held: ReadonlyMap<Address, Held>
  onFund: (fund: Fund) => void
  onRemove: () => void
}) {
  const mistakes = checked?.mistakes ?? {}
  const found = checked?.token && held.get(checked.token)
  return (
    <li className={classes.fund}>
      <AmountInput
        label={`Amount ${number}`}
        description={
          found &&
          `of ${formatUnits(found.balance, found.decimals)} ${found.symbol}`
        }
        amount={fund.amount}
        onAmount={(amount) => onFund({ ...fund, amount })}
        mistake={mistakes.amount}
        isAsked={isAsked}
      />
      <NativeSelect
        label={`Token ${number}`}
        description="balance from the chain"
        value={fund.token}
        error={isAsked ? mistakes.token : undefined}
        data={[...held].map(([token, { symbol }]) => ({
          value: token,
          // S19: a symbol alone is no identity.
          label:
            token === zeroAddress
              ? symbol
              : `${symbol}, ${formatAddress(token, { digits: 4 })}`,
        }))}
        onChange={(event) => onFund({ ...fund, token: event.target.value })}
      />
      <ActionButton label={`Remove funds ${number}`} onClick={onRemove}>
        <IconX size={18} stroke={1.75} aria-hidden="true" />
      </ActionButton>
    </li>
  )
}

/** What the chain has confirmed that this safe holds. */
function useHeld({ chain, address }: SafePlace) {
  const { portfolio, provenance, error } = usePortfolio({ chain, address })
  const verified = [
    ...(portfolio?.shown ?? []),
    ...(portfolio?.dust ?? []),
  ].filter(({ isVerified }) => isVerified)
  const held = new Map<Address, Held>(
    verified.map(({ token, isNative, symbol, decimals, amount }) => [
      isNative ? zeroAddress : token,
      { symbol, decimals, balance: amount },
    ]),
  )
  return { held, isReading: !provenance && !error, error }
}
