import type { Address } from 'viem'
import { toKept, writeKept } from '../act/kept.js'
import type { Kept } from '../act/keptWork.js'
import { submitKept, withMeant } from '../act/submit.js'
import type { Judged } from './judgeCarried.js'

/**
 * Puts it into the local queue with the signatures that are new and valid, and
 * hands those to the gateway. Where that does not answer it stays here, and is
 * handed over later like anything that was signed here. A note goes along only
 * where the reader wants it: it would be told as the first signer's.
 */
export async function keepJudged(
  judged: Judged,
  { hasNote }: { hasNote: boolean },
): Promise<void> {
  const note = hasNote ? judged.note : ''
  const kept = withMeant(await writeKept(keepNew({ ...judged, note })))
  if (kept.value.signatures.length === 0) return
  // Whoever brings it in has it either way; the queue says where it is.
  await submitKept(kept).catch(() => undefined)
}

function keepNew({ signable, knownBy, note, signatures }: Judged): Kept {
  const { chainId, safe } = signable.domain
  const at = Date.now()
  const fields = {
    chainId,
    safe,
    isProposed: knownBy === 'gateway',
    at,
    signatures: signatures.flatMap((one) =>
      one.status === 'new'
        ? [
            {
              ...{ signer: one.signer, signature: one.signature },
              ...{ at, isBrought: true },
            },
          ]
        : [],
    ),
  }
  return toKept(signable, fields, note)
}

export function listNew({ signatures }: Judged): Address[] {
  return signatures
    .filter(({ status }) => status === 'new')
    .map(({ signer }) => signer)
}
