import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Address } from 'viem'
import { SafeGate } from '../../components/SafeGate.js'
import { SignInButton } from '../../components/SignInButton.js'
import { useScopeSearch } from '../../hooks/scope.js'
import { paths } from '../../lib/paths.js'
import { noticesQuery } from '../../queries/notices.js'
import { RetryButton } from '../../ui/RetryButton.js'
import { Section } from '../../ui/Section.js'
import { accountQuery } from '../../wallet/account.js'
import { describeError } from '../../words/errors.js'
import { MailSettings } from './notifications/MailSettings.js'
import { Webhooks } from './notifications/Webhooks.js'
import classes from './SettingsScreen.module.css'

/** Who is told of what happens in a safe while nobody looks. */
export function NotificationsPage() {
  return (
    <SafeGate>
      {({ chain, address }) => (
        <Notifications chainId={chain.chainId} address={address} />
      )}
    </SafeGate>
  )
}

function Notifications(place: { chainId: number; address: Address }) {
  const { data: account } = useQuery(accountQuery)
  const { data, error, refetch } = useQuery(noticesQuery(place, account))
  const search = useScopeSearch()
  return (
    <>
      {error && (
        <Section className={classes.section} title="Notifications">
          <p className={classes.text}>{describeError(error)}</p>
          <RetryButton onRetry={refetch} />
        </Section>
      )}
      {data && !data.offered && (
        <Section className={classes.section} title="E-mails and webhooks">
          <p className={classes.text}>
            This gateway doesn’t send e-mails or call webhooks for its users.
            Its operator can turn this on.
          </p>
        </Section>
      )}
      {data?.offered && !data.receivers && <SignIn />}
      {data?.offered && data.receivers && (
        <>
          <MailSettings
            key={JSON.stringify([data.email, data.choices])}
            place={place}
            isOffered={data.mailOffered}
            email={data.email}
            choices={data.choices}
          />
          <Webhooks place={place} receivers={data.receivers} />
        </>
      )}
      <Section className={classes.section} title="This browser">
        <p className={classes.text}>
          Desktop notifications come from this browser while Covault is open.
          Turn them on in{' '}
          <Link to={paths.appearance} search={search}>
            Appearance
          </Link>
          .
        </p>
      </Section>
    </>
  )
}

function SignIn() {
  return (
    <Section className={classes.section} title="E-mails and webhooks">
      <p className={classes.text}>
        Owners and proposers of this safe can receive e-mails and add webhooks.
        Sign in with one of their wallets.
      </p>
      <SignInButton variant="default" />
    </Section>
  )
}
