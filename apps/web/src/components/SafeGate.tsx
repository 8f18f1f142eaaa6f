import type { ChainFeature } from '@covault/protocol'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSafeParameter } from '../hooks/scope.js'
import { paths } from '../lib/paths.js'
import { toSafeSearch } from '../lib/safeParameter.js'
import { isFromFolder } from '../lib/servedFrom.js'
import { pollInterval } from '../lib/timing.js'
import { hasFeature } from '../trust/chainFacts.js'
import type { ReadProvenance } from '../trust/provenance.js'
import {
  type SafeReading,
  type SafeState,
  safeQuery,
  withoutKept,
} from '../trust/safe.js'
import { EmptyState } from '../ui/EmptyState.js'
import { LinkButton } from '../ui/LinkButton.js'
import { RetryButton } from '../ui/RetryButton.js'
import type { SafeScope } from '../understand/safe/safePlace.js'
import { describeError } from '../words/errors.js'
import { writeUnreachable } from '../words/outages.js'
import { NotOffered } from './NotOffered.js'

/** The safe of a page and what the chain said about it, once it has. */
export type OpenSafe = SafeScope & {
  /** Of what is known of the safe. */
  provenance: ReadProvenance | undefined
  safe: SafeState | undefined
}

/**
 * Stands before every page about a safe: it goes on only where the link names
 * a safe that is one, and says what is wrong everywhere else.
 */
export function SafeGate({
  feature,
  isFresh = false,
  offline,
  children,
}: {
  /** Without it the network's configuration leaves the page out. */
  feature?: ChainFeature
  /** What was read on an earlier visit does not count. */
  isFresh?: boolean
  /** What can be shown before any network has answered; else what is closed. */
  offline?: Offline
  children: (open: OpenSafe) => ReactNode
}) {
  const parameter = useSafeParameter()
  switch (parameter.status) {
    case 'named':
      return (
        <ReadSafe
          key={`${parameter.chain.chainId}:${parameter.address}`}
          scope={parameter}
          isFresh={isFresh}
          offline={offline}
        >
          {(open) =>
            !feature || hasFeature(open.chain, feature) ? (
              children(open)
            ) : (
              <NotOffered chain={open.chain} />
            )
          }
        </ReadSafe>
      )
    case 'absent':
      return (
        <Closed title="No safe selected.">
          This page is about one safe. Choose one from your safes.
        </Closed>
      )
    case 'malformed':
      return (
        <Closed title="This link doesn’t contain a valid safe address.">
          {parameter.reason}
        </Closed>
      )
    case 'noPrefix':
      return (
        <Closed title="This link doesn’t name a network.">
          An address can be a safe on several networks. Add the network to the
          link, for example eth:0x12….
        </Closed>
      )
    case 'unknownPrefix':
      return (
        <Closed title={`Unknown network “${parameter.shortName}”.`}>
          The part before the colon names the network, for example eth:0x12….
          Covault doesn’t know this network.
        </Closed>
      )
    case 'unconfiguredChain':
      return (
        <Closed title={`${parameter.name} isn’t available here.`}>
          {isFromFolder()
            ? 'Add the network in Settings, Servers.'
            : 'The operator of this gateway can add the network to covault.config.json.'}
        </Closed>
      )
  }
}

type Offline = (scope: SafeScope, closed: ReactNode) => ReactNode

function ReadSafe({
  scope,
  isFresh,
  offline = (_, closed) => closed,
  children,
}: {
  scope: SafeScope
  isFresh: boolean
  offline?: Offline | undefined
  children: (open: OpenSafe) => ReactNode
}) {
  const { chain, address } = scope
  const { data: any, error, refetch } = useQuery(safeQuery(chain, address))
  const data = isFresh ? withoutKept(any) : any
  if (!data && error)
    return offline(
      scope,
      <Closed
        title={writeUnreachable(chain.name)}
        facts={[
          { name: 'Reason', value: describeError(error) },
          {
            name: 'Retrying',
            value: `every ${pollInterval / 1000} seconds`,
          },
        ]}
        actions={
          <>
            <RetryButton onRetry={refetch} />
            <LinkButton
              to={paths.bringIn}
              search={toSafeSearch(scope)}
              variant="default"
            >
              Import
            </LinkButton>
          </>
        }
      >
        Owners, threshold and nonce come from the network, so they can be shown
        once it answers. Nothing is lost. You can import a file or link from
        another owner and sign it without the network.
      </Closed>,
    )
  if (data?.status === 'empty' || data?.status === 'notSafe')
    return <NoSafe scope={scope} reading={data} />
  return children({
    chain,
    address,
    provenance: data?.provenance,
    safe: data?.status === 'safe' ? data.safe : undefined,
  })
}

function NoSafe({
  scope: { chain, address },
  reading,
}: {
  scope: SafeScope
  reading: Exclude<SafeReading, { status: 'safe' }>
}) {
  const facts = [
    { name: 'Address', value: address },
    {
      name: 'Read from',
      value: `${chain.name}, block ${reading.provenance.block}`,
    },
  ]
  if (reading.status === 'empty')
    return (
      <Closed title={`Not deployed on ${chain.name}.`} facts={facts}>
        There is no contract at this address. The safe may not have been created
        yet, or it may be on another network.
      </Closed>
    )
  return (
    <Closed title="This address is not a safe." facts={facts}>
      This address is a contract, but not a safe. Don’t send anything to it.
    </Closed>
  )
}

function Closed({
  title,
  facts,
  actions,
  children,
}: {
  title: string
  facts?: readonly { name: string; value: string }[]
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <EmptyState
      picture="0x0404"
      title={title}
      {...(facts ? { facts } : {})}
      actions={
        <>
          {actions}
          <LinkButton
            to={paths.accounts}
            variant={actions ? 'default' : 'filled'}
          >
            Go to accounts
          </LinkButton>
        </>
      }
    >
      {children}
    </EmptyState>
  )
}
