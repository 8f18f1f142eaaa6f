import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSafeParameter } from '../hooks/scope.js'
import { paths } from '../lib/paths.js'
import { pollInterval } from '../lib/timing.js'
import type { ReadProvenance } from '../trust/provenance.js'
import { type SafeReading, type SafeState, safeQuery } from '../trust/safe.js'
import { EmptyState } from '../ui/EmptyState.js'
import { LinkButton } from '../ui/LinkButton.js'
import { RetryButton } from '../ui/RetryButton.js'
import type { SafeScope } from '../understand/safe/safePlace.js'
import { describeError } from '../words/errors.js'

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
  children,
}: {
  children: (open: OpenSafe) => ReactNode
}) {
  const parameter = useSafeParameter()
  switch (parameter.status) {
    case 'named':
      return (
        <ReadSafe
          key={`${parameter.chain.chainId}:${parameter.address}`}
          scope={parameter}
        >
          {children}
        </ReadSafe>
      )
    case 'absent':
      return (
        <Closed title="No safe is chosen.">
          This page is about one safe. Choose it in the list of accounts; the
          link then carries it and can be shared.
        </Closed>
      )
    case 'malformed':
      return <Closed title="The link names no safe.">{parameter.reason}</Closed>
    case 'noPrefix':
      return (
        <Closed title="The link does not say on which network.">
          An address can be a safe on several networks. A complete link has the
          network before it, as in eth:0x12….
        </Closed>
      )
    case 'unknownPrefix':
      return (
        <Closed title={`No network is called “${parameter.shortName}”.`}>
          The part before the colon names the network, as in eth:0x12…. This one
          is not known here, so the safe cannot be looked for.
        </Closed>
      )
    case 'unconfiguredChain':
      return (
        <Closed title={`${parameter.name} is not set up here.`}>
          This installation does not serve that network. Its operator can add it
          to covault.config.json.
        </Closed>
      )
  }
}

function ReadSafe({
  scope,
  children,
}: {
  scope: SafeScope
  children: (open: OpenSafe) => ReactNode
}) {
  const { chain, address } = scope
  const { data, error, refetch } = useQuery(safeQuery(chain, address))
  if (!data && error)
    return (
      <Closed
        title={`${chain.name} does not answer.`}
        facts={[
          { name: 'Answer', value: describeError(error) },
          {
            name: 'Next try',
            value: `every ${pollInterval / 1000} seconds, by itself`,
          },
        ]}
        actions={<RetryButton onRetry={refetch} />}
      >
        Whether this address is a safe is asked of the chain, and the chain
        cannot be reached at the moment. Nothing is lost.
      </Closed>
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
        There is no contract at this address. A safe may have been predicted
        here and not been made yet, or it is on another network.
      </Closed>
    )
  return (
    <Closed title="This address is not a safe." facts={facts}>
      There is a contract, but it does not answer like a safe. Do not send
      anything to it that was meant for one.
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
