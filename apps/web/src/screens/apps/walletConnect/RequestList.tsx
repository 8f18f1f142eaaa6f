import { Button } from '@mantine/core'
import { useAppConfig } from '../../../hooks/useAppConfig.js'
import { formatTime } from '../../../lib/formatTime.js'
import { paths } from '../../../lib/paths.js'
import { toSafeSearch } from '../../../lib/safeParameter.js'
import { LinkButton } from '../../../ui/LinkButton.js'
import { Section } from '../../../ui/Section.js'
import { Status } from '../../../ui/Status.js'
import type { SafeScope } from '../../../understand/safe/safePlace.js'
import type { Dapps } from '../../../walletConnect/dapps.js'
import type { WaitingRequest } from '../../../walletConnect/openRequests.js'
import { AppMark } from '../AppMark.js'
import { isOf } from './DappDesk.js'
import { useOpenRequest } from './useOpenRequest.js'
import classes from './WalletConnect.module.css'

/** What dapps asked for and nobody has answered yet. */
export function RequestList({
  dapps,
  requests,
  scope,
}: {
  dapps: Dapps
  requests: readonly WaitingRequest[]
  scope: SafeScope
}) {
  const { chains } = useAppConfig()
  const open = useOpenRequest(dapps)
  return (
    <Section className={classes.section} title="Requests">
      <ul className={classes.list}>
        {requests.map(({ key, session, kind, stage, expiresAt }) => {
          const chain = chains.find((one) => one.chainId === session.chainId)
          return (
            <li key={key} className={classes.row}>
              <AppMark origin={session.peer.origin} />
              <div className={classes.who}>
                <b>{session.peer.name}</b>
                <span className={classes.quiet}>
                  {kind === 'calls'
                    ? 'requests a transaction'
                    : 'requests a signature'}
                  , expires at {formatTime(expiresAt)}
                </span>
                {stage === 'owners' && (
                  <Status kind="waiting">Awaiting other owners</Status>
                )}
              </div>
              {stage === 'waiting' && (
                <div className={classes.buttons}>
                  {isOf(session, scope) && (
                    <Button size="xs" onClick={() => open({ key, kind })}>
                      Review
                    </Button>
                  )}
                  {!isOf(session, scope) && chain && (
                    <LinkButton
                      size="xs"
                      to={paths.walletConnect}
                      search={toSafeSearch({
                        chain,
                        address: session.address,
                      })}
                    >
                      Open safe
                    </LinkButton>
                  )}
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() => dapps.refuse(key)}
                  >
                    Reject
                  </Button>
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
