import type { Message } from '@covault/api'
import {
  BaseError,
  findMessageRisks,
  parseSafeVersion,
} from '@covault/protocol'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Address, Hex } from 'viem'
import { useFindName } from '../../hooks/useFindName.js'
import { openFlow } from '../../lib/flowSearch.js'
import { toForeignText } from '../../lib/foreignText.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { confirmationsQuery } from '../../trust/confirmations.js'
import { gatewaySays } from '../../trust/provenance.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { Remark } from '../../ui/Remark.js'
import { Seal } from '../../ui/Seal.js'
import {
  hashMessage,
  type MessageHashes,
} from '../../understand/decode/messageHashes.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import type { NameOf } from '../../understand/tell/describeIntent.js'
import { accountQuery } from '../../wallet/account.js'
import { CopyButton } from '../CopyButton.js'
import { ProvenanceMark } from '../ProvenanceMark.js'
import { LongText } from './LongText.js'
import { LazyMessageDetailsReasons } from './lazyReasons.js'
import { MessageApp, readMessageApp } from './MessageApp.js'
import { MessageBody } from './MessageBody.js'
import { Moment } from './Moment.js'
import { Record } from './Record.js'
import { toHashFact } from './SafeRecord.js'
import { SealList } from './SealList.js'
import classes from './TransactionDetails.module.css'
import { UncheckedSeals } from './UncheckedSeals.js'
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
  const hashes = useMemo(
    () =>
      readHashes(message.message, {
        chainId: chain.chainId,
        address,
        version: safe.version,
      }),
    [chain.chainId, address, safe.version, message.message],
  )
  if (hashes instanceof BaseError)
    return <Remark kind="danger">{hashes.message}</Remark>
  // Its safe is part of what is hashed: another hash is another safe's.
  if (hashes.safeMessage !== messageHash.toLowerCase())
    return (
      <EmptyState
        picture={<Seal address={address} state="invalid" size={72} />}
        title="This message belongs to another safe, or its content was changed."
        facts={[{ name: 'Asked for', value: messageHash }]}
      >
        For this safe its content would have another hash, so it is not shown
        here. Do not sign it; ask whoever proposed it for the text.
      </EmptyState>
    )
  return (
    <div className={classes.details}>
      <div className={classes.document}>
        <section>
          <h3 className={classes.title}>What is signed</h3>
          <MessageBody content={message.message} />
        </section>
        <MessageFindings content={message.message} />
        <WhyBelieve>
          <LazyMessageDetailsReasons
            place={place}
            message={message}
            hash={hashes.safeMessage}
          />
        </WhyBelieve>
      </div>
      <div className={classes.margin}>
        <MessageSeals
          place={place}
          message={message}
          hashes={hashes}
          nameOf={nameOf}
        />
        <MessageRecord
          place={place}
          message={message}
          hashes={hashes}
          nameOf={nameOf}
        />
      </div>
    </div>
  )
}

function readHashes(
  content: Message['message'],
  safe: { chainId: number; address: Address; version: string },
): MessageHashes | BaseError {
  const version = parseSafeVersion(safe.version)?.version
  if (!version) return new UnknownRulesError(safe)
  const domain = { chainId: safe.chainId, safe: safe.address, version }
  try {
    return hashMessage(domain, content)
  } catch (error) {
    if (error instanceof BaseError) return error
    throw error
  }
}

function MessageFindings({ content }: { content: Message['message'] }) {
  const findings = findMessageRisks(content)
  return (
    <section>
      <h3 className={classes.title}>Findings</h3>
      {findings.length === 0 && (
        <p className={classes.trail}>
          It is no transaction, permit or transfer that we know.
        </p>
      )}
      {findings.map(({ id, sentence, severity }) => (
        <Remark
          key={id}
          kind={severity === 'warning' ? 'warn' : 'danger'}
          role="alert"
        >
          {sentence}
        </Remark>
      ))}
    </section>
  )
}

function MessageSeals({
  place,
  message,
  hashes,
  nameOf,
}: {
  place: SafePlace
  message: Message
  hashes: MessageHashes
  nameOf: NameOf
}) {
  const { chain, address, safe } = place
  const version = parseSafeVersion(safe.version)?.version
  const { data, error, refetch } = useQuery(
    confirmationsQuery(
      chain,
      version && {
        safe: address,
        version,
        hash: hashes.safeMessage,
        preimage: hashes.preimage,
        owners: safe.owners,
      },
      message.confirmations.map(({ owner, signature }) => ({
        signer: owner.value,
        signature,
      })),
    ),
  )
  const valid = data?.filter(({ status }) => status === 'verified').length
  return (
    <section>
      <h3 className={classes.title}>
        Seals
        <span className={classes.note}>
          {valid ?? message.confirmations.length} of {safe.threshold}
          {valid === undefined ? ', gateway says' : ', checked here'}
        </span>
      </h3>
      {error && <UncheckedSeals error={error} onRetry={refetch} />}
      <SealList
        owners={safe.owners}
        claims={message.confirmations.map(({ owner }) => ({
          signer: owner.value,
          at: undefined,
        }))}
        checked={data}
        nameOf={nameOf}
      />
      <SignLink
        place={place}
        messageHash={hashes.safeMessage}
        signers={message.confirmations.map(({ owner }) => owner.value)}
      />
    </section>
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
  if (!account || !safe.owners.includes(account) || signers.includes(account))
    return null
  return (
    <div className={classes.actions}>
      <Button
        renderRoot={(props) => (
          <Link
            {...props}
            to="."
            search={openFlow('confirm-message', { messageHash })}
          />
        )}
      >
        Review and sign
      </Button>
    </div>
  )
}

function MessageRecord({
  place: { chain, address },
  message,
  hashes,
  nameOf,
}: {
  place: SafePlace
  message: Message
  hashes: MessageHashes
  nameOf: NameOf
}) {
  const router = useRouter()
  const { href } = router.buildLocation({
    to: paths.message,
    search: {
      ...toSafeSearch({ chain, address }),
      messageHash: hashes.safeMessage,
    },
  })
  return (
    <section>
      <h3 className={classes.title}>Record</h3>
      <Record
        facts={[
          toHashFact('SafeMessage hash', hashes.safeMessage),
          toHashFact('Domain hash', hashes.domain),
          toHashFact('Message hash', hashes.message),
          toHashFact(
            typeof message.message === 'string'
              ? 'EIP-191 hash'
              : 'EIP-712 hash',
            hashes.content,
          ),
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
            ? [{ name: 'Safe App', value: <MessageApp message={message} /> }]
            : []),
          ...(message.preparedSignature
            ? [
                {
                  name: 'Signature',
                  value: (
                    <>
                      <LongText text={message.preparedSignature} isCode />{' '}
                      <ProvenanceMark of={gatewaySays} />
                    </>
                  ),
                },
              ]
            : []),
        ]}
      />
      <div className={classes.actions}>
        <CopyButton label="Copy link" text={`${location.origin}${href}`} />
        {message.preparedSignature && (
          <CopyButton label="Copy signature" text={message.preparedSignature} />
        )}
      </div>
    </section>
  )
}

class UnknownRulesError extends BaseError {
  override name = 'UnknownRulesError'

  constructor({ version }: { version: string }) {
    super(
      `How safes of version ${toForeignText(version)} sign messages is not known here.`,
    )
  }
}
