/** Why a row of a list is not what the gateway says it is. */
export type RowFlaw =
  | 'otherAnswer'
  | 'noBytes'
  | 'otherBytes'
  | 'noCall'
  | 'unknownVersion'
  | 'otherContent'

const flaws: Record<RowFlaw, string> = {
  otherAnswer: 'The gateway returned another one.',
  noBytes: 'The gateway has no bytes to sign.',
  otherBytes: 'The bytes have another hash.',
  noCall: 'The gateway has no call.',
  unknownVersion: 'The safe has an unknown version.',
  otherContent: 'The content has another hash.',
}

export function writeFlaw(flaw: RowFlaw): string {
  return `Content mismatch. ${flaws[flaw]} Do not sign.`
}

export function writeOtherNonce({
  said,
  nonce,
}: {
  said: bigint
  nonce: bigint
}): string {
  return `The gateway reports nonce ${said}. The bytes say ${nonce}.`
}

export const invalidSignatureWords = 'The gateway reports an invalid signature.'

export const toldOtherwiseWords =
  'The gateway describes it differently. This text is computed from the bytes.'
