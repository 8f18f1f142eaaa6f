import { safeVersions } from '@covault/protocol'
import type { Carried } from '@covault/protocol/envelope'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Hex, isHash } from 'viem'
import { LoadingRows } from '../../components/ListStates.js'
import { useNameOf } from '../../hooks/useNameOf.js'
import { capitalise } from '../../lib/capitalise.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { formatCount } from '../../lib/formatCount.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { listOfSafe } from '../../preferences/localQueue.js'
import { useRecords } from '../../preferences/records.js'
import { listCounted } from '../../queries/localSignables.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { PageHead } from '../../ui/PageHead.js'
import { Remark } from '../../ui/Remark.js'
import type { CarriedKind } from '../../understand/carry/parcel.js'
import { decodeBytes } from '../../understand/decode/decodeTransaction.js'
import type { SafeScope } from '../../understand/safe/safePlace.js'
import { describeIntent } from '../../understand/tell/describeIntent.js'
import { writeUnreachable } from '../../words/outages.js'
import { describeKept, hashKept } from '../act/kept.js'
import type { Kept } from '../act/keptWork.js'
import { acting } from '../act/signables/signables.js'
import { ShareKept } from '../progress/ShareKept.js'
import classes from './BringIn.module.css'
import { findContentHere } from './findHere.js'
import { OfflineReview } from './OfflineReview.js'

type Props = {
  scope: SafeScope
  kind: CarriedKind
  title: string
  /** Where this browser has nothing. */
  children: ReactNode
}

/** One that this browser has, or all of a kind, where no network says more. */
export function KeptOffline({
  id,
  ...props
}: Props & {
  /** Its hash, or an id that ends with it. */
  id?: string | undefined
}) {
  return id ? <KeptOne {...props} id={id} /> : <KeptList {...props} />
}

function KeptOne({ scope, kind, id, title, children }: Props & { id: string }) {
  const { chain, address } = scope
  const { chainId } = chain
  const hash = (id.split('_').at(-1) ?? '').toLowerCase()
  const { data: isHere } = useQuery({
    queryKey: ['keptOffline', chainId, address, kind, hash],
    queryFn: async () => {
      if (!isHash(hash)) return false
      const place = { chainId, address }
      const content = await findContentHere(place, { of: kind, hash })
      return content !== undefined
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (isHere === undefined) return <LoadingRows count={3} />
  if (!isHere) return children
  return (
    <>
      <PageHead title={title} />
      <OfflineReview
        scope={scope}
        carried={nameCopy(scope, kind, hash as Hex)}
        from="copy"
        isOne={false}
      />
    </>
  )
}

/** By its hash alone, which also tells the version of its safe. */
function nameCopy(
  { chain: { chainId }, address: safe }: SafeScope,
  of: CarriedKind,
  hash: Hex,
): Carried {
  return {
    ...{ form: 'envelope', kind: 'signatures', of, hash },
    stated: { chainId, safe, versions: safeVersions },
    ...{ signatures: [], note: undefined, origin: undefined },
  }
}

/** All of a kind that this browser has of a safe, and the ways to hand it on. */
function KeptList({ scope, kind, title, children }: Props) {
  const { chain } = scope
  const kept = useKept(kind, scope)
  if (!kept) return <LoadingRows count={3} />
  if (kept.length === 0) return children
  return (
    <>
      <PageHead
        title={title}
        actions={
          <LinkButton
            variant="default"
            to={paths.bringIn}
            search={toSafeSearch(scope)}
          >
            Import
          </LinkButton>
        }
      />
      <Remark kind="warn" role="status">
        {writeUnreachable(chain.name)} Only what this browser has saved is
        shown. Owners, threshold and nonce couldn’t be read, so signatures are
        not checked against the owners
        {kind === 'transaction' &&
          ', and a transaction may already be executed'}
        .
      </Remark>
      <ul className={classes.rows}>
        {kept.map((one) => (
          <KeptRow key={hashKept(one)} scope={scope} kept={one} />
        ))}
      </ul>
    </>
  )
}

function useKept<Kind extends CarriedKind>(
  kind: Kind,
  { chain: { chainId }, address }: SafeScope,
): Kept[] | undefined {
  const records = useRecords(acting[kind].kept.records)
  return (
    records &&
    listOfSafe(records, { chainId, address }).map(
      (value) => ({ kind, value }) as Kept,
    )
  )
}

function KeptRow({ scope, kept }: { scope: SafeScope; kept: Kept }) {
  const nameOf = useNameOf(scope)
  const { to, search } = acting[kept.kind].ending.page
  const words =
    'transaction' in kept.value
      ? describeIntent(
          decodeBytes(scope, kept.value).intent,
          (who) => nameOf(who) ?? formatAddress(who, { digits: 6 }),
        )
      : capitalise(kept.kind)
  return (
    <li data-plain>
      <span className={classes.who}>
        <Link
          to={to}
          search={{ ...toSafeSearch(scope), ...search(hashKept(kept)) }}
        >
          {words}
        </Link>
        <span className={classes.note}>
          {capitalise(describeKept(kept))},{' '}
          {formatCount(listCounted(kept.value).length, 'signature')}, owners not
          checked
        </span>
      </span>
      <ShareKept kept={kept} size="xs" />
    </li>
  )
}
