import type {
  Carried,
  CarriedSignatures,
  VerifiedCarried,
} from '@covault/protocol/envelope'
import { verifyCarried } from '@covault/protocol/envelope'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadingRows } from '../../components/ListStates.js'
import { SharePanel } from '../../components/share/SharePanel.js'
import { Findings } from '../../components/transaction/Findings.js'
import { HashValue } from '../../components/transaction/HashValue.js'
import { MessageBody } from '../../components/transaction/MessageBody.js'
import { Record } from '../../components/transaction/Record.js'
import { useNameOf } from '../../hooks/useNameOf.js'
import { formatAddress } from '../../lib/formatAddress.js'
import type { Signable } from '../../trust/signable.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { Remark } from '../../ui/Remark.js'
import { Section } from '../../ui/Section.js'
import { Status } from '../../ui/Status.js'
import { readOffline, unchecked } from '../../understand/carry/offline.js'
import type { SafeScope } from '../../understand/safe/safePlace.js'
import { describeIntent } from '../../understand/tell/describeIntent.js'
import { describeError } from '../../words/errors.js'
import classes from './BringIn.module.css'
import { BroughtSignatures } from './BroughtSignatures.js'
import type { JudgedSignature } from './judgeCarried.js'
import { OfflineSign } from './OfflineSign.js'

/**
 * One that was brought where no network answers: what its bytes say, with
 * everything that could not be checked named. It can be signed and handed back.
 */
export function OfflineReview({
  scope,
  carried,
}: {
  scope: SafeScope
  carried: Carried
}) {
  if (carried.kind === 'signatures') return <NothingToRead of={carried.of} />
  return <Verified scope={scope} carried={carried} />
}

function NothingToRead({ of }: Pick<CarriedSignatures, 'of'>) {
  return (
    <EmptyState picture="failed" title="Can’t check these signatures.">
      They come without their {of}, and no network answers. Connect to the
      network, or ask the sender for the {of} itself.
    </EmptyState>
  )
}

function Verified({
  scope: { chain, address },
  carried,
}: {
  scope: SafeScope
  carried: Exclude<Carried, CarriedSignatures>
}) {
  const { data, error } = useQuery({
    queryKey: ['carriedOffline', chain.chainId, address, carried.hash],
    queryFn: () =>
      verifyCarried(carried, { chainId: chain.chainId, safe: address }),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  })
  if (error)
    return (
      <EmptyState picture="failed" title="This can’t be brought in.">
        {describeError(error)}
      </EmptyState>
    )
  if (!data) return <LoadingRows count={3} />
  return <Review scope={{ chain, address }} verified={data} />
}

function Review({
  scope,
  verified,
}: {
  scope: SafeScope
  verified: VerifiedCarried
}) {
  const { hash, signatures } = verified
  const signable = verified.signable as Signable
  const [added, setAdded] = useState<VerifiedCarried['signatures']>([])
  const all = [...signatures, ...added]
  const parcel = {
    signable,
    signatures: all.flatMap((one) =>
      one.status === 'refused' ? [] : [one.signature],
    ),
  }
  return (
    <article className={classes.card} aria-label={`Brought ${signable.kind}`}>
      <Remark kind="warn" role="status">
        Working without a network. The content and the hash were computed in
        this browser; nothing could be compared with the chain.
      </Remark>
      <Content scope={scope} signable={signable} />
      <Section title="Signatures">
        <BroughtSignatures place={scope} signatures={all.map(toJudged)} />
      </Section>
      <Section title="Checks">
        <ul className={classes.rows}>
          {unchecked.map(({ fact, name }) => (
            <li key={fact} data-unchecked={fact}>
              <span />
              <span>{name}</span>
              <Status kind="warn">Not checked: no network</Status>
            </li>
          ))}
        </ul>
      </Section>
      <Record
        facts={[
          {
            name:
              signable.kind === 'transaction' ? 'safeTxHash' : 'Message hash',
            isWide: true,
            value: <HashValue hash={hash} />,
          },
          {
            name: 'Safe',
            value: `${scope.chain.shortName}:${scope.address}`,
          },
        ]}
      />
      <OfflineSign
        scope={scope}
        signable={signable}
        hash={hash}
        signed={all.flatMap((one) =>
          one.status === 'recovered' ? [one.signature.signer] : [],
        )}
        onSigned={(signature) =>
          setAdded((before) => [...before, { status: 'recovered', signature }])
        }
      />
      <Section title="Hand back">
        <SharePanel chain={scope.chain} parcel={parcel} />
      </Section>
    </article>
  )
}

/** A key's signature is certain without a chain; its owner is not. */
function toJudged(one: VerifiedCarried['signatures'][number]): JudgedSignature {
  if (one.status === 'refused')
    return {
      signer: one.signer,
      status: 'refused',
      reason: one.reason.message,
    }
  return { signer: one.signature.signer, status: one.status }
}

function Content({
  scope,
  signable,
}: {
  scope: SafeScope
  signable: Signable
}) {
  const nameOf = useNameOf(scope)
  if (signable.kind === 'message')
    return <MessageBody content={signable.message} />
  const { intent, ...assessment } = readOffline(signable)
  const inShort = (who: Parameters<typeof nameOf>[0]) =>
    nameOf(who) ?? formatAddress(who, { digits: 6 })
  return (
    <div>
      <h2 className={classes.sentence}>
        {describeIntent(intent, inShort)}
        {intent.kind !== 'reject' && `, at nonce ${signable.transaction.nonce}`}
        .
      </h2>
      <Findings {...assessment} nameOf={nameOf} />
    </div>
  )
}
