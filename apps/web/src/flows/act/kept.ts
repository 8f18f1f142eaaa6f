import type { Hex } from 'viem'
import { downloadText } from '../../lib/files.js'
import {
  type KeptSignature,
  keptSignatures,
} from '../../preferences/keptSignatures.js'
import type { Records } from '../../preferences/records.js'
import type { SignableKind } from '../../trust/signable.js'
import { describeSignable } from '../../understand/decode/describeSignable.js'
import { type KeptMessageSignature, keptMessageSignatures } from './keptWork.js'

/** As they lie in the browser; what is there already is read for good. */
export type Stored = {
  transaction: KeptSignature
  message: KeptMessageSignature
}

/** Signed, and not acknowledged by the gateway yet. */
export type Kept<Kind extends SignableKind = SignableKind> = {
  [One in Kind]: { kind: One; value: Stored[One] }
}[Kind]

type Store<Kind extends SignableKind> = {
  /** By `hash:signer`. */
  records: Records<Stored[Kind]>
  hash: (value: Stored[Kind]) => Hex
  /** What tells it from the others, in very few words. */
  words: (value: Stored[Kind]) => string
  /** How the name of its file begins. */
  file: string
}

export const keptStores: { [Kind in SignableKind]: Store<Kind> } = {
  transaction: {
    records: keptSignatures,
    hash: ({ safeTxHash }) => safeTxHash,
    words: ({ transaction, safeTxHash }) =>
      describeSignable({ kind: 'transaction', transaction }, safeTxHash),
    file: 'covault-signature',
  },
  message: {
    records: keptMessageSignatures,
    hash: ({ messageHash }) => messageHash,
    words: ({ content, messageHash }) =>
      describeSignable({ kind: 'message', message: content }, messageHash),
    file: 'covault-message',
  },
}

export function hashKept<Kind extends SignableKind>(kept: Kept<Kind>): Hex {
  return keptStores[kept.kind].hash(kept.value)
}

export function describeKept<Kind extends SignableKind>(
  kept: Kept<Kind>,
): string {
  return keptStores[kept.kind].words(kept.value)
}

export async function writeKept<Kind extends SignableKind>(
  kept: Kept<Kind>,
  changes: Pick<Stored[Kind], 'failedAt'> = {},
): Promise<void> {
  await keptStores[kept.kind].records.write(nameKept(kept), {
    ...kept.value,
    ...changes,
  })
}

/** As it lies there by now; undefined: it is not there. */
export async function readKept<Kind extends SignableKind>(
  kept: Kept<Kind>,
): Promise<Stored[Kind] | undefined> {
  return keptStores[kept.kind].records.read(nameKept(kept))
}

export async function forgetKept<Kind extends SignableKind>(
  kept: Kept<Kind>,
): Promise<void> {
  await keptStores[kept.kind].records.remove(nameKept(kept))
}

/** For handing a signature to the others when the gateway does not take it. */
export function saveKept(kept: Kept): void {
  const { file } = keptStores[kept.kind]
  const text = JSON.stringify(
    kept.value,
    (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    2,
  )
  downloadText({
    name: `${file}-${hashKept(kept).slice(2, 10)}.json`,
    type: 'application/json',
    text,
  })
}

function nameKept<Kind extends SignableKind>(kept: Kept<Kind>): string {
  return `${hashKept(kept)}:${kept.value.signer}`
}
