import { Button } from '@mantine/core'
import { LoadingRows } from '../../../components/ListStates.js'
import { SafeGate } from '../../../components/SafeGate.js'
import { usePageTitle, useScopeSearch } from '../../../hooks/scope.js'
import { useAppConfig } from '../../../hooks/useAppConfig.js'
import { formatCount } from '../../../lib/formatCount.js'
import { paths } from '../../../lib/paths.js'
import { EmptyState } from '../../../ui/EmptyState.js'
import { LinkButton } from '../../../ui/LinkButton.js'
import { PageHead } from '../../../ui/PageHead.js'
import { Remark } from '../../../ui/Remark.js'
import { RetryButton } from '../../../ui/RetryButton.js'
import type { SafeScope } from '../../../understand/safe/safePlace.js'
import type { Dapps } from '../../../walletConnect/dapps.js'
import { describeError } from '../../../words/errors.js'
import { PairingForm } from './PairingForm.js'
import { RequestList } from './RequestList.js'
import { SessionList } from './SessionList.js'
import { useDapps, useService } from './useService.js'
import classes from './WalletConnect.module.css'

/** Dapps in other windows and on other devices, connected to this safe. */
export function WalletConnectScreen() {
  usePageTitle('WalletConnect')
  const config = useAppConfig()
  const search = useScopeSearch()
  return (
    <>
      <PageHead
        title="WalletConnect"
        actions={
          <LinkButton variant="default" to={paths.apps} search={search}>
            All apps
          </LinkButton>
        }
      />
      {config.walletConnect ? (
        <SafeGate>{(scope) => <Running scope={scope} />}</SafeGate>
      ) : (
        <NoProjectId />
      )}
    </>
  )
}

function NoProjectId() {
  return (
    <EmptyState
      picture="0x07"
      title="WalletConnect is not set up here."
      facts={[
        { name: 'Missing', value: 'WalletConnect project ID' },
        {
          name: 'Set by',
          value:
            'the operator, as walletConnect.projectId in covault.config.json',
        },
      ]}
    >
      Dapps in other windows reach a safe through WalletConnect, which requires
      a project ID. This gateway has none, so nothing is sent to WalletConnect.
      Apps listed here work without WalletConnect.
    </EmptyState>
  )
}

function Running({ scope }: { scope: SafeScope }) {
  const service = useService()
  switch (service.status) {
    case 'starting':
      return <LoadingRows count={3} />
    case 'elsewhere':
      return (
        <EmptyState
          picture="0x07"
          title="WalletConnect is open in another tab."
        >
          Only one tab answers dapps, so that each request is answered once.
          Continue in that tab. When you close it, this one takes over.
        </EmptyState>
      )
    case 'failed':
      return (
        <EmptyState
          picture="0x07"
          title="Can’t start WalletConnect."
          facts={[{ name: 'Reason', value: describeError(service.error) }]}
          actions={
            <Button onClick={() => window.location.reload()}>
              Reload page
            </Button>
          }
        >
          Nothing is lost: connections are saved in this browser.
        </EmptyState>
      )
    case 'running':
      return <Connected dapps={service.dapps} scope={scope} />
  }
}

function Connected({ dapps, scope }: { dapps: Dapps; scope: SafeScope }) {
  const { isConnected, pairing, sessions, requests } = useDapps(dapps)
  return (
    <>
      <p className={classes.quiet}>
        Open a dapp in another window, choose WalletConnect and copy its link.
        The dapp then connects to this safe on {scope.chain.name}. Its requests
        appear here for review.
      </p>
      {!isConnected && sessions.length > 0 && (
        <div className={classes.away} role="alert">
          <Remark kind="danger">
            Can’t reach WalletConnect. Connected dapps can’t send requests to
            this safe. Everything else works.
          </Remark>
          <RetryButton
            size="xs"
            onRetry={() => dapps.reconnect().catch(() => undefined)}
          />
        </div>
      )}
      <PairingForm dapps={dapps} pairing={pairing} />
      {requests.length > 0 && (
        <RequestList dapps={dapps} requests={requests} scope={scope} />
      )}
      <SessionList
        dapps={dapps}
        sessions={sessions}
        scope={scope}
        note={sessions.length > 0 ? formatCount(sessions.length, 'dapp') : ''}
      />
    </>
  )
}
