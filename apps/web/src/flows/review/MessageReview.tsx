import type { MessageContent } from '@covault/api'
import {
  findMessageRisks,
  groupFindings,
  type MessageFinding,
  type MessageRiskId,
} from '@covault/protocol'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { CopyButton } from '../../components/CopyButton.js'
import { MessageBody } from '../../components/transaction/MessageBody.js'
import { useMessageFacts } from '../../hooks/useMessageFacts.js'
import { useNameOf } from '../../hooks/useNameOf.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { formatCount } from '../../lib/formatCount.js'
import type { SignableCheck } from '../../trust/checkSignable.js'
import { toDomain } from '../../trust/domain.js'
import { readHashes } from '../../trust/hashSignable.js'
import { AddressText } from '../../ui/AddressText.js'
import { Remark } from '../../ui/Remark.js'
import { checkQuery } from '../../understand/assess/checkQuery.js'
import { claimMessage } from '../../understand/assess/claim.js'
import { nameContentHash } from '../../understand/decode/listHashes.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import {
  type NameOf,
  writeWords,
} from '../../understand/tell/describeIntent.js'
import { messageRuleCount, writeUnknownMessage } from '../../words/messages.js'
import { CollectedSignature } from './CollectedSignature.js'
import { Refusals } from './Refusals.js'
import {
  FindingsAside,
  ReviewDocument,
  ReviewHead,
  ReviewSection,
} from './ReviewDocument.js'
import type { MessageReviewProps } from './reviewProps.js'
import { ShareReview } from './ShareReview.js'
import { GroupTally, readCheckState } from './Tally.js'

/** A message as a document that ends in the signature. */
export function MessageReview(props: MessageReviewProps) {
  const { place, content, proposal } = props
  const { chain, address, safe } = place
  const { version } = safe
  const facts = useMessageFacts(place, content)
  const { signable, hashes } = useMemo(() => {
    const domain = toDomain(chain, { address, version })
    const signable = { kind: 'message', domain, message: content } as const
    return { signable, hashes: readHashes(signable) }
  }, [chain, address, version, content])
  const findings = useMemo(
    () => findMessageRisks(content, facts),
    [content, facts],
  )
  const nameOf = useNameOf(place)
  const claim = proposal && claimMessage(proposal)
  const check = useQuery(
    checkQuery({
      chain,
      signable,
      claim,
      hash: hashes.signed,
    }),
  )
  return (
    <ReviewDocument
      head={
        <Head
          place={place}
          content={content}
          findings={findings}
          nameOf={nameOf}
          check={check}
        />
      }
      body={
        <>
          <FindingsAside
            findings={findings}
            ruleCount={messageRuleCount}
            nameOf={nameOf}
          />
          <ContentSection content={content} />
        </>
      }
      hashes={hashes}
      device={`Compare with what your hardware wallet shows: the domain hash and message hash, or “SafeMessage”, whose field “message” is the ${nameContentHash(content)} above.`}
      check={check}
      known={{ kind: 'message', content, proposal }}
      result={
        <>
          {check.data?.canValidate === false && (
            <NoHandler handler={check.data.safe.fallbackHandler} />
          )}
          {check.data && proposal && hashes.content && (
            <CollectedSignature
              place={place}
              domain={signable.domain}
              contentHash={hashes.content}
              check={check.data}
              proposal={proposal}
            />
          )}
        </>
      }
      seal={{
        ...props,
        signable,
        summary: 'A message',
        claim,
        findings,
        nameOf,
        children: (
          <ShareReview
            signable={signable}
            isProposed={proposal !== undefined}
          />
        ),
      }}
    />
  )
}

function Head({
  place,
  content,
  findings,
  nameOf,
  check,
}: {
  place: SafePlace
  content: MessageContent
  findings: readonly MessageFinding[]
  nameOf: NameOf
  check: UseQueryResult<SignableCheck>
}) {
  const headline = findings.find((one) => one.headline)?.headline
  const inShort: NameOf = (who) =>
    nameOf(who) ?? formatAddress(who, { digits: 6 })
  const effect = headline ? `: ${writeWords(headline, inShort)}` : ''
  return (
    <ReviewHead
      sentence={
        <AddressText
          text={`Sign ${nameContent(content, findings)} off chain${effect}.`}
        />
      }
    >
      <Refusals check={check.data} nameOf={nameOf} />
      <GroupTally
        groups={groupFindings(findings)}
        ruleCount={messageRuleCount}
        failure={false}
        place={place}
        check={readCheckState(check)}
      />
      {findings.length === 0 && (
        <Remark kind="info">{writeUnknownMessage(content)}</Remark>
      )}
    </ReviewHead>
  )
}

const names: Partial<Record<MessageRiskId, string>> = {
  'message-permit': 'a permit',
  'message-transfer': 'a transfer',
  'message-safe-transaction': 'a transaction of a safe',
  'message-safe-message': 'a message of a safe',
}

/** What it is, not what it looks like. */
function nameContent(
  content: MessageContent,
  findings: readonly MessageFinding[],
): string {
  // Typed data that is signed as text does nothing.
  if (typeof content === 'string') return 'a text'
  return findings.map(({ id }) => names[id]).find(Boolean) ?? 'typed data'
}

export function ContentSection({ content }: { content: MessageContent }) {
  const text =
    typeof content === 'string' ? content : JSON.stringify(content, null, 2)
  return (
    <ReviewSection
      name="message"
      title={
        <>
          The message{' '}
          <small>
            {typeof content === 'string'
              ? formatCount([...content].length, 'character')
              : 'typed data, EIP-712'}
          </small>
        </>
      }
    >
      <MessageBody content={content} />
      <div>
        <CopyButton
          label={typeof content === 'string' ? 'Copy text' : 'Copy JSON'}
          text={text}
        />
      </div>
    </ReviewSection>
  )
}

function NoHandler({ handler }: { handler: string | null }) {
  return (
    <Remark kind="danger" role="alert">
      {handler === null
        ? 'This safe has no fallback handler.'
        : `The fallback handler ${handler} doesn’t verify signatures for apps.`}{' '}
      Owners can sign, but apps can’t verify the signatures (isValidSignature)
      until you set a handler that supports this.
    </Remark>
  )
}
