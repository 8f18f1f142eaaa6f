import {
  call,
  confirmTransaction,
  createMessage,
  GatewayReplyError,
  proposeTransaction,
  signMessage,
} from '@covault/api'
import { buildSignatures, type SafeSignature } from '@covault/protocol'
import { type Address, type Hex, zeroAddress } from 'viem'
import type { AppIdentity } from '../../apps/requestDesk.js'
import {
  type KeptSignature,
  nameSignature,
  seenSignatures,
} from '../../preferences/keptSignatures.js'
import { gateway } from '../../queries/gateway.js'
import {
  hashSignable,
  type Signable,
  type SignableKind,
} from '../../trust/signable.js'
import {
  forgetKept,
  type Kept,
  readKept,
  type Stored,
  writeKept,
} from './kept.js'
import type { KeptMessageSignature } from './keptWork.js'

type Signed<Kind extends SignableKind> = {
  signable: Signable<Kind>
  signature: SafeSignature
  /** Of a transaction. */
  note: string
  app?: AppIdentity | undefined
  isProposed: boolean
}

type KeptFields = Omit<KeptSignature, 'transaction' | 'safeTxHash' | 'note'>

type Handing<Kind extends SignableKind> = {
  keep: (one: Signable<Kind>, fields: KeptFields, note: string) => Kept<Kind>
  /** For one that the gateway has, and for one that it has not. */
  join: (value: Stored[Kind]) => Promise<void>
  propose: (value: Stored[Kind]) => Promise<void>
  /** The gateway has it now. */
  onTaken: (value: Stored[Kind]) => Promise<void>
}

const handing: { [Kind in SignableKind]: Handing<Kind> } = {
  transaction: {
    keep: (one, fields, note) => ({
      kind: 'transaction',
      value: {
        ...fields,
        transaction: one.transaction,
        safeTxHash: hashSignable(one),
        note,
      },
    }),
    join: confirm,
    propose,
    onTaken: (value) =>
      seenSignatures.write(nameSignature(value), {
        ...value,
        isProposed: false,
      }),
  },
  message: {
    keep: (one, fields) => ({
      kind: 'message',
      value: {
        ...fields,
        content: one.message,
        messageHash: hashSignable(one),
      },
    }),
    join: addSignature,
    propose: proposeMessage,
    onTaken: async () => undefined,
  },
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
  return handing[signable.kind].keep(signable, fields, note)
}

function toKeptApp({ name, url }: AppIdentity) {
  return { name: name.slice(0, 100), url }
}

/** Sent again it changes nothing, so a lost answer does no harm. */
export async function submitKept<Kind extends SignableKind>(
  kept: Kept<Kind>,
): Promise<void> {
  const { value } = kept
  const { join, propose, onTaken } = handing[kept.kind]
  try {
    await (value.isProposed ? join(value) : propose(value))
  } catch (error) {
    await writeKept(kept, { failedAt: Date.now() })
    throw error
  }
  await forgetKept(kept)
  await onTaken(value)
}

async function confirm({
  chainId,
  safeTxHash,
  signature,
}: KeptSignature): Promise<void> {
  await call(gateway, confirmTransaction, {
    params: { chainId, safeTxHash },
    body: { signature },
  })
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

async function propose({
  chainId,
  safe,
  transaction,
  safeTxHash,
  signer,
  signature,
  note,
  app,
}: Omit<KeptSignature, 'signature' | 'isProposed' | 'at'> & {
  signature: Hex | null
}): Promise<void> {
  const { data, refundReceiver, ...fields } = transaction
  await call(gateway, proposeTransaction, {
    params: { chainId, safe_address: safe },
    body: {
      ...fields,
      data: data === '0x' ? null : data,
      refundReceiver: refundReceiver === zeroAddress ? null : refundReceiver,
      safeTxHash,
      sender: signer,
      signature,
      origin: toOrigin({ ...app, ...(note !== '' && { note }) }),
    },
  })
}

/** Where it comes from, in the wire's JSON; null: from here, without a note. */
function toOrigin(fields: {
  url?: string
  name?: string
  note?: string
}): string | null {
  return Object.keys(fields).length === 0 ? null : JSON.stringify(fields)
}

/** Somebody else may have proposed the same words meanwhile. */
async function proposeMessage(kept: KeptMessageSignature): Promise<void> {
  const { chainId, safe, content, signature, app } = kept
  try {
    await call(gateway, createMessage, {
      params: { chainId, safe_address: safe },
      body: { message: content, signature, origin: toMessageOrigin(app) },
    })
  } catch (error) {
    if (!(error instanceof GatewayReplyError) || error.status !== 400)
      throw error
    await addSignature(kept).catch(() => {
      throw error
    })
  }
}

/** The wire takes 200 characters: a long address goes without its name. */
function toMessageOrigin(app: KeptMessageSignature['app']): string {
  const texts = [toOrigin({ ...app }), app && toOrigin({ url: app.url })]
  return texts.find((text) => text && text.length <= 200) ?? '{}'
}

async function addSignature({
  chainId,
  messageHash,
  signature,
}: KeptMessageSignature): Promise<void> {
  await call(gateway, signMessage, {
    params: { chainId, message_hash: messageHash },
    body: { signature },
  })
}
