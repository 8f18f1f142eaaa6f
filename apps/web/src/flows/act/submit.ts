import {
  call,
  confirmTransaction,
  createMessage,
  GatewayReplyError,
  proposeTransaction,
  signMessage,
} from '@covault/api'
import {
  buildSignatures,
  hashSafeMessage,
  hashSafeTransaction,
  type SafeDomain,
  type SafeSignature,
  type SafeTransaction,
} from '@covault/protocol'
import { type Address, type Hex, zeroAddress } from 'viem'
import type { AppIdentity } from '../../apps/requestDesk.js'
import {
  type KeptSignature,
  keptSignatures,
  nameSignature,
  seenSignatures,
} from '../../preferences/keptSignatures.js'
import { gateway, listLimits } from '../../queries/gateway.js'
import { type KeptMessageSignature, keptMessageSignatures } from './keptWork.js'

type Signed = {
  domain: SafeDomain
  transaction: SafeTransaction
  signature: SafeSignature
  note: string
  app?: AppIdentity | undefined
  isProposed: boolean
}

/**
 * Where protocol, wallet and gateway meet. A signature is kept in this browser
 * before it is handed to the gateway, and let go when the gateway has it.
 */
export async function submitSignature(signed: Signed): Promise<void> {
  const kept = toKept(signed)
  await keptSignatures.write(nameSignature(kept), kept)
  await submitKept(kept)
}

/**
 * It came when nobody waited for it any more. It is not lost, but whether the
 * others get it is for its owner to say.
 */
export async function keepLate(signed: Signed): Promise<void> {
  const kept = { ...toKept(signed), isLate: true }
  await keptSignatures.write(nameSignature(kept), kept)
}

function toKept({
  domain,
  transaction,
  signature,
  note,
  app,
  isProposed,
}: Signed): KeptSignature {
  return {
    chainId: domain.chainId,
    safe: domain.safe,
    transaction,
    safeTxHash: hashSafeTransaction(domain, transaction),
    signer: signature.signer,
    signature: buildSignatures([signature]),
    note,
    ...(app && { app: toKeptApp(app) }),
    isProposed,
    at: Date.now(),
  }
}

function toKeptApp({ name, url }: AppIdentity) {
  return { name: name.slice(0, 100), url }
}

/** Sent again it changes nothing, so a lost answer does no harm. */
export async function submitKept(kept: KeptSignature): Promise<void> {
  const name = nameSignature(kept)
  try {
    if (kept.isProposed) await confirm(kept)
    else await propose(kept)
  } catch (error) {
    await keptSignatures.write(name, { ...kept, failedAt: Date.now() })
    throw error
  }
  await keptSignatures.remove(name)
  await seenSignatures.write(name, { ...kept, isProposed: false })
}

async function confirm({
  chainId,
  safeTxHash,
  signature,
}: KeptSignature): Promise<void> {
  await call(gateway, confirmTransaction, {
    params: { chainId, safeTxHash },
    body: { signature },
    ...listLimits,
  })
}

/**
 * Without a signature: a safe among the owners is to approve it on chain. The
 * gateway shows it in no list until an owner has.
 */
export async function proposeUnsigned({
  domain,
  transaction,
  sender,
  note,
  app,
}: {
  domain: SafeDomain
  transaction: SafeTransaction
  sender: Address
  note: string
  app: AppIdentity | undefined
}): Promise<void> {
  await propose({
    chainId: domain.chainId,
    safe: domain.safe,
    transaction,
    safeTxHash: hashSafeTransaction(domain, transaction),
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
    ...listLimits,
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

type SignedMessage = {
  domain: SafeDomain
  content: KeptMessageSignature['content']
  signature: SafeSignature
  app?: AppIdentity | undefined
  isProposed: boolean
}

/** The same for a message: kept, handed over, let go. */
export async function submitMessageSignature(
  signed: SignedMessage,
): Promise<void> {
  const kept = toKeptMessage(signed)
  await keptMessageSignatures.write(nameMessageSignature(kept), kept)
  await submitKeptMessage(kept)
}

export async function keepLateMessage(signed: SignedMessage): Promise<void> {
  const kept = { ...toKeptMessage(signed), isLate: true }
  await keptMessageSignatures.write(nameMessageSignature(kept), kept)
}

function toKeptMessage({
  domain,
  content,
  signature,
  app,
  isProposed,
}: SignedMessage): KeptMessageSignature {
  return {
    chainId: domain.chainId,
    safe: domain.safe,
    content,
    messageHash: hashSafeMessage(domain, content),
    signer: signature.signer,
    signature: buildSignatures([signature]),
    ...(app && { app: toKeptApp(app) }),
    isProposed,
    at: Date.now(),
  }
}

export async function submitKeptMessage(
  kept: KeptMessageSignature,
): Promise<void> {
  const name = nameMessageSignature(kept)
  try {
    if (kept.isProposed) await addSignature(kept)
    else await proposeMessage(kept)
  } catch (error) {
    await keptMessageSignatures.write(name, { ...kept, failedAt: Date.now() })
    throw error
  }
  await keptMessageSignatures.remove(name)
}

export function nameMessageSignature({
  messageHash,
  signer,
}: Pick<KeptMessageSignature, 'messageHash' | 'signer'>): string {
  return `${messageHash}:${signer}`
}

/** Somebody else may have proposed the same words meanwhile. */
async function proposeMessage(kept: KeptMessageSignature): Promise<void> {
  const { chainId, safe, content, signature, app } = kept
  try {
    await call(gateway, createMessage, {
      params: { chainId, safe_address: safe },
      body: { message: content, signature, origin: toMessageOrigin(app) },
      ...listLimits,
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
    ...listLimits,
  })
}
