import type { Address, Hex } from 'viem'
import {
  changeLocal,
  type Local,
  type LocalSignature,
  nameLocal,
  type Refusal,
  saveLocal,
} from '../../preferences/localQueue.js'
import type { SeenSignature } from '../../preferences/seenSignatures.js'
import type { Signable, SignableKind, Stored } from '../../trust/signable.js'
import { isSameSignature } from '../../trust/signables/claimedSignature.js'
import type { Kept } from './keptWork.js'
import { acting } from './signables/signables.js'

/** As it is kept from now on. */
export function toKept<Kind extends SignableKind>(
  one: Signable<Kind>,
  fields: Local,
  note: string,
): Kept<Kind> {
  return acting[one.kind].kept.keep(one, fields, note)
}

export function hashKept<Kind extends SignableKind>(kept: Kept<Kind>): Hex {
  return acting[kept.kind].kept.hash(kept.value)
}

export function describeKept<Kind extends SignableKind>(
  kept: Kept<Kind>,
): string {
  return acting[kept.kind].kept.describe(kept.value)
}

/** Joins what is there of it; returns all of it. */
export async function writeKept<Kind extends SignableKind>(
  kept: Kept<Kind>,
): Promise<Kept<Kind>> {
  const { records } = acting[kept.kind].kept
  const saved = { name: nameKept(kept), value: kept.value }
  const value = await saveLocal<Stored<Kind>>(records, saved)
  return { kind: kept.kind, value } as Kept<Kind>
}

/** As it lies there by now; undefined: it is not there. */
export async function readKept<Kind extends SignableKind>(
  kept: Kept<Kind>,
): Promise<Stored<Kind> | undefined> {
  return acting[kept.kind].kept.records.read(nameKept(kept))
}

/** Undefined: the gateway did not say why. */
export async function failKept<Kind extends SignableKind>(
  kept: Kept<Kind>,
  refused: Refusal | undefined,
): Promise<void> {
  await changeKept(kept, ({ refusal: _, passesWith: __, ...before }) => ({
    ...before,
    failedAt: Date.now(),
    ...refused,
  }))
}

/** These the gateway has by now; what has no others is let go. */
export async function takeKept<Kind extends SignableKind>(
  kept: Kept<Kind>,
  taken: readonly LocalSignature[],
): Promise<void> {
  await changeKept(kept, (before) => {
    // An owner may have signed otherwise meanwhile.
    const signatures = before.signatures.filter(
      (one) => !taken.some((other) => isSameSignature(one, other)),
    )
    return signatures.length === 0
      ? undefined
      : { ...before, isProposed: true, signatures }
  })
}

export async function forgetKept<Kind extends SignableKind>(
  kept: Kept<Kind>,
): Promise<void> {
  await acting[kept.kind].kept.records.remove(nameKept(kept))
}

/** What came late and was given up, and all of it where there is no more. */
export async function forgetLate<Kind extends SignableKind>(
  kept: Kept<Kind>,
): Promise<void> {
  await changeKept(kept, (before) => {
    const signatures = before.signatures.filter(({ isLate }) => !isLate)
    return signatures.length === 0 ? undefined : { ...before, signatures }
  })
}

/** What came late counts from now on, with nobody to hand it to. */
export async function keepMeant<Kind extends SignableKind>(
  kept: Kept<Kind>,
): Promise<void> {
  await changeKept(kept, (before) => ({
    ...before,
    signatures: before.signatures.map(({ isLate: _, ...one }) => one),
  }))
}

/**
 * Whose owners could not be asked about when they came: those by owners count
 * from now on, the others never will.
 */
export async function settleUnchecked<Kind extends SignableKind>(
  kept: Kept<Kind>,
  owners: readonly Address[],
): Promise<void> {
  await changeKept(kept, (before) => ({
    ...before,
    signatures: before.signatures
      .filter((one) => !one.isUnchecked || owners.includes(one.signer))
      .map(({ isUnchecked: _, ...one }) => one),
  }))
}

/** Those that are meant to be handed over without being asked again. */
export function listMeant(
  signatures: readonly LocalSignature[],
): LocalSignature[] {
  return signatures.filter(({ isLate }) => !isLate)
}

/** What was seen signed and is to be handed over once more. */
export function keepSeen(
  seen: readonly SeenSignature[],
): Kept<'transaction'>[] {
  const [first] = seen
  if (!first) return []
  const { signer: _, signature: __, ...value } = first
  const signatures = seen.map(({ signer, signature, at }) => ({
    ...{ signer, signature, at },
    // When it was made nobody says.
    isBrought: true,
  }))
  return [
    { kind: 'transaction', value: { ...value, isProposed: false, signatures } },
  ]
}

async function changeKept<Kind extends SignableKind>(
  kept: Kept<Kind>,
  change: (before: Stored) => Stored | undefined,
): Promise<void> {
  const { records } = acting[kept.kind].kept
  await changeLocal<Stored<Kind>>(
    records,
    nameKept(kept),
    (before) => before && (change(before) as Stored<Kind> | undefined),
  )
}

function nameKept<Kind extends SignableKind>(kept: Kept<Kind>): string {
  return nameLocal(kept.value, hashKept(kept))
}
