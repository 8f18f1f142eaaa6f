import type { VerifiedCarried } from '@covault/protocol/envelope'
import { useNameOf } from '../../hooks/useNameOf.js'
import type { BroughtFrom } from '../../lib/carriedText.js'
import { formatAddress } from '../../lib/formatAddress.js'
import type { Signable } from '../../trust/signable.js'
import { Remark } from '../../ui/Remark.js'
import { Section } from '../../ui/Section.js'
import type { CarriedKind } from '../../understand/carry/parcel.js'
import { decodeBytes } from '../../understand/decode/decodeTransaction.js'
import type { SafeScope } from '../../understand/safe/safePlace.js'
import { describeIntent } from '../../understand/tell/describeIntent.js'
import classes from './BringIn.module.css'
import { Differences } from './Differences.js'
import type { Here } from './findHere.js'
import { compareBeside, type Difference } from './listDifferences.js'
import { NamedRival, RivalList } from './RivalList.js'

/** What this browser has of it and beside it, where nobody else is asked. */
export function OfflineCompared({
  scope,
  from,
  verified,
  here,
  isSigned,
}: {
  scope: SafeScope
  from: BroughtFrom
  verified: VerifiedCarried
  /** Undefined: what is here can’t be read. */
  here: Here | undefined
  /** Since it was opened. */
  isSigned: boolean
}) {
  const signable = verified.signable as Signable<CarriedKind>
  const { kind } = signable
  if (!here)
    return (
      <Remark kind="warn" role="alert">
        Can’t read what this browser has, so nothing was compared with it.
      </Remark>
    )
  const differences =
    here.own && from !== 'copy' ? compareHere(verified, here.own) : []
  return (
    <>
      <p className={classes.lead}>
        {from === 'copy' ? copyWords : describeHere(kind, here, isSigned)} The{' '}
        {kind} was compared only with what is saved in this browser.
      </p>
      {signable.kind === 'transaction' && here.rivals.length > 0 && (
        <Remark kind="warn">
          Conflicting transactions at nonce {String(signable.transaction.nonce)}
          . Only one can be executed.
        </Remark>
      )}
      {differences.length > 0 && (
        <Section title="Differences" note={`from the same ${kind} here`}>
          <Differences place={scope} from={from} differences={differences} />
        </Section>
      )}
      {signable.kind === 'transaction' && (
        <RivalsHere scope={scope} from={from} signable={signable} here={here} />
      )}
    </>
  )
}

const copyWords = 'Shown as this browser saved it.'

function describeHere(
  kind: CarriedKind,
  { own }: Here,
  isSigned: boolean,
): string {
  if (isSigned) return `You have signed this ${kind} in this browser.`
  if (!own)
    return `This browser has not seen this ${kind} before, and you have not signed or sent it here.`
  return own.isInQueue
    ? `This browser already has this ${kind}.`
    : `This browser has seen this ${kind} signed before.`
}

/** What only the chain can check is not said to differ. */
function compareHere(
  { signatures, note, origin }: VerifiedCarried,
  own: NonNullable<Here['own']>,
): Difference[] {
  const list = (wanted: 'recovered' | 'needsChain') =>
    signatures.flatMap((one) =>
      one.status === wanted ? one.signature.signer : [],
    )
  const unchecked = list('needsChain')
  const signers = own.keys
    .map(({ signer }) => signer)
    .filter((signer) => !unchecked.includes(signer))
  const beside = { note: own.note, origin: own.origin, signers }
  return compareBeside(
    { note, origin, signers: list('recovered') },
    beside,
    beside,
  )
}

function RivalsHere({
  scope,
  from,
  signable: { domain, transaction },
  here,
}: {
  scope: SafeScope
  from: BroughtFrom
  signable: Signable<'transaction'>
  here: Here
}) {
  const nameOf = useNameOf(scope)
  return (
    <RivalList
      place={scope}
      from={from}
      nonce={transaction.nonce}
      found={here}
      note="from this browser’s transactions at this nonce"
      nameRival={(rival) => (
        <NamedRival
          rival={rival}
          words={
            rival.state === 'compared'
              ? describeIntent(
                  decodeBytes(scope, {
                    domain,
                    transaction: rival.transaction,
                  }).intent,
                  (who) => nameOf(who) ?? formatAddress(who, { digits: 6 }),
                )
              : undefined
          }
        />
      )}
    />
  )
}
