import type { TokenFacts } from '@covault/protocol'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatUnits } from 'viem'
import { AddressInput } from '../../components/AddressInput.js'
import { type Allowance, getRemaining } from '../../trust/assets/allowances.js'
import { chainBalancesQuery } from '../../trust/assets/balances.js'
import { AmountInput } from '../../ui/AmountInput.js'
import { Form } from '../../ui/Form.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import {
  describePeriod,
  writeAmount,
} from '../../understand/tell/limitWords.js'
import run from '../machine/CallFlowRun.module.css'
import { writeAddress } from '../machine/pinnedAddress.js'
import { usePinnedAddress } from '../machine/usePinnedAddress.js'
import classes from './LimitForm.module.css'
import { checkSpending, type Spending } from './spending.js'

/** To whom and how much; what is left stands beside it. */
export function SpendForm({
  place: { chain, address: safe },
  limit,
  token,
  texts,
  onTexts,
  onDone,
}: {
  place: SafePlace
  limit: Allowance
  token: TokenFacts
  texts: { recipient: string; amount: string }
  onTexts: (texts: { recipient: string; amount: string }) => void
  onDone: (spending: Spending) => void
}) {
  const recipient = usePinnedAddress(chain, writeAddress(texts.recipient))
  const { data: balances } = useQuery(
    chainBalancesQuery({ chain, holder: safe, tokens: [limit.token] }),
  )
  const balance = balances?.tokens.get(limit.token)?.amount
  const [isAsked, setAsked] = useState(false)
  const { mistakes, value } = checkSpending(texts.amount, {
    safe,
    recipient,
    limit,
    token,
    balance,
  })
  const remaining = getRemaining(limit)
  const submit = () => {
    setAsked(true)
    if (mistakes.recipient || mistakes.amount) return
    if (recipient.address && value !== undefined)
      onDone({ recipient: recipient.address, value })
  }
  return (
    <div className={run.compose}>
      <h1 className={run.title}>Spend from a limit</h1>
      <Form className={classes.form} onSubmit={submit}>
        <AddressInput
          label="Recipient"
          chain={chain}
          text={texts.recipient}
          onText={(text) => onTexts({ ...texts, recipient: text })}
          address={recipient}
          error={isAsked || recipient.address ? mistakes.recipient : undefined}
        />
        <AmountInput
          label={`Amount, ${token.symbol}`}
          amount={texts.amount}
          onAmount={(amount) => onTexts({ ...texts, amount })}
          mistake={mistakes.amount}
          isAsked={isAsked}
          description={`${writeAmount(remaining, token)} left of ${writeAmount(limit.amount, token)} ${describePeriod(limit.resetMinutes)}.`}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
        />
        <div className={classes.end}>
          <Button
            size="xs"
            variant="default"
            onClick={() =>
              onTexts({
                ...texts,
                amount: formatUnits(
                  smaller(remaining, balance),
                  token.decimals,
                ),
              })
            }
          >
            Max
          </Button>
          <Button type="submit" disabled={balance === undefined}>
            Review
          </Button>
        </div>
      </Form>
    </div>
  )
}

function smaller(one: bigint, other: bigint | undefined): bigint {
  return other !== undefined && other < one ? other : one
}
