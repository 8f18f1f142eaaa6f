import type { AppConfig } from '@covault/api'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { RequestRejectedError, requestDesk } from '../../../apps/requestDesk.js'
import { useSafeScope } from '../../../hooks/scope.js'
import { useAppConfig } from '../../../hooks/useAppConfig.js'
import { paths } from '../../../lib/paths.js'
import { toSafeSearch } from '../../../lib/safeParameter.js'
import { writeTransactionId } from '../../../lib/transactionId.js'
import {
  addBundle,
  keepSessions,
  walletConnectMemory,
} from '../../../preferences/walletConnect.js'
import { showToast } from '../../../ui/toasts.js'
import type { SafeScope } from '../../../understand/safe/safePlace.js'
import type { Dapps, DappsParameters } from '../../../walletConnect/dapps.js'
import type { WaitingRequest } from '../../../walletConnect/openRequests.js'
import { startService } from '../../../walletConnect/service.js'
import { createDappHost } from './createDappHost.js'
import { ProposalDialog } from './ProposalDialog.js'
import { requestFlows, useOpenRequest } from './useOpenRequest.js'
import { useDapps, useService } from './useService.js'

const memory: DappsParameters['memory'] = {
  listBundles: () => walletConnectMemory.read().bundles,
  addBundle,
  keepSessions,
  findVerification: (topic) =>
    walletConnectMemory.read().sessions.find((one) => one.topic === topic)
      ?.verification,
}

/**
 * What dapps beyond WalletConnect ask for, wherever one is in the app. It
 * stands beside the page, which a flow takes the place of.
 */
export function DappDesk() {
  const config = useAppConfig()
  const service = useService()
  const showTransaction = useShowTransaction(config)
  useEffect(() => {
    const { walletConnect, chains } = config
    if (!walletConnect) return
    startService({
      projectId: walletConnect.projectId,
      relayUrl: walletConnect.relayUrl,
      host: createDappHost({ chains, showTransaction }),
      memory,
      desk: requestDesk,
      tell: (text) => showToast({ kind: 'error', text }),
    })
  }, [config, showTransaction])
  return service.status === 'running' ? <Desk dapps={service.dapps} /> : null
}

function useShowTransaction({ chains }: AppConfig) {
  const { navigate } = useRouter()
  const show = useRef<DappsParameters['host']['showTransaction']>(
    ({ chainId, address }, safeTxHash) => {
      const chain = chains.find((one) => one.chainId === chainId)
      if (!chain) return
      const id = writeTransactionId({ safe: address, safeTxHash })
      const search = { ...toSafeSearch({ chain, address }), id }
      void navigate({ to: paths.transaction, search })
    },
  )
  return show.current
}

function Desk({ dapps }: { dapps: Dapps }) {
  const { proposals, requests } = useDapps(dapps)
  const scope = useSafeScope()
  useNextRequest(dapps, { requests, scope })
  const [proposal] = proposals
  if (!proposal || !scope) return null
  return (
    <ProposalDialog
      key={proposal.id}
      dapps={dapps}
      proposal={proposal}
      scope={scope}
    />
  )
}

/**
 * Opens the review of what waits, one after the other, when nothing else is
 * done. When the link does not name it any more, the person has closed it.
 */
function useNextRequest(
  dapps: Dapps,
  {
    requests,
    scope,
  }: { requests: readonly WaitingRequest[]; scope: SafeScope | undefined },
): void {
  const open = useOpenRequest(dapps)
  const { flow, id, safe } = useSearch({ strict: false })
  const waiting = requests.filter(({ stage }) => stage === 'waiting')
  const next = waiting.find(
    ({ session, isHeld }) => isOf(session, scope) && !isHeld,
  )
  const isFree = flow === undefined
  const key = isFree ? next?.key : undefined
  const kind = next?.kind
  useEffect(() => {
    if (key !== undefined && kind !== undefined) open({ key, kind })
  }, [key, kind, open])
  useToldOfOthers(
    waiting.filter((one) => one.key !== key),
    scope,
  )
  const isOurs = flow === requestFlows.calls || flow === requestFlows.message
  const shown = isOurs && id !== undefined ? { id, safe } : undefined
  const before = useRef(shown)
  useEffect(() => {
    const left = before.current
    before.current = shown
    if (left && (left.id !== shown?.id || left.safe !== shown.safe))
      requestDesk.reject(left.id, new RequestRejectedError())
  })
}

/** What cannot be opened now is told once, and waits on its page. */
function useToldOfOthers(
  others: readonly WaitingRequest[],
  scope: SafeScope | undefined,
): void {
  const { navigate } = useRouter()
  const told = useRef(new Set<string>())
  useEffect(() => {
    for (const { key, session } of others) {
      if (told.current.has(key)) continue
      told.current.add(key)
      const where = isOf(session, scope) ? '' : ' for another safe'
      showToast({
        kind: 'done',
        text: `“${session.peer.name}” sent a request${where}. To answer, open Apps, WalletConnect.`,
        action: {
          label: 'Open',
          onClick: () =>
            void navigate({
              to: paths.walletConnect,
              search: scope ? toSafeSearch(scope) : {},
            }),
        },
      })
    }
  })
}

export function isOf(
  { chainId, address }: WaitingRequest['session'],
  scope: SafeScope | undefined,
): boolean {
  return scope?.chain.chainId === chainId && scope.address === address
}
