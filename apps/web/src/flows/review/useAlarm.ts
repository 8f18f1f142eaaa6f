import type { Hex } from 'viem'
import { useRecords } from '../../preferences/records.js'
import type { Signable, SignableKind } from '../../trust/signable.js'
import { type WrongSignature, wrongSignatures } from '../act/keptWork.js'
import { acting } from '../act/signables/signables.js'

type About<Kind extends SignableKind> = { signable: Signable<Kind>; hash: Hex }

/** What the wallet signed instead when it was last asked for this. */
export function useAlarm<Kind extends SignableKind>(
  about: About<Kind>,
): WrongSignature | undefined {
  return useRecords(wrongSignatures)
    ?.map(({ value }) => value)
    .filter((one) => isAbout(one, about))
    .sort((one, other) => other.at - one.at)[0]
}

function isAbout<Kind extends SignableKind>(
  wrong: WrongSignature,
  { signable, hash }: About<Kind>,
): boolean {
  return acting[signable.kind].wrong.isAbout(wrong, signable, hash)
}
