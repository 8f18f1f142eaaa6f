import type { TransactionDetails as Details } from '@covault/api'
import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type Hex, zeroAddress } from 'viem'
import { useAddedAt } from '../../hooks/useAddedAt.js'
import { useLocal } from '../../hooks/useLocal.js'
import { toForeignText } from '../../lib/foreignText.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import {
  type LocalTransaction,
  localTransactions,
} from '../../preferences/localQueue.js'
import { unsaid } from '../../queries/localSignables.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { computedHere, gatewaySays } from '../../trust/provenance.js'
import { Moment } from '../../ui/Moment.js'
import { claimTransaction } from '../../understand/assess/claim.js'
import { listHashes } from '../../understand/decode/listHashes.js'
import type { SignedTransaction } from '../../understand/decode/readTransaction.js'
import { findExplorerLink } from '../../understand/safe/explorer.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import type { NameOf } from '../../understand/tell/describeIntent.js'
import { nonceWords } from '../../words/nonces.js'
import { CopyButton } from '../CopyButton.js'
import { ProvenanceMark } from '../ProvenanceMark.js'
import { Part } from './DetailsFrame.js'
import { HashValue } from './HashValue.js'
import { type Fact, Record } from './Record.js'
import classes from './TransactionDetails.module.css'

/** Hashes, times, who did what when, and the links. */
export function SafeRecord({
  place,
  details,
  signed,
  nameOf,
}: {
  place: SafePlace
  details: Details
  signed: SignedTransaction | undefined
  nameOf: NameOf
}) {
  const { chain, address } = place
  const local = useLocal(localTransactions, place, details.txId)
  const router = useRouter()
  const { href } = router.buildLocation({
    to: paths.transaction,
    search: { ...toSafeSearch({ chain, address }), id: details.txId },
  })
  return (
    <Part title="Details">
      <Record
        facts={[
          ...(signed ? listSigned(signed) : []),
          ...listFacts(place, details, nameOf),
          ...(signed ? listGas(signed, nameOf) : []),
          ...listOrigin(details, local),
          {
            name: 'Activity',
            value: <Trail {...{ place, details, signed, nameOf, local }} />,
          },
        ]}
      />
      <div className={classes.actions}>
        <CopyButton label="Copy link" text={`${location.origin}${href}`} />
        <ExplorerButton chain={chain} txHash={details.txHash} />
      </div>
    </Part>
  )
}

function listSigned(signed: SignedTransaction): Fact[] {
  return [
    ...listHashFacts(signed, signed.hashes),
    {
      name: 'Nonce',
      title: nonceWords,
      value: String(signed.transaction.nonce),
    },
  ]
}

/** The hashes of what is signed, for any record. */
export function listHashFacts(
  ...signed: Parameters<typeof listHashes>
): Fact[] {
  // All of them come from the same bytes: that is said once.
  return listHashes(...signed).map(({ name, hash }, at) => ({
    name,
    value: <HashValue hash={hash} />,
    above: at === 0 && <ProvenanceMark of={computedHere} />,
  }))
}

function listFacts(
  { chain }: SafePlace,
  { txHash, detailedExecutionInfo }: Details,
  nameOf: NameOf,
): Fact[] {
  const module =
    detailedExecutionInfo?.type === 'MODULE'
      ? detailedExecutionInfo.address.value
      : undefined
  return [
    ...(module ? [{ name: 'Module', value: nameOf(module) ?? module }] : []),
    { name: 'Network', value: chain.name },
    txHash
      ? {
          name: 'Transaction hash',
          value: <HashValue hash={txHash} />,
          above: null,
        }
      : { name: 'Transaction hash', value: 'Not executed yet' },
  ]
}

/** The refund can empty a safe; where it is set it is said. */
function listGas(
  { transaction, execution }: SignedTransaction,
  nameOf: NameOf,
): Fact[] {
  const { gasPrice, safeTxGas, baseGas, gasToken, refundReceiver } = transaction
  const refund =
    gasPrice > 0n
      ? [
          {
            name: 'Refund',
            value: `up to ${gasPrice * (safeTxGas + baseGas)} smallest units of ${gasToken === zeroAddress ? 'the native currency' : gasToken} to ${refundReceiver === zeroAddress ? 'the executor' : (nameOf(refundReceiver) ?? refundReceiver)}`,
          },
        ]
      : []
  const gas =
    safeTxGas > 0n ? [{ name: 'safeTxGas', value: String(safeTxGas) }] : []
  const trusted = execution.trusted
    ? []
    : [{ name: 'Trust', value: 'No owner has signed this proposal' }]
  return [...gas, ...refund, ...trusted]
}

