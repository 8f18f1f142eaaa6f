import { buildSignatures, type SafeSignature } from '@covault/protocol'
import type { Address } from 'viem'
import type { AppIdentity } from '../../apps/requestDesk.js'
import { hashSignable } from '../../trust/hashSignable.js'
import type { Signable, SignableKind } from '../../trust/signable.js'
import { forgetKept, readKept, writeKept } from './kept.js'
import type { Kept } from './keptWork.js'
import type { KeptFields } from './signables/definition.js'
import { acting } from './signables/signables.js'
import { propose } from './signables/transaction.js'

type Signed<Kind extends SignableKind> = {
  signable: Signable<Kind>
  signature: SafeSignature
  /** Of a transaction. */
  note: string
  app?: AppIdentity | undefined
  isProposed: boolean
}

/**
 * Where protocol, wallet and gateway meet. A signature is kept in this browser
 * before it is handed to the gateway, and let go when the gateway has it. What
 * the gateway does not take stays here and is returned with the reason.
 */
export async function submitSignature<Kind extends SignableKind>(
  signed: Signed<Kind>,
): Promise<{ kept: Kept; error: unknown } | undefined> {
  const kept = toKept(signed)
  await writeKept(kept)
  try {
    await submitKept(kept)
  } catch (error) {
    const value = await readKept(kept)
    if (!value) throw error
    return { kept: { ...kept, value } as Kept, error }
  }
  return undefined
}

/**
 * It came when nobody waited for it any more. It is not lost, but whether the
 * others get it is for its owner to say.
 */
export async function keepLate<Kind extends SignableKind>(
  signed: Signed<Kind>,
): Promise<void> {
  await writeKept(toKept(signed, { isLate: true }))
}

function toKept<Kind extends SignableKind>(
  { signable, signature, note, app, isProposed }: Signed<Kind>,
  late: Pick<KeptFields, 'isLate'> = {},
): Kept<Kind> {
  const { chainId, safe } = signable.domain
  const fields = {
    chainId,
    safe,
    signer: signature.signer,
    signature: buildSignatures([signature]),
    ...(app && { app: toKeptApp(app) }),
    isProposed,
    at: Date.now(),
    ...late,
  }
  return acting[signable.kind].kept.keep(signable, fields, note)
}

function toKeptApp({ name, url }: AppIdentity) {
  return { name: name.slice(0, 100), url }
}

/** Sent again it changes nothing, so a lost answer does no harm. */
export async function submitKept<Kind extends SignableKind>(
  kept: Kept<Kind>,
): Promise<void> {
  const { value } = kept
  const { join, propose, onTaken } = acting[kept.kind].kept
  try {
    await (value.isProposed ? join(value) : propose(value))
  } catch (error) {
    await writeKept(kept, { failedAt: Date.now() })
    throw error
  }
  await forgetKept(kept)
  await onTaken(value)
}

/**
 * Without a signature: a safe among the owners is to approve it on chain. The
 * gateway shows it in no list until an owner has.
 */
export async function proposeUnsigned({
  signable,
  sender,
  note,
  app,
}: {
  signable: Signable<'transaction'>
  sender: Address
  note: string
  app: AppIdentity | undefined
}): Promise<void> {
  const { domain, transaction } = signable
  await propose({
    chainId: domain.chainId,
    safe: domain.safe,
    transaction,
    safeTxHash: hashSignable(signable),
    signer: sender,
    signature: null,
    note,
    ...(app && { app: toKeptApp(app) }),
  })
}
