import type { Hex } from 'viem'
import { downloadText } from '../../lib/files.js'
import type { SignableKind } from '../../trust/signable.js'
import type { Kept, Stored } from './keptWork.js'
import { acting } from './signables/signables.js'

export function hashKept<Kind extends SignableKind>(kept: Kept<Kind>): Hex {
  return acting[kept.kind].kept.hash(kept.value)
}

export function describeKept<Kind extends SignableKind>(
  kept: Kept<Kind>,
): string {
  return acting[kept.kind].kept.describe(kept.value)
}

export async function writeKept<Kind extends SignableKind>(
  kept: Kept<Kind>,
  changes: Pick<Stored[Kind], 'failedAt'> = {},
): Promise<void> {
  await acting[kept.kind].kept.records.write(nameKept(kept), {
    ...kept.value,
    ...changes,
  })
}

/** As it lies there by now; undefined: it is not there. */
export async function readKept<Kind extends SignableKind>(
  kept: Kept<Kind>,
): Promise<Stored[Kind] | undefined> {
  return acting[kept.kind].kept.records.read(nameKept(kept))
}

export async function forgetKept<Kind extends SignableKind>(
  kept: Kept<Kind>,
): Promise<void> {
  await acting[kept.kind].kept.records.remove(nameKept(kept))
}

/** For handing a signature to the others when the gateway does not take it. */
export function saveKept(kept: Kept): void {
  const { file } = acting[kept.kind].kept
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
