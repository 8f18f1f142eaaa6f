import {
  type Finding,
  findMessageRisks,
  type MessageFinding,
} from '@covault/protocol'
import type {
  Carried,
  CarriedSignatures,
  VerifiedCarried,
} from '@covault/protocol/envelope'
import { verifyCarried } from '@covault/protocol/envelope'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import type { Address } from 'viem'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { SharePanel } from '../../components/share/SharePanel.js'
import { CallOutline } from '../../components/transaction/CallOutline.js'
import { Findings } from '../../components/transaction/Findings.js'
import { HashValue } from '../../components/transaction/HashValue.js'
import { MessageBody } from '../../components/transaction/MessageBody.js'
import { RawData } from '../../components/transaction/RawData.js'
import { Record } from '../../components/transaction/Record.js'
import { useMessageFacts } from '../../hooks/useMessageFacts.js'
import { useNameOf } from '../../hooks/useNameOf.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { addressBook } from '../../preferences/addressBook.js'
import { knownSafes } from '../../preferences/knownSafes.js'
import { usePreference } from '../../preferences/preference.js'
import { computedHere } from '../../trust/provenance.js'
import type { Signable } from '../../trust/signable.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { Remark } from '../../ui/Remark.js'
import { RetryButton } from '../../ui/RetryButton.js'
import { Section } from '../../ui/Section.js'
import { Status } from '../../ui/Status.js'
import {
  describeIfPublished,
  listUnchecked,
  type OfflineReading,
  readOffline,
} from '../../understand/carry/offline.js'
import type { CarriedKind } from '../../understand/carry/parcel.js'
import type { SafeScope } from '../../understand/safe/safePlace.js'
import { describeIntent } from '../../understand/tell/describeIntent.js'
import { messageRuleCount } from '../../words/messages.js'
import classes from './BringIn.module.css'
import { BroughtSignatures } from './BroughtSignatures.js'
import { BroughtStates } from './BroughtStates.js'
import { type JudgedSignature, nameCarried } from './judgeCarried.js'
import { OfflineSign } from './OfflineSign.js'
import { listSenderFacts } from './senderFacts.js'

/**
 * One that was brought where no network answers: what its bytes say, with
 * everything that could not be checked named. It can be signed and handed back.
 */
export function OfflineReview({
  scope,
  carried,
  onRetry,
}: {
  scope: SafeScope
  carried: Carried
  /** Undefined: the network is asked again and again. */
  onRetry?: () => Promise<unknown>
}) {
  return (
    <>
      {carried.kind === 'signatures' ? (
        <NothingToRead of={carried.of} />
      ) : (
        <Verified scope={scope} carried={carried} />
      )}
      {onRetry && (
        <div>
          <RetryButton variant="default" onRetry={onRetry} />
        </div>
      )}
    </>
  )
}

