import { useQuery } from '@tanstack/react-query'
import { zeroAddress } from 'viem'
import { AddressName } from '../../components/AddressName.js'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { useTokenFacts } from '../../hooks/useTokenFacts.js'
import { type FlowName, openFlow } from '../../lib/flowSearch.js'
import { formatDay, formatExactTime, formatTime } from '../../lib/formatTime.js'
import {
  type Allowance,
  type AllowanceBooks,
  allowancesQuery,
  getRemaining,
} from '../../trust/assets/allowances.js'
import { hasFeature } from '../../trust/chainFacts.js'
import { Fact } from '../../ui/Fact.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { Remark } from '../../ui/Remark.js'
import { RetryButton } from '../../ui/RetryButton.js'
import { Section } from '../../ui/Section.js'
import { SkeletonBar } from '../../ui/SkeletonBar.js'
import { Tag } from '../../ui/Tag.js'
import { WholeAddress } from '../../ui/WholeAddress.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import {
  describePeriod,
  getNextReset,
  writeAmount,
} from '../../understand/tell/limitWords.js'
import { accountQuery } from '../../wallet/account.js'
import { describeError } from '../../words/errors.js'
import { ChangeButton } from './ChangeButton.js'
import settings from './SettingsScreen.module.css'
import classes from './SpendingLimits.module.css'

/** Who may spend without the owners, and how much of it is left. */
export function SpendingLimits({
  place,
  reason,
}: {
  place: SafePlace
  /** Why nothing can be changed. */
  reason: string | undefined
}) {
  const { chain, safe } = place
  const { data, error, refetch } = useQuery(allowancesQuery(chain, safe))
  if (!hasFeature(chain, 'SPENDING_LIMIT')) return null
  return (
    <Section
      className={settings.section}
      title="Spending limits"
      note="spendable without the owners’ signatures"
      end={data && <ProvenanceMark of={data.provenance} />}
    >
      {!data && !error && (
        <div className={classes.limit} aria-busy="true">
          <SkeletonBar width={360} />
        </div>
      )}
      {!data && error && (
        <div className={settings.text}>
          <Remark kind="danger" role="alert">
            Can’t read the spending limits on {chain.name}.{' '}
            {describeError(error)}
          </Remark>
          <RetryButton onRetry={refetch} />
        </div>
      )}
      {data && <Books place={place} data={data} reason={reason} />}
    </Section>
  )
}

function Books({
  place,
  data: { books },
  reason,
}: {
  place: SafePlace
  data: AllowanceBooks
  reason: string | undefined
}) {
  const limits = books.flatMap(({ isEnabled, allowances }) =>
    allowances.map((allowance) => ({ ...allowance, isEnabled })),
  )
  if (books.length === 0)
    return (
      <p className={settings.text}>
        Spending limits aren’t available on {place.chain.name}: no allowance
        module is known.
      </p>
    )
  return (
    <>
      {limits.length === 0 && (
        <p className={settings.text}>
          None. Spending needs the owners’ signatures.
        </p>
      )}
      <ul>
        {limits.map((limit) => (
          <Limit
            key={`${limit.module}${limit.delegate}${limit.token}`}
            place={place}
            limit={limit}
            canChange={!reason}
          />
        ))}
      </ul>
      <div className={classes.add}>
        <ChangeButton
          reason={reason}
          isRepeated
          search={openFlow('spending-limit')}
        >
          Set spending limit
        </ChangeButton>
      </div>
    </>
  )
}

function Limit({
  place: { chain },
  limit,
  canChange,
}: {
  place: SafePlace
  limit: Allowance & { isEnabled: boolean }
  canChange: boolean
}) {
  const { data: account } = useQuery(accountQuery)
  const { delegate, token, amount, spent, resetMinutes, isEnabled } = limit
  const isNative = token === zeroAddress
  const { token: facts, isAnswered } = useTokenFacts(chain, token)
  const next = getNextReset(limit)
  const write = (value: bigint) =>
    isAnswered ? writeAmount(value, facts) : '…'
  return (
    <li className={classes.limit}>
      <AddressName
        chain={chain}
        address={delegate}
        note={delegate === account ? 'You' : undefined}
        isFull
      />
      {!isEnabled && <Tag>Inactive: the module is disabled</Tag>}
      <dl className={classes.numbers}>
        <Fact name="Limit">
          {write(amount)} {describePeriod(resetMinutes)}
        </Fact>
        <Fact name="Spent">{write(spent)}</Fact>
        <Fact name="Left">
          <b>{write(getRemaining(limit))}</b>
        </Fact>
        <Fact
          name="Renews"
          title={next === undefined ? undefined : formatExactTime(next)}
        >
          {next === undefined
            ? 'Never'
            : `${formatDay(next)}, ${formatTime(next)}`}
        </Fact>
      </dl>
      {!isNative && (
        // S19: the symbol alone does not say which token it is.
        <p className={classes.token}>
          Token {chain.shortName}:
          <WholeAddress address={token} />
        </p>
      )}
      <p className={classes.actions}>
        {isEnabled && delegate === account && (
          <LimitLink flow="spend-limit" limit={limit}>
            Spend
          </LimitLink>
        )}
        {canChange && (
          <>
            <LimitLink flow="spending-limit" limit={limit}>
              Change
            </LimitLink>
            {spent > 0n && (
              <LimitLink flow="reset-limit" limit={limit}>
                Reset
              </LimitLink>
            )}
            <LimitLink flow="remove-limit" limit={limit}>
              Remove
            </LimitLink>
          </>
        )}
      </p>
    </li>
  )
}

function LimitLink({
  flow,
  limit: { delegate, token },
  children,
}: {
  flow: FlowName
  limit: Allowance
  children: string
}) {
  return (
    <LinkButton
      size="xs"
      variant="default"
      to="."
      search={openFlow(flow, { recipient: delegate, token })}
    >
      {children}
    </LinkButton>
  )
}
