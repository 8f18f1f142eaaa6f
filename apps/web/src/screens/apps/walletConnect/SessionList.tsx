import { nameChain } from '@covault/protocol'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Verification } from '../../../apps/requestDesk.js'
import { useAppConfig } from '../../../hooks/useAppConfig.js'
import { useFindName } from '../../../hooks/useFindName.js'
import { formatAddress } from '../../../lib/formatAddress.js'
import { formatDay } from '../../../lib/formatTime.js'
import { Section } from '../../../ui/Section.js'
import { Status } from '../../../ui/Status.js'
import { Tag } from '../../../ui/Tag.js'
import { showToast } from '../../../ui/toasts.js'
import type { SafeScope } from '../../../understand/safe/safePlace.js'
import type { Dapps } from '../../../walletConnect/dapps.js'
import type { DappSession } from '../../../walletConnect/session.js'
import { describeError } from '../../../words/errors.js'
import { AppMark } from '../AppMark.js'
import { isOf } from './DappDesk.js'
import classes from './WalletConnect.module.css'

/** Who is connected, to which safe, and how that ends. */
export function SessionList({
  dapps,
  sessions,
  scope,
  note,
}: {
  dapps: Dapps
  sessions: readonly DappSession[]
  scope: SafeScope
  note: string
}) {
  // The dapps of the safe on the page come first.
  const sorted = [...sessions].sort(
    (one, other) => Number(isOf(other, scope)) - Number(isOf(one, scope)),
  )
  return (
    <Section className={classes.section} title="Connected dapps" note={note}>
      {sessions.length === 0 && (
        <p className={classes.empty}>
          None yet. A dapp stays connected for a week, or until you or the dapp
          disconnects.
        </p>
      )}
      <ul className={classes.list}>
        {sorted.map((session) => (
          <Session
            key={session.topic}
            dapps={dapps}
            session={session}
            scope={scope}
          />
        ))}
      </ul>
    </Section>
  )
}

function Session({
  dapps,
  session,
  scope,
}: {
  dapps: Dapps
  session: DappSession
  scope: SafeScope
}) {
  const { topic, peer, chainId, address, expiresAt } = session
  const findName = useFindName()
  const { chains } = useAppConfig()
  const { mutate, isPending } = useMutation({
    mutationFn: () => dapps.disconnect(topic),
    onError: (error) =>
      showToast({ kind: 'error', text: describeError(error) }),
  })
  return (
    <li className={classes.row}>
      <AppMark origin={peer.origin} />
      <div className={classes.who}>
        <b>{peer.name}</b>
        <span className={classes.origin}>{peer.origin}</span>
        <span className={classes.marks}>
          <VerificationStatus verification={peer.verification} />
          {!isOf(session, scope) && (
            <Tag>
              another safe:{' '}
              {findName({ chainId, address }) ?? formatAddress(address)} on{' '}
              {nameChain(chainId, chains)}
            </Tag>
          )}
        </span>
        <span className={classes.quiet}>until {formatDay(expiresAt)}</span>
      </div>
      <div className={classes.buttons}>
        <Button
          size="xs"
          variant="default"
          loading={isPending}
          aria-label={`Disconnect ${peer.name}`}
          onClick={() => mutate()}
        >
          Disconnect
        </Button>
      </div>
    </li>
  )
}

function VerificationStatus({ verification }: { verification: Verification }) {
  switch (verification.kind) {
    case 'verified':
      return <Status kind="ok">Origin verified</Status>
    case 'unverified':
      return <Status kind="warn">Origin not verified</Status>
    case 'mismatch':
      return <Status kind="danger">Comes from {verification.origin}</Status>
    case 'scam':
      return <Status kind="danger">Reported as fraud</Status>
  }
}
