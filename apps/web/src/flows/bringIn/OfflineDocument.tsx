import {
  buildSignatures,
  type Finding,
  type MessageFinding,
  type SafeSignature,
} from '@covault/protocol'
import type { VerifiedCarried } from '@covault/protocol/envelope'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Hex } from 'viem'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { SharePanel } from '../../components/share/SharePanel.js'
import { HashValue } from '../../components/transaction/HashValue.js'
import { Record } from '../../components/transaction/Record.js'
import type { BroughtFrom } from '../../lib/carriedText.js'
import { formatCount, formatNumber } from '../../lib/formatCount.js'
import { computedHere } from '../../trust/provenance.js'
import type { Signable } from '../../trust/signable.js'
import { isSameSignature } from '../../trust/signables/claimedSignature.js'
import { Remark } from '../../ui/Remark.js'
import { Section } from '../../ui/Section.js'
import { Status } from '../../ui/Status.js'
import { listUnchecked } from '../../understand/carry/offline.js'
import type { CarriedKind } from '../../understand/carry/parcel.js'
import type { SafeScope } from '../../understand/safe/safePlace.js'
import { understanding } from '../../understand/signables/signables.js'
import { connectionQuery } from '../../wallet/connection.js'
import { goTo } from '../review/goTo.js'
import review from '../review/Review.module.css'
import classes from './BringIn.module.css'
import { BroughtSignatures } from './BroughtSignatures.js'
import type { Here } from './findHere.js'
import type { JudgedSignature } from './judgeCarried.js'
import { OfflineCompared } from './OfflineCompared.js'
import { OfflineNext } from './OfflineNext.js'
import { OfflineSign, toOfflineSignId } from './OfflineSign.js'
import { listSenderFacts } from './senderFacts.js'

export type DocumentProps = {
  scope: SafeScope
  from: BroughtFrom
  /** Of several the others are still to be reviewed on this page. */
  isOne: boolean
  verified: VerifiedCarried
  /** Undefined: what this browser has can’t be read. */
  here: Here | undefined
  findings: readonly (Finding | MessageFinding)[]
  children: ReactNode
}

/** From what it says to who signs it, and the way back to the sender. */
export function OfflineDocument({
  scope,
  from,
  isOne,
  verified,
  here,
  findings,
  children,
}: DocumentProps) {
  const isCopy = from === 'copy'
  const { hash, origin } = verified
  const note = isCopy ? here?.own?.note : verified.note
  const signable = verified.signable as Signable<CarriedKind>
  const { kind } = signable
  const [added, setAdded] = useState<VerifiedCarried['signatures']>([])
  const { data: connection } = useQuery(connectionQuery)
  const before = [...verified.signatures, ...listOnlyHere(verified, here)]
  const all = [...before, ...added]
  const parcel = {
    signable,
    signatures: all.flatMap((one) =>
      one.status === 'refused' ? [] : [one.signature],
    ),
    note,
  }
  const brought = listRecovered(verified.signatures)
  const signed = listRecovered(all).map(({ signer }) => signer)
  const account = connection?.account ?? undefined
  // Another owner may sign in the same browser.
  const isOver = added.length > 0 && (!account || signed.includes(account))
  return (
    <article
      className={classes.card}
      aria-label={isCopy ? `Saved ${kind}` : `Imported ${kind}`}
    >
      <Remark kind="warn" role="status">
        Working without a network. The content was read and its hash computed in
        this browser. Nothing could be compared with the chain.
      </Remark>
      {!isOver && <OfflineTally {...{ kind, hash, findings }} />}
      <OfflineCompared
        {...{ scope, from, verified, here, isSigned: added.length > 0 }}
      />
      {children}
      <Unchecked kind={kind} />
      <Section
        title="Signatures"
        note={here && !isCopy && describeNew(verified, here)}
      >
        <BroughtSignatures
          place={scope}
          signatures={[
            ...before.map((one) => toJudged(one, here)),
            ...added.map((one) => toJudged(one, undefined)),
          ]}
        />
      </Section>
      <Record
        facts={[
          {
            name: understanding[kind].hash.name,
            value: <HashValue hash={hash} />,
            above: <ProvenanceMark of={computedHere} />,
          },
          {
            name: 'Safe',
            value: `${scope.chain.shortName}:${scope.address}`,
            above: null,
          },
          ...(isCopy ? [] : listSenderFacts({ note, origin })),
        ]}
      />
      {added.length > 0 && (
        <OfflineNext
          chain={scope.chain}
          parcel={parcel}
          hash={hash}
          dropped={countUnkept(verified, here)}
          isOne={isOne}
        />
      )}
      {!isOver && (
        <OfflineSign
          {...{ scope, signable, hash, findings, brought, signed, isCopy }}
          onSigned={(signature) =>
            setAdded((before) => [
              ...before,
              { status: 'recovered', signature },
            ])
          }
        />
      )}
      {added.length === 0 && (
        <Section title={`Share this ${kind}`}>
          <SharePanel chain={scope.chain} parcel={parcel} />
        </Section>
      )}
    </article>
  )
}

