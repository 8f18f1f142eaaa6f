import type { Moved } from '@covault/api'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toForeignText } from '../../lib/foreignText.js'
import { formatCount, formatNumber } from '../../lib/formatCount.js'
import { isAlone } from '../../queries/gateway.js'
import { moveSafeIn } from '../../queries/moveIn.js'
import { gatewaySays } from '../../trust/provenance.js'
import { Form } from '../../ui/Form.js'
import { Remark } from '../../ui/Remark.js'
import { Section } from '../../ui/Section.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { accountQuery } from '../../wallet/account.js'
import { useSignedIn } from '../../wallet/useSignedIn.js'
import { useWalletLayer } from '../../wallet/walletLayer.js'
import { describeError } from '../../words/errors.js'
import { Facts } from './Facts.js'
import classes from './SettingsScreen.module.css'

/** For owners whose queue is still kept by another service. */
export function MoveIn({ place }: { place: SafePlace }) {
  const { data: account } = useQuery(accountQuery)
  const isSignedIn = useSignedIn(account)
  const wallet = useWalletLayer()
  if (isAlone || !account || !place.safe.owners.includes(account)) return null
  return (
    <Section
      className={classes.section}
      title="Move in"
      note="from another transaction service"
    >
      <p className={classes.text}>
        Copy waiting transactions, messages and their signatures from the
        service you used before. The gateway recomputes every hash and verifies
        every signature before it accepts anything. Nothing changes at the other
        service.
      </p>
      {isSignedIn ? (
        <MoveForm place={place} />
      ) : (
        <>
          <p className={classes.text}>
            Sign in to prove that you are an owner.
          </p>
          <Button
            variant="default"
            disabled={!wallet}
            onClick={wallet?.openSignIn}
          >
            Sign in
          </Button>
        </>
      )}
    </Section>
  )
}

function MoveForm({ place: { chain, address } }: { place: SafePlace }) {
  const [from, setFrom] = useState('')
  const [key, setKey] = useState('')
  const move = useMutation({
    mutationFn: () =>
      moveSafeIn(
        { chainId: chain.chainId, address },
        { from: from.trim(), ...(key.trim() && { token: key.trim() }) },
      ),
  })
  return (
    <Form className={classes.form} onSubmit={() => move.mutate()}>
      <TextInput
        label="Address of the other service"
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder={`https://service.example/tx-service/${chain.shortName}`}
        value={from}
        onChange={({ target }) => setFrom(target.value)}
      />
      <TextInput
        label="API key"
        type="password"
        description="Only if the other service needs one. The key is passed on and not stored."
        autoComplete="off"
        value={key}
        onChange={({ target }) => setKey(target.value)}
      />
      <div>
        <Button type="submit" loading={move.isPending} disabled={!from.trim()}>
          Move in
        </Button>
      </div>
      <div role="status">
        {move.data && <Outcome moved={move.data} />}
        {move.error && (
          <Remark kind="danger">
            Can’t copy from the other service. {describeError(move.error)}
          </Remark>
        )}
      </div>
    </Form>
  )
}

function Outcome({
  moved: { counts, refused, left, stopped },
}: {
  moved: Moved
}) {
  const isWhole = stopped === null && refused.length === 0
  const hasCounts = counts.some(
    ({ taken, known, refused: out, left: kept }) =>
      taken + known + out + kept > 0,
  )
  return (
    <>
      <Remark kind={isWhole ? 'ok' : 'warn'}>
        {stopped === null
          ? 'Everything at the other service was read. Check the queue before you sign.'
          : toForeignText(stopped, 300)}
      </Remark>
      {(hasCounts || stopped === null) && (
        <Facts
          provenance={gatewaySays}
          facts={counts.map((count) => ({
            name: toForeignText(count.kind),
            value: describe(count),
          }))}
        />
      )}
      <Lines title="Refused" lines={refused} />
      <Lines title="Not moved" lines={left} />
    </>
  )
}

function describe({
  taken,
  known,
  refused,
  left,
}: Moved['counts'][number]): string {
  const parts: [number, string][] = [
    [taken, 'moved in'],
    [known, 'already here'],
    [refused, 'refused'],
    [left, 'not moved'],
  ]
  return parts
    .filter(([count], at) => at === 0 || count > 0)
    .map(([count, words]) => `${formatNumber(count)} ${words}`)
    .join(', ')
}

/** Nobody reads more; the counts above say how many there are. */
const mostLines = 50

/** Long hashes are shown whole: they are what one looks for elsewhere. */
function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  const hidden = lines.length - mostLines
  return (
    <div className={classes.lines}>
      <p className={classes.title}>{title}</p>
      <ul className={classes.note}>
        {lines.slice(0, mostLines).map((line) => (
          <li key={line}>{toForeignText(line, 400)}</li>
        ))}
      </ul>
      {hidden > 0 && (
        <p className={classes.note}>And {formatCount(hidden, 'more line')}.</p>
      )}
    </div>
  )
}
