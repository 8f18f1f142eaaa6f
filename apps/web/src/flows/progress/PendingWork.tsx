import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useSafeScope } from '../../hooks/scope.js'
import { adoptKept } from '../../preferences/legacyKept.js'
import { useRecords } from '../../preferences/records.js'
import { sentExecutions } from '../../preferences/sentExecutions.js'
import { appConfigQuery } from '../../queries/appConfig.js'
import { isAlone } from '../../queries/gateway.js'
import type { SignableKind, Stored } from '../../trust/signable.js'
import { showToast } from '../../ui/toasts.js'
import { describeError } from '../../words/errors.js'
import { refreshSigned } from '../act/refreshSigned.js'
import { acting, signableKinds } from '../act/signables/signables.js'
import { Followed, type Following, UnderWay } from './FollowedExecution.js'
import { KeptSignatures } from './KeptSignatures.js'

/**
 * What this browser has begun and not seen to its end: executions that wait
 * for the chain, signatures that wait for the gateway. In every tab, for all
 * safes; shown on the pages of the safe it is about.
 */
export function PendingWork() {
  const { data: config } = useSuspenseQuery(appConfigQuery)
  const scope = useSafeScope()
  // What an earlier release kept is taken over.
  useEffect(() => {
    adoptKept().catch((error: unknown) =>
      showToast({
        kind: 'error',
        text: `Can’t move signatures of an earlier version into the queue. ${describeError(error)}`,
      }),
    )
  }, [])
  const flow = useSearch({ strict: false, select: (search) => search.flow })
  const followed: Following[] =
    useRecords(sentExecutions)?.flatMap(({ value: sent }) => {
      const chain = config.chains.find(
        ({ chainId }) => chainId === sent.chainId,
      )
      return chain ? [{ chain, sent }] : []
    }) ?? []
  const isHere = ({ chainId, safe }: { chainId: number; safe: string }) =>
    scope?.chain.chainId === chainId && scope.address === safe
  // A flow tells of its own work; nothing stands above it but alarms.
  const isCalm = flow === undefined
  return (
    <>
      {signableKinds.map((kind) => (
        <LocalQueue key={kind} kind={kind} />
      ))}
      {followed.map((one) => (
        <Followed
          key={`${one.sent.safeTxHash}${one.sent.transactionHash}`}
          {...one}
        />
      ))}
      {isCalm &&
        groupByTransaction(followed.filter(({ sent }) => isHere(sent))).map(
          (group) => (
            <UnderWay key={group[0].sent.transactionHash} group={group} />
          ),
        )}
      <KeptSignatures
        isShown={(kept) =>
          (kept.signatures.some(({ isLate }) => isLate) ||
            // Without a gateway nobody is waited for: the queue shows it.
            (!isAlone && (isCalm || isFromBefore(kept)))) &&
          (!scope || isHere(kept))
        }
      />
    </>
  )
}

/**
 * Whatever changes in the local queue, in any tab, is read again by what shows
 * it.
 */
function LocalQueue<Kind extends SignableKind>({ kind }: { kind: Kind }) {
  const queries = useQueryClient()
  const records = useRecords(acting[kind].kept.records)
  const before = useRef<readonly Stored[]>([])
  useEffect(() => {
    const changed = (records ?? []).map(({ value }) => value)
    const touched = [...before.current, ...changed]
    before.current = changed
    const signed = touched.map(({ chainId, safe }) => ({ kind, chainId, safe }))
    if (signed.length > 0) void refreshSigned(queries, signed)
  }, [queries, kind, records])
  return null
}

/** Older than this page: the flow that made it is gone. */
function isFromBefore({ at }: { at: number }): boolean {
  return at < performance.timeOrigin
}

type Group = [Following, ...Following[]]

/** Several of the safe's can be in one transaction. */
function groupByTransaction(followed: readonly Following[]): Group[] {
  const groups = new Map<string, Group>()
  for (const one of followed) {
    const group = groups.get(one.sent.transactionHash)
    if (group) group.push(one)
    else groups.set(one.sent.transactionHash, [one])
  }
  return [...groups.values()]
}
