import type { Address } from 'viem'
import { unsaid } from '../../queries/localSignables.js'
import type { SafeState } from '../../trust/safe.js'
import {
  invalidSignatureWords,
  writeFlaw,
  writeOtherNonce,
} from '../../words/rows.js'
import type { Standing } from '../../words/statuses.js'
import type { ListedRow } from './listedRow.js'
import type { RowCheck } from './rowCheck.js'

/** How one that waits stands: checked here, or else as the gateway says. */
export type RowStanding = {
  /** Undefined for what has none. */
  nonce: bigint | undefined
  signed: number
  required: number
  /** Undefined: nobody says whose seal is missing. */
  missing: readonly Address[] | undefined
  /** Whose signature is none, or not over this. */
  invalid: readonly Address[]
  /** Owners who have signed, as far as the chain can tell, which did not. */
  unheard: readonly Address[]
  status: Standing
  /** The nonce that must be executed before this one. */
  waitsFor: bigint | undefined
  isChecked: boolean
  /** The check was tried in vain. */
  isFailed: boolean
  /** What is wrong with what the gateway says of it. */
  doubt: string | undefined
}

export function findStanding(
  { said, complete }: ListedRow,
  {
    safe,
    check,
    isFailed,
  }: {
    safe: SafeState | undefined
    check: RowCheck | undefined
    /** The check was tried in vain. */
    isFailed: boolean
  },
): RowStanding {
  if (!safe || check?.status !== 'checked') {
    const isOther = check?.status === 'differs'
    return {
      nonce: said.nonce,
      signed: said.signed,
      required:
        said.required === unsaid && safe ? safe.threshold : said.required,
      missing: said.listMissing(safe?.owners ?? []),
      invalid: [],
      unheard: [],
      status: isOther ? 'DIFFERS' : said.status,
      waitsFor: findEarlier(safe, said.nonce),
      isChecked: false,
      isFailed,
      doubt: isOther ? writeFlaw(check.flaw) : undefined,
    }
  }
  const list = (wanted: 'verified' | 'invalid' | 'unchecked') =>
    check.confirmations
      .filter(({ status }) => status === wanted)
      .map(({ signer }) => signer)
  const signers = list('verified')
  const signed = new Set(signers).size
  const invalid = list('invalid')
  const unchecked = list('unchecked')
  const unsigned = safe.owners.filter((owner) => !signers.includes(owner))
  const unheard = unsigned.filter((owner) => unchecked.includes(owner))
  const nonce = 'nonce' in check.meaning ? check.meaning.nonce : undefined
  const doubt = findDoubt({ said: said.nonce, nonce, invalid })
  const findStatus = (): Standing => {
    if (doubt !== undefined) return 'DIFFERS'
    return signed >= safe.threshold ? complete : 'AWAITING_CONFIRMATIONS'
  }
  return {
    nonce,
    signed,
    required: safe.threshold,
    missing: unsigned.filter((owner) => !unheard.includes(owner)),
    ...{ invalid, unheard },
    status: findStatus(),
    waitsFor: findEarlier(safe, nonce),
    isChecked: true,
    // One more may count.
    isFailed: signed < safe.threshold && unheard.length > 0,
    doubt,
  }
}

/** The safe's own nonce, where that of a transaction comes later. */
export function findEarlier(
  safe: Pick<SafeState, 'nonce'> | undefined,
  nonce: bigint | undefined,
): bigint | undefined {
  return safe && nonce !== undefined && nonce > safe.nonce
    ? safe.nonce
    : undefined
}

function findDoubt({
  said,
  nonce,
  invalid,
}: Pick<RowStanding, 'nonce' | 'invalid'> & {
  said: bigint | undefined
}): string | undefined {
  if (said !== undefined && nonce !== undefined && said !== nonce)
    return writeOtherNonce({ said, nonce })
  return invalid.length > 0 ? invalidSignatureWords : undefined
}
