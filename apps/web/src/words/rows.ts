/** Why a row of a list is not what the gateway says it is. */
export type RowFlaw =
  | 'otherAnswer'
  | 'noBytes'
  | 'otherBytes'
  | 'noCall'
  | 'unknownVersion'
  | 'otherContent'

const flaws: Record<RowFlaw, string> = {
  otherAnswer: 'The gateway answers with another.',
  noBytes: 'It has no bytes to sign.',
  otherBytes: 'Its bytes have another hash.',
  noCall: 'It has no call.',
  unknownVersion: 'The version of the safe is unknown.',
  otherContent: 'Its content has another hash.',
}

export function writeFlaw(flaw: RowFlaw): string {
  return `Not what the gateway says it is. ${flaws[flaw]} Do not sign it.`
}

export function writeOtherNonce({
  said,
  nonce,
}: {
  said: bigint
  nonce: bigint
}): string {
  return `The gateway puts it at nonce ${said}. Its bytes say ${nonce}.`
}

export const invalidSignatureWords =
  'A signature that the gateway returns is not valid.'

export const toldOtherwiseWords =
  'The gateway told it otherwise. These words are made from its bytes.'
