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
        { name: 'Missing', value: 'a project id of WalletConnect' },
        {
          name: 'Set by',
          value:
            'the operator of this installation, as walletConnect.projectId in covault.config.json',
        },
      ]}
    >
      Dapps in other windows reach a safe through the relay of WalletConnect,
      which asks every installation for a project id. This one has none, so
      nothing is sent there. Apps that open in a frame work without it.
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
        <EmptyState picture="0x07" title="Another tab has WalletConnect.">
          What a dapp asks for is answered once, so one tab of this browser
          listens. Go on in that one; when it is closed, this one takes over by
          itself.
        </EmptyState>
      )
    case 'failed':
      return (
        <EmptyState
          picture="0x07"
          title="WalletConnect could not be started."
          facts={[{ name: 'Reason', value: describeError(service.error) }]}
          actions={
            <Button onClick={() => window.location.reload()}>
              Load the page again
            </Button>
          }
        >
          Nothing was lost: sessions are kept in this browser.
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
        Open a dapp in another window, choose WalletConnect there, and copy its
        code. The dapp then knows this safe on {scope.chain.name}. Whatever it
        asks for comes here as a review.
      </p>
      {!isConnected && sessions.length > 0 && (
        <div className={classes.away} role="alert">
          <Remark kind="danger">
            The relay of WalletConnect does not answer. Connected dapps cannot
            reach this safe; everything else works.
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