function listRecovered(
  signatures: VerifiedCarried['signatures'],
): SafeSignature[] {
  return signatures.flatMap((one) =>
    one.status === 'recovered' ? [one.signature] : [],
  )
}

function Unchecked({ kind }: { kind: CarriedKind }) {
  return (
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
  )
}

/** What is grave, and what nobody could check; the count leads to the button. */
function OfflineTally({
  kind,
  hash,
  findings,
}: Pick<DocumentProps, 'findings'> & { kind: CarriedKind; hash: Hex }) {
  const id = toOfflineSignId(hash)
  const grave = findings.filter(
    ({ severity }) => severity === 'danger' || severity === 'block',
  )
  return (
    <a
      className={review.counts}
      href={`#${id}`}
      onClick={(event) => {
        event.preventDefault()
        goTo(document.getElementById(id))
      }}
    >
      {/* Without a network is one by itself. */}
      <Status kind="danger">{formatCount(grave.length + 1, 'danger')}</Status>
      <Status kind="warn">
        {formatNumber(listUnchecked(kind).length)} not checked
      </Status>
    </a>
  )
}

/** What this browser has signed or seen, and the sender has not. */
function listOnlyHere(
  { signatures }: VerifiedCarried,
  here: Here | undefined,
): VerifiedCarried['signatures'] {
  const brought = signatures.flatMap((one) =>
    one.status === 'refused' ? [] : one.signature.signer,
  )
  const list = (status: 'recovered' | 'needsChain', of: 'keys' | 'others') =>
    (here?.own?.[of] ?? [])
      .filter(({ signer }) => !brought.includes(signer))
      .map((signature) => ({ status, signature }))
  return [...list('recovered', 'keys'), ...list('needsChain', 'others')]
}

/** What only a chain can check is not kept before one has. */
function countUnkept(
  { signatures }: VerifiedCarried,
  here: Here | undefined,
): number {
  return signatures
    .map((one) => toJudged(one, here))
    .filter((one) => one.status === 'needsChain' && !one.isHere).length
}

function describeNew({ signatures }: VerifiedCarried, here: Here): string {
  const { length } = signatures
    .map((one) => toJudged(one, here))
    .filter((one) => one.status === 'recovered' && !one.isHere)
  return length > 0 ? formatCount(length, 'new signature') : 'nothing new'
}

/** A key's signature is certain without a chain; its owner is not. */
function toJudged(
  one: VerifiedCarried['signatures'][number],
  here: Here | undefined,
): JudgedSignature {
  if (one.status === 'refused')
    return {
      signer: one.signer,
      status: 'refused',
      reason: one.reason.message,
    }
  const { signer } = one.signature
  const claim = { signer, signature: buildSignatures([one.signature]) }
  const isHere = here?.own?.signatures.some((own) =>
    isSameSignature(own, claim),
  )
  return { signer, status: one.status, isHere: isHere ?? false }
}