function listOrigin(
  { note, safeAppInfo }: Details,
  local: LocalTransaction | undefined,
): Fact[] {
  const isOwn = note !== null && note === local?.note
  return [
    ...(note
      ? [
          {
            name: 'Note',
            value: (
              <>
                {toForeignText(note, 500)}{' '}
                {!isOwn && <ProvenanceMark of={gatewaySays} />}
              </>
            ),
          },
        ]
      : []),
    ...(safeAppInfo
      ? [
          {
            name: 'Proposed in',
            value: (
              <>
                {readHost(safeAppInfo.url)}, “{toForeignText(safeAppInfo.name)}”{' '}
                <ProvenanceMark of={gatewaySays} />
              </>
            ),
          },
        ]
      : []),
  ]
}

/** The origin is what counts; a name is only a claim. It is never a link. */
function readHost(url: string): string {
  return URL.canParse(url)
    ? toForeignText(new URL(url).host || url)
    : toForeignText(url)
}

function Trail({
  place,
  details: { txId, executedAt, txStatus },
  signed,
  nameOf,
  local,
}: {
  place: SafePlace
  details: Details
  signed: SignedTransaction | undefined
  nameOf: NameOf
  local: LocalTransaction | undefined
}) {
  const addedAt = useAddedAt(place, txId)
  const name = (who: { value: `0x${string}` } | null) =>
    who
      ? (nameOf(who.value) ?? formatAddress(who.value, { digits: 4 }))
      : 'an unknown account'
  const execution = signed?.execution
  const claimed = execution ? claimTransaction(execution).confirmations : []
  const proposer = execution?.proposedByDelegate ?? execution?.proposer ?? null
  return (
    <ol className={classes.trail}>
      {execution?.confirmationsRequired === unsaid && local && (
        <li>
          Kept in this browser, last changed <Moment at={local.at} />
        </li>
      )}
      {execution && proposer && (
        <li>
          Proposed by {name(proposer)}
          {execution.proposedByDelegate && execution.proposer
            ? ` for ${name(execution.proposer)}`
            : ''}
          , <Moment at={execution.submittedAt} />{' '}
          <ProvenanceMark of={gatewaySays} />
        </li>
      )}
      {claimed.map(({ signer, at, isKept }) => (
        <li key={signer}>
          Signed by {name({ value: signer })}
          <SignedAt at={at} addedAt={addedAt(signer)} />
          {at !== undefined && !isKept && (
            <>
              {' '}
              <ProvenanceMark of={gatewaySays} />
            </>
          )}
        </li>
      ))}
      {execution?.rejectors?.map((who) => (
        <li key={who.value}>Rejection signed by {name(who)}</li>
      ))}
      {executedAt !== null && (
        <li>
          Executed
          {execution && ` by ${name(execution.executor)}`}
          {txStatus === 'FAILED' && ', but failed'}, <Moment at={executedAt} />
        </li>
      )}
      {executedAt === null && <li>Waiting</li>}
    </ol>
  )
}

/** When it was made, or else when it was added here. */
function SignedAt({
  at,
  addedAt,
}: {
  at: number | undefined
  addedAt: number | undefined
}) {
  if (at !== undefined)
    return (
      <>
        , <Moment at={at} />
      </>
    )
  if (addedAt === undefined) return null
  return (
    <>
      , added here <Moment at={addedAt} />
    </>
  )
}

function ExplorerButton({
  chain,
  txHash,
}: {
  chain: ChainConfig
  txHash: Hex | null
}) {
  const link = txHash && findExplorerLink(chain, { txHash })
  if (!link) return null
  return (
    <Button
      size="xs"
      variant="default"
      component="a"
      href={link.href}
      target="_blank"
      rel="noopener noreferrer"
      leftSection={
        <IconExternalLink size={14} stroke={1.75} aria-hidden="true" />
      }
    >
      {link.label}
    </Button>
  )
}
