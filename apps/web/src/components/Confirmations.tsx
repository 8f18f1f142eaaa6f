import type { Address } from 'viem'
import { useFindName } from '../hooks/useFindName.js'
import type { OwnWork } from '../hooks/useOwnWork.js'
import type { LocalTransaction } from '../preferences/localQueue.js'
import { isAlone } from '../queries/gateway.js'
import { unsaid } from '../queries/localSignables.js'
import type { ChainConfig } from '../trust/chainClient.js'
import { Seal, type SealState } from '../ui/drawn/Seal.js'
import { Status } from '../ui/Status.js'
import type { RowStanding } from '../understand/rows/rowStanding.js'
import {
  uncheckedWords,
  writeUnchecked,
  writeUncounted,
} from '../words/seals.js'
import type { PendingStatus } from '../words/statuses.js'
import classes from './Confirmations.module.css'
import { ProvenanceGlyph } from './ProvenanceMark.js'
import { StandingStatus } from './StandingStatus.js'

/** As many seals as fit beside the count. */
const mostSeals = 8

/** Who has sealed it, in the fixed order of the owners, and how it stands. */
export function Confirmations({
  chain,
  id,
  standing,
  owners,
  own,
  isOnlyHere,
}: {
  chain: ChainConfig
  id: string
  standing: RowStanding
  owners: readonly Address[]
  own: OwnWork
  /** The gateway does not have it, so it says nothing of it. */
  isOnlyHere: boolean
}) {
  const findName = useFindName()
  const { account } = own
  const { signed, required, missing, unheard, isChecked } = standing
  const isReported = !isChecked && !isOnlyHere && !isAlone
  const unchecked = writeUnchecked({ isReported })
  const shown = listSeals(owners, { ...standing, missing, account })
  return (
    <span className={classes.confirmations}>
      <span className={classes.seals}>
        {shown.map(({ owner, state }) => {
          const name = findName({ chainId: chain.chainId, address: owner })
          return (
            <Seal
              key={owner}
              address={owner}
              state={state}
              title={`${name ?? owner}, ${state === 'signed' && !isChecked ? `signed, ${unchecked}` : sealWords[state]}`}
            />
          )
        })}
        {owners.length > shown.length && (
          <span className={classes.count}>+{owners.length - shown.length}</span>
        )}
        <span className={classes.count}>
          {required === unsaid ? signed : `${signed} of ${required}`}
        </span>
        {(isChecked || isReported) && (
          <span
            className={classes.source}
            title={
              isChecked ? writeChecked(unheard) : 'Reported by the gateway'
            }
            data-checked={isChecked}
          >
            <ProvenanceGlyph kind={isChecked ? 'computed' : 'gateway'} />
          </span>
        )}
      </span>
      {standing.isFailed ? (
        <Status kind="warn">Could not be checked</Status>
      ) : (
        <StandingStatus
          status={standing.status}
          pending={findPending(own, { id, nonce: standing.nonce })}
          isAskingYou={Boolean(account && missing?.includes(account))}
          waitsFor={standing.waitsFor}
        />
      )}
    </span>
  )
}

const sealWords: Record<SealState, string> = {
  signed: 'signed, checked in this browser',
  invalid: 'the signature is not valid',
  unheard: `signed, ${uncheckedWords}`,
  you: 'not signed',
  open: 'not signed',
  unknown: uncheckedWords,
}

function writeChecked({ length }: RowStanding['unheard']): string {
  const words = 'Checked in this browser: content, hash and signatures'
  return length > 0 ? `${words}. ${writeUncounted(length)}` : words
}

/** Sent by this browser, or about to lose its nonce to what was sent. */
function findPending(
  { sent, kept }: OwnWork,
  { id, nonce }: { id: string; nonce: bigint | undefined },
): PendingStatus | undefined {
  const rival = sent?.find(
    ({ value }) => value.nonce === nonce && id.includes(value.safe),
  )?.value
  if (rival && !id.endsWith(rival.safeTxHash)) return 'replaced'
  if (rival) return rival.block === undefined ? 'processing' : 'indexing'
  // Without a gateway there is nobody whom it could be on its way to.
  const isSubmitting =
    !isAlone &&
    kept?.some(
      ({ value }) => id.endsWith(value.safeTxHash) && isUnderWay(value),
    )
  return isSubmitting ? 'submitting' : undefined
}

/** What the gateway did not take is not on its way any more. */
function isUnderWay({ failedAt, signatures }: LocalTransaction): boolean {
  return failedAt === undefined && signatures.some(({ isLate }) => !isLate)
}

/** Of many owners those who signed come first, and you. */
function listSeals(
  owners: readonly Address[],
  {
    missing,
    invalid,
    unheard,
    account,
  }: Pick<RowStanding, 'invalid' | 'unheard'> & {
    missing: readonly Address[] | undefined
    account: Address | null | undefined
  },
): { owner: Address; state: SealState }[] {
  if (!missing)
    return owners
      .slice(0, mostSeals)
      .map((owner) => ({ owner, state: 'unknown' }))
  const seals = owners.map((owner) => {
    if (invalid.includes(owner)) return { owner, state: 'invalid' } as const
    if (unheard.includes(owner)) return { owner, state: 'unheard' } as const
    const isMissing = missing.includes(owner)
    const state = isMissing ? (owner === account ? 'you' : 'open') : 'signed'
    return { owner, state } as const
  })
  if (seals.length <= mostSeals) return seals
  return seals.filter(({ state }) => state !== 'open').slice(0, mostSeals)
}
