import { BaseError, nameChain } from '@covault/protocol'
import type { Carried } from '@covault/protocol/envelope'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadingRows } from '../../components/ListStates.js'
import { useSafeScope } from '../../hooks/scope.js'
import { useAppConfig } from '../../hooks/useAppConfig.js'
import { capitalise } from '../../lib/capitalise.js'
import {
  type BroughtFrom,
  type BroughtText,
  nameSource,
} from '../../lib/carriedText.js'
import { toForeignText } from '../../lib/foreignText.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { formatNumber } from '../../lib/formatCount.js'
import { toNumbered } from '../../lib/numbered.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { isFromFolder } from '../../lib/servedFrom.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { safeQuery, withoutKept } from '../../trust/safe.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { usePortion } from '../../ui/usePortion.js'
import type { SafeScope } from '../../understand/safe/safePlace.js'
import { describeError } from '../../words/errors.js'
import classes from './BringIn.module.css'
import { BroughtReview } from './BroughtReview.js'
import { CancelImport } from './CancelImport.js'
import { OfflineReview } from './OfflineReview.js'
import { readBrought } from './readBrought.js'

/** What texts carry, reviewed. Reading them signs, sends and keeps nothing. */
export function BringIn({ brought }: { brought: readonly BroughtText[] }) {
  const { chains } = useAppConfig()
  const { data } = useQuery({
    queryKey: ['carried', brought],
    queryFn: () => readAll(brought, chains),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
  if (!data) return <LoadingRows count={3} />
  const { carried, unread } = data
  const isOneOfSeveral = brought.length > 1
  return (
    <div className={classes.list}>
      {unread.map(({ file, error }) => (
        <EmptyState
          key={file}
          picture="failed"
          title={
            file && isOneOfSeveral
              ? `The file ${toForeignText(file, 80)} can’t be read.`
              : 'This can’t be read.'
          }
        >
          {describeError(error)}
        </EmptyState>
      ))}
      {carried.length > 0 ? (
        <BringInCarried brought={carried} />
      ) : (
        <div className={classes.cancel}>
          <CancelImport />
        </div>
      )}
    </div>
  )
}

/** Of several files one may be damaged: the others count. */
async function readAll(
  brought: readonly BroughtText[],
  chains: readonly ChainConfig[],
): Promise<{ carried: Brought[]; unread: Unread[] }> {
  const results = await Promise.allSettled(
    brought.map(async (one) => {
      const found = await readBrought(one.text, chains)
      return found.map((carried) => ({ carried, from: nameSource(one) }))
    }),
  )
  const carried: Brought[] = []
  const unread: Unread[] = []
  for (const [at, result] of results.entries()) {
    const file = brought[at]?.file
    if (result.status === 'rejected') {
      unread.push({ file, error: result.reason })
      continue
    }
    const count = carried.length + result.value.length
    if (count <= mostAtOnce) carried.push(...result.value)
    else unread.push({ file, error: new TooManyBroughtError({ count }) })
  }
  return { carried, unread }
}

/** As many as the longest list of one file. */
const mostAtOnce = 200

class TooManyBroughtError extends BaseError {
  constructor({ count }: { count: number }) {
    super(
      `Up to ${mostAtOnce} transactions and messages can be reviewed at once, and this makes it ${formatNumber(count)}. Import fewer at a time.`,
    )
  }
}

type Unread = { file: string | undefined; error: unknown }

type Brought = { carried: Carried; from: BroughtFrom }

/** Each asks the chain and the gateway several times. */
const judgedAtOnce = 10

/** What was read, and what it came in. */
export function BringInCarried({ brought }: { brought: readonly Brought[] }) {
  const { shown, more } = usePortion(toNumbered(brought), judgedAtOnce)
  return (
    <div className={classes.list}>
      {shown.map(({ item, at }) => (
        <Placed key={at} {...item} isOne={brought.length === 1} />
      ))}
      {more}
      <div className={classes.cancel}>
        <CancelImport />
      </div>
    </div>
  )
}

/** It belongs to one safe; another one that is open is not asked about it. */
function Placed({ carried, from, isOne }: Brought & { isOne: boolean }) {
  const { chains } = useAppConfig()
  const open = useSafeScope()
  const { stated } = carried
  const chainId = stated.chainId ?? open?.chain.chainId
  const address = stated.safe ?? open?.address
  const chain = chains.find((one) => one.chainId === chainId)
  if (chainId === undefined || !address)
    return (
      <EmptyState picture="0x0404" title="The safe isn’t named.">
        The {from} doesn’t say which safe and network it is for. Open its safe,
        then import it again.
      </EmptyState>
    )
  if (!chain)
    return (
      <EmptyState
        picture="0x0404"
        title="This is for a network that isn’t available here."
        facts={[{ name: 'Network', value: capitalise(nameChain(chainId)) }]}
        actions={
          isFromFolder() && (
            <LinkButton to={paths.environment}>Add a network</LinkButton>
          )
        }
      >
        {isFromFolder()
          ? 'Add the network in the settings, then import this again.'
          : 'The operator of this gateway can add the network.'}
      </EmptyState>
    )
  if (
    open &&
    (open.chain.chainId !== chainId ||
      open.address.toLowerCase() !== address.toLowerCase())
  )
    return <OtherSafe open={open} chain={chain} address={address} />
  return (
    <Checked
      {...{ chain, address }}
      carried={carried}
      from={from}
      isOne={isOne}
    />
  )
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
  from,
  isOne,
}: SafeScope & Brought & { isOne: boolean }) {
  const reading = useQuery(safeQuery(chain, address))
  const data = withoutKept(reading.data)
  const [openedAt] = useState(() => Date.now())
  // Of a safe that was open before, the last answer is still at hand. Once it was
  // checked here the review stays, with what was ticked, whatever fails later.
  const isChecked = data !== undefined && reading.dataUpdatedAt >= openedAt
  const isAway =
    !isChecked && (reading.isError || (!data && reading.errorUpdateCount > 0))
  if (isAway)
    return (
      <OfflineReview
        scope={{ chain, address }}
        carried={carried}
        from={from}
        isOne={isOne}
      />
    )
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
      from={from}
      isOne={isOne}
    />
  )
}
