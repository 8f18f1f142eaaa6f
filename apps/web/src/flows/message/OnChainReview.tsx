import type { MessageContent } from '@covault/api'
import {
  type Call,
  findMessageRisks,
  hashMessageContent,
} from '@covault/protocol'
import type { AppIdentity } from '../../apps/requestDesk.js'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { Findings } from '../../components/transaction/Findings.js'
import { useMessageFacts } from '../../hooks/useMessageFacts.js'
import { useNameOf } from '../../hooks/useNameOf.js'
import { toDomain } from '../../trust/domain.js'
import { computedHere } from '../../trust/provenance.js'
import { nameContentHash } from '../../understand/decode/listHashes.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { messageRuleCount } from '../../words/messages.js'
import type { Outcome } from '../act/outcome.js'
import { NewReview } from '../machine/NewReview.js'
import { Acknowledgements } from '../review/Acknowledgements.js'
import { listDemands, useDemands } from '../review/demands.js'
import { HashFact } from '../review/HashList.js'
import { ContentSection } from '../review/MessageReview.js'
import review from '../review/Review.module.css'
import classes from './OnChainReview.module.css'

/**
 * The transaction tells only a hash, so the message stands above it. What is
 * dangerous to sign off chain is as dangerous on chain.
 */
export function OnChainReview({
  place,
  content,
  call,
  ...transaction
}: {
  place: SafePlace
  content: MessageContent
  call: Call
  app?: AppIdentity
  expiresAt?: number | undefined
  note: string
  onNote: (note: string) => void
  onBack: () => void
  onDone: (outcome: Outcome) => void
}) {
  const hash = hashMessageContent(content)
  const findings = findMessageRisks(content, useMessageFacts(place, content))
  const nameOf = useNameOf(place)
  const demands = useDemands(
    hash,
    listDemands('message', {
      findings,
      alarm: undefined,
      failure: null,
      // The review of the transaction asks for it.
      isGatewayAlone: false,
      version: toDomain(place.chain, place.safe).version,
      nameOf,
    }).filter(({ id }) => id !== 'replayable'),
  )
  return (
    <div className={classes.whole}>
      <div className={review.review}>
        {findings.length > 0 && (
          <Findings
            findings={findings}
            ruleCount={messageRuleCount}
            nameOf={nameOf}
          />
        )}
        <ContentSection content={content} />
        <dl className={review.facts}>
          <HashFact id="content" name={nameContentHash(content)} hash={hash}>
            <ProvenanceMark of={computedHere} />
          </HashFact>
        </dl>
        {demands.list.length > 0 && <Acknowledgements demands={demands} />}
      </div>
      {demands.open === 0 && (
        <NewReview
          place={place}
          calls={[call]}
          nonceText={undefined}
          batchAs="New message"
          message={content}
          {...transaction}
        />
      )}
    </div>
  )
}
