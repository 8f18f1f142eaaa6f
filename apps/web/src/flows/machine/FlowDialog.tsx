import { parseSafeVersion } from '@covault/protocol'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { FailedList, LoadingRows } from '../../components/ListStates.js'
import { NotOffered } from '../../components/NotOffered.js'
import { type OpenSafe, SafeGate } from '../../components/SafeGate.js'
import { usePageTitle } from '../../hooks/scope.js'
import { usePathname } from '../../hooks/usePathname.js'
import { flowList } from '../../lib/flowSearch.js'
import { toForeignText } from '../../lib/foreignText.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { isAlone } from '../../queries/gateway.js'
import { hasFeature } from '../../trust/chainFacts.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { acting } from '../act/signables/signables.js'
import { showKept } from '../bringIn/withoutNetwork.js'
import { useEnded } from '../progress/useEnded.js'
import { CallFlowRun } from './CallFlowRun.js'
import classes from './CallFlowRun.module.css'
import { findPageBelow } from './findPageBelow.js'
import type { AnyFlow } from './flow.js'
import { findFlow, findFlowHere } from './registry.js'

/** Runs the flow that the link names, in the place of the page. */
export function FlowDialog({ name }: { name: string }) {
  const load = findFlow(name)
  const { data, error, refetch } = useQuery({
    queryKey: ['flow', name],
    queryFn: load ?? (() => null),
    initialData: () => findFlowHere(name),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
  usePageTitle(data?.title ?? 'Flow')
  const { id: named, messageHash } = useSearch({ strict: false })
  const id = messageHash ?? named
  const kind = messageHash ? 'message' : 'transaction'
  if (!load)
    return (
      <EmptyState picture="0x0404" title="Unknown action">
        This version doesn’t know the action “{name.slice(0, 40)}” in the link.
      </EmptyState>
    )
  if (error)
    return (
      <FailedList
        title="Can’t load this part of the app."
        error={error}
        onRetry={refetch}
      >
        {!isAlone && 'The gateway may be unreachable. '}Nothing was sent.
      </FailedList>
    )
  if (!data) return <LoadingRows count={3} />
  const kept =
    isAboutOne(data) && id && showKept({ kind, title: data.title, id })
  return (
    <SafeGate isFresh {...(kept && { offline: kept })}>
      {(open) => <Run key={name} open={open} flow={data} />}
    </SafeGate>
  )
}

/** It can begin with what this browser has, where no network answers. */
function isAboutOne({ id }: AnyFlow): boolean {
  return id === 'share' || id === 'confirm' || id === 'confirm-message'
}

function Run({
  open: { chain, address, safe },
  flow,
}: {
  open: OpenSafe
  flow: AnyFlow
}) {
  const search = useSearch({ strict: false })
  const pathname = usePathname()
  const navigate = useNavigate()
  const onClose = () =>
    void navigate({
      ...findPageBelow({ pathname, search, address }),
      replace: true,
    })
  const ended = useEnded()
  if (ended) {
    const { to, search: toPage } = acting[ended.of].ending.page
    const page = { ...toSafeSearch({ chain, address }), ...toPage(ended.hash) }
    return <Navigate to={to} search={page} replace />
  }
  if (!safe) return <LoadingRows count={3} />
  if (!parseSafeVersion(safe.version))
    return (
      <UnknownVersion
        title={flow.title}
        version={safe.version}
        onClose={onClose}
      />
    )
  const { feature } = flowList[flow.id]
  if (feature && !hasFeature(chain, feature))
    return (
      <>
        <h1 className={classes.title}>{flow.title}</h1>
        <NotOffered chain={chain} />
      </>
    )
  const props = { place: { chain, address, safe }, search, onClose }
  return flow.kind === 'action' ? (
    <flow.Action {...props} />
  ) : (
    // Another subject is another form, also in the same flow.
    <CallFlowRun key={search.id ?? ''} flow={flow} {...props} />
  )
}

/** What is signed depends on the version: nobody may guess it. */
function UnknownVersion({
  title,
  version,
  onClose,
}: {
  title: string
  version: string
  onClose: () => void
}) {
  return (
    <>
      <h1 className={classes.title}>{title}</h1>
      <EmptyState
        picture="0x0404"
        title="This safe’s contract version isn’t supported."
        facts={[
          { name: 'Contract version', value: toForeignText(version, 40) },
        ]}
        actions={<Button onClick={onClose}>Back</Button>}
      >
        Signing depends on the contract version, so you can view this safe but
        not propose, sign or execute here. Use a newer release of Covault.
      </EmptyState>
    </>
  )
}
