import type { Carried } from '@covault/protocol/envelope'
import { useQuery } from '@tanstack/react-query'
import { LoadingRows } from '../../components/ListStates.js'
import { useSafeScope } from '../../hooks/scope.js'
import { useAppConfig } from '../../hooks/useAppConfig.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { toNumbered } from '../../lib/numbered.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { safeQuery, withoutKept } from '../../trust/safe.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { LinkButton } from '../../ui/LinkButton.js'
import type { SafeScope } from '../../understand/safe/safePlace.js'
import { describeError } from '../../words/errors.js'
import classes from './BringIn.module.css'
import { BroughtReview } from './BroughtReview.js'
import { OfflineReview } from './OfflineReview.js'
import { readBrought } from './readBrought.js'

/** What a text carries, reviewed. Reading it signs, sends and keeps nothing. */
export function BringIn({ text }: { text: string }) {
  const { chains } = useAppConfig()
  const { data, error } = useQuery({
    queryKey: ['carried', text],
    queryFn: () => readBrought(text, chains),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
  if (error)
    return (
      <EmptyState picture="failed" title="This can’t be read.">
        {describeError(error)}
      </EmptyState>
    )
  if (!data) return <LoadingRows count={3} />
  return <BringInCarried carried={data} />
}

/** What was read, from wherever it came. */
export function BringInCarried({ carried }: { carried: readonly Carried[] }) {
  return (
    <div className={classes.list}>
      {toNumbered(carried).map(({ item, at }) => (
        <Placed key={at} carried={item} />
      ))}
    </div>
  )
}

/** It belongs to one safe; another one that is open is not asked about it. */
function Placed({ carried }: { carried: Carried }) {
  const { chains } = useAppConfig()
  const open = useSafeScope()
  const { stated } = carried
  const chainId = stated.chainId ?? open?.chain.chainId
  const address = stated.safe ?? open?.address
  const chain = chains.find((one) => one.chainId === chainId)
  if (chainId === undefined || !address)
    return (
      <EmptyState picture="0x0404" title="The safe isn’t named.">
        The file or link doesn’t say which safe and network it is for. Open its
        safe, then import it again.
      </EmptyState>
    )
  if (!chain)
    return (
      <EmptyState
        picture="0x0404"
        title="This is for a network that isn’t available here."
        facts={[{ name: 'Chain ID', value: String(chainId) }]}
      >
        The operator of this gateway can add the network.
      </EmptyState>
    )
  if (
    open &&
    (open.chain.chainId !== chainId ||
      open.address.toLowerCase() !== address.toLowerCase())
  )
    return <OtherSafe open={open} chain={chain} address={address} />
  return <Checked chain={chain} address={address} carried={carried} />
}

function OtherSafe({
  open,
  chain,
  address,
}: {
  open: SafeScope
  chain: ChainConfig
  address: SafeScope['address']
}) {
  const short = (scope: SafeScope) =>
    `${formatAddress(scope.address, { digits: 4 })} on ${scope.chain.name}`
  return (
    <EmptyState
      picture={address}
      title="This is for another safe."
      facts={[
        { name: 'Intended for', value: `${chain.shortName}:${address}` },
        {
          name: 'Open here',
          value: `${open.chain.shortName}:${open.address}`,
        },
      ]}
      actions={
        <LinkButton to="." search={toSafeSearch({ chain, address })} hash state>
          Open {short({ chain, address })}
        </LinkButton>
      }
    >
      Nothing was imported. Open that safe to continue.
    </EmptyState>
  )
}

/** Checked against the chain or, where no network answers, without it. */
function Checked({
  chain,
  address,
  carried,
}: SafeScope & { carried: Carried }) {
  const { data: any, errorUpdateCount } = useQuery(safeQuery(chain, address))
  const data = withoutKept(any)
  // It stays while the network is asked again, with what was ticked.
  if (!data && errorUpdateCount > 0)
    return <OfflineReview scope={{ chain, address }} carried={carried} />
  if (!data) return <LoadingRows count={3} />
  if (data.status !== 'safe')
    return (
      <EmptyState
        picture={address}
        title={`This address is not a safe on ${chain.name}.`}
        facts={[{ name: 'Address', value: address }]}
      >
        Nothing was imported.
      </EmptyState>
    )
  return (
    <BroughtReview
      place={{ chain, address, safe: data.safe }}
      carried={carried}
    />
  )
}
