import { formatNumber } from '../lib/formatCount.js'

/** Why a row of a list is not what the gateway says it is. */
export type RowFlaw =
  | 'otherAnswer'
  | 'noBytes'
  | 'otherBytes'
  | 'noCall'
  | 'unknownVersion'
  | 'otherContent'

const flaws: Record<RowFlaw, string> = {
  otherAnswer: 'The gateway returned a different transaction.',
  noBytes: 'The data to sign is missing.',
  otherBytes: 'The data has a different hash.',
  noCall: 'The call is missing.',
  unknownVersion: 'The safe’s version is unknown.',
  otherContent: 'The content has a different hash.',
}

export function writeFlaw(flaw: RowFlaw): string {
  return `Content mismatch. ${flaws[flaw]} Don’t sign.`
}

export function writeOtherNonce({
  said,
  nonce,
}: {
  said: bigint
  nonce: bigint
}): string {
  return `The gateway reports nonce ${said}, but the data has nonce ${nonce}.`
}

export const contradictedWords =
  'The gateway reports this transaction as executed, but on the chain the safe’s nonce hasn’t reached it.'

export function writeOtherHash({
  here,
  listed,
}: {
  here: string
  listed: string
}): string {
  return `The transaction shown here (hash ${here.slice(0, 10)}…) is not the one that the gateway lists (hash ${listed.slice(0, 10)}…). Do not sign the transaction shown here, in Covault or anywhere else.`
}

export const invalidSignatureWords = 'A signature is not valid.'

export const toldOtherwiseWords =
  'The gateway describes it differently. This text is computed from the bytes.'

/** Of what the gateway does not have. */
export const onlyHereWords = 'only in this browser'

/** Where others were seen signed, and the gateway's list has them no more. */
export function writeListed(listed: number, missing: number): string {
  return `${formatNumber(listed)} listed, ${formatNumber(missing)} missing`
}
