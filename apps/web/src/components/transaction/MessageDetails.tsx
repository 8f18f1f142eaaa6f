import type { Message } from '@covault/api'
import { BaseError, findMessageRisks } from '@covault/protocol'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Address, Hex } from 'viem'
import { useFindName } from '../../hooks/useFindName.js'
import { useLocal } from '../../hooks/useLocal.js'
import { useMessageFacts } from '../../hooks/useMessageFacts.js'
import { openFlow } from '../../lib/flowSearch.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { localMessages } from '../../preferences/localQueue.js'
import { computedHere, gatewaySays } from '../../trust/provenance.js'
import { Seal } from '../../ui/drawn/Seal.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { Moment } from '../../ui/Moment.js'
import { Remark } from '../../ui/Remark.js'
import { claimMessage } from '../../understand/assess/claim.js'
import { collectSignature } from '../../understand/assess/collectSignature.js'
import { sealsQuery } from '../../understand/assess/sealsQuery.js'
import {
  type ReadMessage,
  readMessage,
} from '../../understand/decode/readMessage.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import type { NameOf } from '../../understand/tell/describeIntent.js'
import { accountQuery } from '../../wallet/account.js'
import { messageRuleCount, writeUnknownMessage } from '../../words/messages.js'
import { CopyButton } from '../CopyButton.js'
import { DiscardLocal } from '../DiscardLocal.js'
import { ProvenanceMark } from '../ProvenanceMark.js'
import { DetailsFrame, Part } from './DetailsFrame.js'
import { DetailsReasons } from './DetailsReasons.js'
import { Findings } from './Findings.js'
import { LongText } from './LongText.js'
import { MessageApp, readMessageApp } from './MessageApp.js'
import { MessageBody } from './MessageBody.js'
import { Record } from './Record.js'
import { listHashFacts } from './SafeRecord.js'
import { SealSection } from './SealSection.js'
import classes from './TransactionDetails.module.css'
import { WhyBelieve } from './WhyBelieve.js'

/** A message the owners sign together: its content, its hashes, its seals. */
export function MessageDetails({
  place,
  message,
  messageHash,
}: {
  place: SafePlace
  message: Message
  /** What the link asks for. */
  messageHash: Hex
}) {
  const { chain, address, safe } = place
  const findName = useFindName()
  const nameOf: NameOf = (who) =>
    findName({ chainId: chain.chainId, address: who })
  const read = useMemo(
    () =>
      readMessage(message.message, {
        chainId: chain.chainId,
        address,
        version: safe.version,
      }),
    [chain.chainId, address, safe.version, message.message],
  )
  const findings = findMessageRisks(
    message.message,
    useMessageFacts(place, message.message),
  )
  if (read instanceof BaseError)
    return <Remark kind="danger">{read.message}</Remark>
  // Its safe is part of what is hashed: another hash is another safe's.
  if (read.hashes.signed !== messageHash.toLowerCase())
    return (
      <EmptyState
        picture={<Seal address={address} state="invalid" size={72} />}
        title="This message belongs to another safe, or its content was changed."
        facts={[{ name: 'Requested hash', value: messageHash }]}
      >
        The content doesn’t match the hash for this safe, so it isn’t shown.
        Don’t sign it; ask the proposer for the text.
      </EmptyState>
    )
  return (
    <DetailsFrame
      margin={
        <>
          <SealSection
            place={place}
            signed={read}
            claim={claimMessage(message)}
            nameOf={nameOf}
          >
            <SignLink
              place={place}
              messageHash={read.hashes.signed}
              signers={message.confirmations.map(({ owner }) => owner.value)}
            />
          </SealSection>
          <MessageRecord
            place={place}
            message={message}
            read={read}
            nameOf={nameOf}
          />
        </>
      }
    >
      <Part title="Findings">
        <Findings
          findings={findings}
          ruleCount={messageRuleCount}
          nameOf={nameOf}
        />
        {findings.length === 0 && (
          <p className={classes.trail}>
            {writeUnknownMessage(message.message)}
          </p>
        )}
      </Part>
      <Part title="What is signed">
        <MessageBody content={message.message} />
      </Part>
      <WhyBelieve>
        <DetailsReasons
          place={place}
          asked={{
            signable: read,
            claim: claimMessage(message),
            hash: read.hashes.signed,
          }}
          known={{
            kind: 'message',
            content: message.message,
            proposal: message,
          }}
        />
      </WhyBelieve>
    </DetailsFrame>
  )
}

/** For an owner whose seal is missing; the others need not be asked. */
function SignLink({
  place: { safe },
  messageHash,
  signers,
}: {
  place: SafePlace
  messageHash: Hex
  signers: readonly Address[]
}) {
  const { data: account } = useQuery(accountQuery)
  if (account === null && signers.length < safe.threshold)
    return <Remark kind="info">Connect an owner’s wallet to sign.</Remark>
  if (!account || !safe.owners.includes(account) || signers.includes(account))
    return null
  return (
    <div className={classes.actions}>
      <LinkButton to="." search={openFlow('confirm-message', { messageHash })}>
        Review and sign
      </LinkButton>
    </div>
  )
}

function MessageRecord({
  place,
  message,
  read,
  nameOf,
}: {
  place: SafePlace
  message: Message
  read: ReadMessage
  nameOf: NameOf
}) {
  const { chain, address } = place
  const router = useRouter()
  const local = useLocal(localMessages, place, read.hashes.signed)
  const { data: confirmations } = useQuery(
    sealsQuery(place, { ...read, claim: claimMessage(message) }),
  )
  // What was verified here goes before what the gateway has joined.
  const own = confirmations && collectSignature({ ...place, confirmations })
  const signature = own ?? message.preparedSignature
  const { href } = router.buildLocation({
    to: paths.message,
    search: {
      ...toSafeSearch({ chain, address }),
      messageHash: read.hashes.signed,
    },
  })
  return (
    <Part title="Details">
      <Record
        facts={[
          ...listHashFacts(read, read.hashes),
          {
            name: 'Proposed',
            value: (
              <>
                by{' '}
                {nameOf(message.proposedBy.value) ??
                  formatAddress(message.proposedBy.value, { digits: 4 })}
                , <Moment at={message.creationTimestamp} />
              </>
            ),
          },
          ...(readMessageApp(message)
            ? [{ name: 'Proposed in', value: <MessageApp message={message} /> }]
            : []),
          ...(signature
            ? [
                {
                  name: 'Signature',
                  value: (
                    <>
                      <LongText text={signature} isCode />{' '}
                      <ProvenanceMark of={own ? computedHere : gatewaySays} />
                    </>
                  ),
                },
              ]
            : []),
        ]}
      />
      <div className={classes.actions}>
        <CopyButton label="Copy link" text={`${location.origin}${href}`} />
        <LinkButton
          size="xs"
          variant="default"
          to="."
          search={openFlow('share', { messageHash: read.hashes.signed })}
        >
          Share
        </LinkButton>
        {local && (
          <DiscardLocal
            place={place}
            kind="message"
            hash={local.messageHash}
            local={local}
          />
        )}
        {signature && <CopyButton label="Copy signature" text={signature} />}
      </div>
    </Part>
  )
}
