import type { SafeReference } from '@covault/api'
import { findMessageRisks } from '@covault/protocol'
import type { Carried, CarriedSignatures } from '@covault/protocol/envelope'
import { verifyCarried } from '@covault/protocol/envelope'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Address } from 'viem'
import { CallOutline } from '../../components/transaction/CallOutline.js'
import { Findings } from '../../components/transaction/Findings.js'
import { MessageBody } from '../../components/transaction/MessageBody.js'
import { RawData } from '../../components/transaction/RawData.js'
import { useMessageFacts } from '../../hooks/useMessageFacts.js'
import { useNameOf } from '../../hooks/useNameOf.js'
import type { BroughtFrom } from '../../lib/carriedText.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { addressBook } from '../../preferences/addressBook.js'
import { knownSafes } from '../../preferences/knownSafes.js'
import { usePreference } from '../../preferences/preference.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { headQuery } from '../../trust/head.js'
import type { Signable } from '../../trust/signable.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { RetryButton } from '../../ui/RetryButton.js'
import { Section } from '../../ui/Section.js'
import {
  describeIfPublished,
  type OfflineReading,
  readOffline,
} from '../../understand/carry/offline.js'
import type { CarriedKind } from '../../understand/carry/parcel.js'
import type { SafeScope } from '../../understand/safe/safePlace.js'
import { describeIntent } from '../../understand/tell/describeIntent.js'
import { messageRuleCount } from '../../words/messages.js'
import classes from './BringIn.module.css'
import { BroughtStates } from './BroughtStates.js'
import { findContentHere, findHere } from './findHere.js'
import { nameCarried } from './judgeCarried.js'
import { type DocumentProps, OfflineDocument } from './OfflineDocument.js'

/**
 * One that was brought where no network answers: what its bytes say, what this
 * browser has of it, and everything that could not be checked named. It can be
 * signed and handed back.
 */
export function OfflineReview({
  scope,
  carried,
  from,
  isOne,
  onRetry,
}: {
  scope: SafeScope
  carried: Carried
  from: BroughtFrom
  /** Of several the others are still to be reviewed on this page. */
  isOne: boolean
  /** Undefined: the network is asked again and again. */
  onRetry?: () => Promise<unknown>
}) {
  const { chain, address } = scope
  useAskedHead(chain)
  const query = useQuery({
    queryKey: ['carriedOffline', chain.chainId, address, nameCarried(carried)],
    queryFn: () => verifyHere(carried, scope),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  })
  return (
    <>
      <BroughtStates query={query}>
        {(found) =>
          found.verified ? (
            <Review {...found} {...{ scope, from, isOne }} />
          ) : (
            <NothingToRead of={found.of} />
          )
        }
      </BroughtStates>
      {onRetry && (
        <div>
          <RetryButton variant="default" onRetry={onRetry} />
        </div>
      )}
    </>
  )
}

/** Banner and status line say what the review says, and not at their next look. */
function useAskedHead(chain: ChainConfig): void {
  const queries = useQueryClient()
  useEffect(() => {
    const { queryKey } = headQuery(chain)
    void queries.invalidateQueries({ queryKey })
  }, [queries, chain])
}

type Found =
  | Pick<DocumentProps, 'verified' | 'here'>
  /** Signatures alone, and this browser does not have what they are of. */
  | { verified: undefined; of: CarriedSignatures['of'] }

/** Against what this browser has itself: nobody is asked. */
async function verifyHere(
  carried: Carried,
  { chain, address }: SafeScope,
): Promise<Found> {
  const { chainId } = chain
  const whole = await complete(carried, { chainId, address })
  if (!whole) return { verified: undefined, of: nameKind(carried) }
  const verified = await verifyCarried(whole, { chainId, safe: address })
  const signable = verified.signable as Signable<CarriedKind>
  const here = await findHere(
    { signable, hash: verified.hash },
    chain.nativeCurrency,
  ).catch(() => undefined)
  return { verified, here }
}

async function complete(
  carried: Carried,
  place: SafeReference,
): Promise<Exclude<Carried, CarriedSignatures> | undefined> {
  if (carried.kind !== 'signatures') return carried
  const content = await findContentHere(place, carried)
  return content && { ...carried, ...content }
}

function nameKind(carried: Carried): CarriedKind {
  return carried.kind === 'signatures' ? carried.of : carried.kind
}

function NothingToRead({ of }: Pick<CarriedSignatures, 'of'>) {
  return (
    <EmptyState picture="failed" title="Can’t check these signatures.">
      The signatures came without their {of}, this browser doesn’t have it, and
      no network can be reached. Connect to the network, or ask the sender for
      the {of} itself.
    </EmptyState>
  )
}

function Review(props: Omit<DocumentProps, 'findings' | 'children'>) {
  const signable = props.verified.signable as Signable<CarriedKind>
  return signable.kind === 'transaction' ? (
    <TransactionReview {...props} signable={signable} />
  ) : (
    <MessageReview {...props} signable={signable} />
  )
}

type Reviewed<Kind extends CarriedKind> = Omit<
  DocumentProps,
  'findings' | 'children'
> & { signable: Signable<Kind> }

function TransactionReview({ signable, ...props }: Reviewed<'transaction'>) {
  const { scope } = props
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
    <OfflineDocument {...props} findings={reading.findings}>
      <TransactionContent scope={scope} signable={signable} reading={reading} />
    </OfflineDocument>
  )
}

function MessageReview({ signable, ...props }: Reviewed<'message'>) {
  const { scope } = props
  const nameOf = useNameOf(scope)
  const facts = useMessageFacts(scope)
  const findings = useMemo(
    () => findMessageRisks(signable.message, facts),
    [signable, facts],
  )
  return (
    <OfflineDocument {...props} findings={findings}>
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
