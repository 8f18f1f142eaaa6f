import { GatewayReplyError } from '@covault/api'
import { buildSignatures, type SafeSignature } from '@covault/protocol'
import type { Address } from 'viem'
import type { AppIdentity } from '../../apps/requestDesk.js'
import type {
  LocalSignature,
  LocalTransaction,
} from '../../preferences/localQueue.js'
import { hashSignable } from '../../trust/hashSignable.js'
import type { Signable, SignableKind } from '../../trust/signable.js'
import { failKept, listMeant, readKept, takeKept, writeKept } from './kept.js'
import type { Kept } from './keptWork.js'
import { isFinal, readRefusal } from './refusal.js'
import { acting } from './signables/signables.js'
import { propose } from './signables/transaction.js'

type Signed<Kind extends SignableKind> = {
  signable: Signable<Kind>
  signature: SafeSignature
  /** Of a transaction. */
  note: string
  app?: AppIdentity | undefined
  isProposed: boolean
  /** Otherwise anyone who signs may only propose. */
  isOwner: boolean
}

/**
 * Where protocol, wallet and gateway meet. A signature is kept in this browser
 * before it is handed to the gateway, and let go when the gateway has it. What
 * the gateway does not take stays here and is returned with the reason.
 */
export async function submitSignature<Kind extends SignableKind>(
  signed: Signed<Kind>,
): Promise<{ kept: Kept; error: unknown } | undefined> {
  const saved = await writeKept(toKept(signed))
  const kept = withMeant(saved)
  try {
    await submitKept(kept)
  } catch (error) {
    const value = await readKept(kept)
    if (!value) throw error
    return { kept: withMeant({ ...kept, value } as Kept), error }
  }
  return undefined
}

/** Others may have signed here before; what came late waits on. */
export function withMeant<Kind extends SignableKind>(
  kept: Kept<Kind>,
): Kept<Kind> {
  const { value } = kept
  const signatures = listMeant(value.signatures)
  return { ...kept, value: { ...value, signatures } }
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
  { signable, signature, note, app, isProposed, isOwner }: Signed<Kind>,
  late: Pick<LocalSignature, 'isLate'> = {},
): Kept<Kind> {
  const { chainId, safe } = signable.domain
  const at = Date.now()
  const fields = {
    chainId,
    safe,
    ...(app && { app: toKeptApp(app) }),
    isProposed,
    at,
    signatures: [
      {
        signer: signature.signer,
        signature: buildSignatures([signature]),
        at,
        ...(!isOwner && { isProposer: true }),
        ...late,
      },
    ],
  }
  return acting[signable.kind].kept.keep(signable, fields, note)
}

function toKeptApp({ name, url }: AppIdentity) {
  return { name: name.slice(0, 100), url }
}

/**
 * Proposed with the first signature that the gateway takes, owners' before
 * others', then joined by the rest. Sent again it changes nothing, so a lost
 * answer does no harm. What the gateway refuses stays here with the reason; all
 * that it took is let go.
 */
export async function submitKept<Kind extends SignableKind>(
  kept: Kept<Kind>,
): Promise<void> {
  const { value } = kept
  const way = acting[kept.kind].kept
  const taken: LocalSignature[] = []
  let refused: unknown
  try {
    for (const one of sortOwnersFirst(value))
      try {
        if (taken.length === 0) await begin(kept, one)
        // Who only proposes need not, where an owner has.
        else if (!one.isProposer) await way.join(value, one)
        taken.push(one)
      } catch (error) {
        if (!isFinal(error)) throw error
        refused ??= error
      }
    if (taken.length > 0) await way.compare(value, taken)
  } catch (error) {
    await failKept(kept, readRefusal(error))
    throw error
  }
  if (taken.length > 0) await takeKept(kept, taken)
  for (const one of taken) await way.onTaken(value, one)
  if (refused === undefined) return
  await failKept(kept, readRefusal(refused))
  throw refused
}

/** What was deleted there, or never was there, is proposed. */
async function begin<Kind extends SignableKind>(
  { kind, value }: Kept<Kind>,
  first: LocalSignature,
): Promise<void> {
  const { join, propose } = acting[kind].kept
  if (!value.isProposed) return propose(value, first)
  try {
    await join(value, first)
  } catch (error) {
    if (!isUnknown(error)) throw error
    await propose(value, first)
  }
}

function isUnknown(error: unknown): boolean {
  return error instanceof GatewayReplyError && error.status === 404
}

/** What no chain has checked yet waits here until one has. */
function sortOwnersFirst({
  signatures,
}: Pick<LocalTransaction, 'signatures'>): LocalSignature[] {
  const rank = ({ isProposer }: LocalSignature) => (isProposer ? 1 : 0)
  return signatures
    .filter(({ isUnchecked }) => !isUnchecked)
    .toSorted((a, b) => rank(a) - rank(b))
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
  await propose(
    {
      chainId: domain.chainId,
      safe: domain.safe,
      transaction,
      safeTxHash: hashSignable(signable),
      note,
      ...(app && { app: toKeptApp(app) }),
    },
    { signer: sender, signature: null },
  )
}