function NothingToRead({ of }: Pick<CarriedSignatures, 'of'>) {
  return (
    <EmptyState picture="failed" title="Can’t check these signatures.">
      The signatures came without their {of}, and no network can be reached.
      Connect to the network, or ask the sender for the {of} itself.
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
  const query = useQuery({
    queryKey: ['carriedOffline', chain.chainId, address, nameCarried(carried)],
    queryFn: () =>
      verifyCarried(carried, { chainId: chain.chainId, safe: address }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  })
  return (
    <BroughtStates query={query}>
      {(verified) => <Review scope={{ chain, address }} verified={verified} />}
    </BroughtStates>
  )
}

function Review({
  scope,
  verified,
}: {
  scope: SafeScope
  verified: VerifiedCarried
}) {
  const signable = verified.signable as Signable<CarriedKind>
  return signable.kind === 'transaction' ? (
    <TransactionReview scope={scope} verified={verified} signable={signable} />
  ) : (
    <MessageReview scope={scope} verified={verified} signable={signable} />
  )
}

type Reviewed<Kind extends CarriedKind> = {
  scope: SafeScope
  verified: VerifiedCarried
  signable: Signable<Kind>
}

function TransactionReview({
  scope,
  verified,
  signable,
}: Reviewed<'transaction'>) {
  const { chainId } = scope.chain
  const contacts = usePreference(addressBook)
  const safes = usePreference(knownSafes)
  const reading = useMemo(() => {
    const list = (places: readonly { chainId: number; address: Address }[]) =>
      places.flatMap((one) => (one.chainId === chainId ? one.address : []))
    return readOffline(scope, {
      signable,
      contacts: list(contacts),
      ownSafes: list(safes),
    })
  }, [scope, chainId, signable, contacts, safes])
  return (
    <OfflineDocument
      scope={scope}
      verified={verified}
      findings={reading.findings}
    >
      <TransactionContent scope={scope} signable={signable} reading={reading} />
    </OfflineDocument>
  )
}

function MessageReview({ scope, verified, signable }: Reviewed<'message'>) {
  const nameOf = useNameOf(scope)
  const facts = useMessageFacts(scope)
  const findings = useMemo(
    () => findMessageRisks(signable.message, facts),
    [signable, facts],
  )
  return (
    <OfflineDocument scope={scope} verified={verified} findings={findings}>
      {findings.length > 0 && (
        <Findings
          findings={findings}
          ruleCount={messageRuleCount}
          nameOf={nameOf}
        />
      )}
      <MessageBody content={signable.message} />
    </OfflineDocument>
  )
}

/** From what it says to who signs it, and the way back to the sender. */
function OfflineDocument({
  scope,
  verified,
  findings,
  children,
}: {
  scope: SafeScope
  verified: VerifiedCarried
  findings: readonly (Finding | MessageFinding)[]
  children: ReactNode
}) {
  const { hash, signatures, note, origin } = verified
  const signable = verified.signable as Signable<CarriedKind>
  const { kind } = signable
  const [added, setAdded] = useState<VerifiedCarried['signatures']>([])
  const all = [...signatures, ...added]
  const parcel = {
    signable,
    signatures: all.flatMap((one) =>
      one.status === 'refused' ? [] : [one.signature],
    ),
    note,
  }
  return (
    <article className={classes.card} aria-label={`Imported ${kind}`}>
      <Remark kind="warn" role="status">
        Working without a network. The content and the hash were computed in
        this browser; nothing could be compared with the chain.
      </Remark>
      {children}
      <Section title="Checks">
        <ul className={classes.checks}>
          {listUnchecked(kind).map(({ fact, name }) => (
            <li key={fact} data-unchecked={fact}>
              <span>{name}</span>
              <Status kind="warn">Not checked: no network</Status>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Signatures">
        <BroughtSignatures place={scope} signatures={all.map(toJudged)} />
      </Section>
      <Record
        facts={[
          {
            name: kind === 'transaction' ? 'safeTxHash' : 'Message hash',
            value: (
              <>
                <HashValue hash={hash} /> <ProvenanceMark of={computedHere} />
              </>
            ),
          },
          {
            name: 'Safe',
            value: `${scope.chain.shortName}:${scope.address}`,
          },
          ...listSenderFacts({ note, origin }),
        ]}
      />
      <OfflineSign
        scope={scope}
        signable={signable}
        hash={hash}
        findings={findings}
        signed={all.flatMap((one) =>
          one.status === 'recovered' ? [one.signature.signer] : [],
        )}
        onSigned={(signature) =>
          setAdded((before) => [...before, { status: 'recovered', signature }])
        }
      />
      <Section title="Send back">
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

/** What its bytes do, with the reader's own names and records. */
function TransactionContent({
  scope,
  signable,
  reading: { decoded, findings },
}: {
  scope: SafeScope
  signable: Signable<'transaction'>
  reading: OfflineReading
}) {
  const nameOf = useNameOf(scope)
  const { intent } = decoded
  const { transaction } = signable
  const nameShort = (who: Address) =>
    nameOf(who) ?? formatAddress(who, { digits: 6 })
  const expected = describeIfPublished(intent, nameShort)
  return (
    <>
      <h2 className={classes.sentence}>
        {describeIntent(intent, nameShort)}
        {intent.kind !== 'reject' && `, at nonce ${transaction.nonce}`}.
      </h2>
      {expected && <p className={classes.lead}>{expected}</p>}
      {findings.length > 0 && (
        <Findings findings={findings} ruleCount={0} nameOf={nameOf} />
      )}
      <Section title="Calls">
        <CallOutline
          chain={scope.chain}
          decoded={decoded}
          findings={findings}
          nameOf={nameOf}
        />
        <RawData call={transaction} transaction={transaction} />
      </Section>
    </>
  )
}
