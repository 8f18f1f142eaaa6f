import { call, confirmTransaction, proposeTransaction } from '@covault/api'
import {
  buildSignatures,
  hashSafeTransaction,
  type SafeDomain,
  type SafeSignature,
  type SafeTransaction,
} from '@covault/protocol'
import { zeroAddress } from 'viem'
import { gateway, listLimits } from '../queries/gateway.js'
import { type KeptSignature, keptSignatures } from './keptWork.js'

/**
 * Where protocol, wallet and gateway meet. A signature is kept in this browser
 * before it is handed to the gateway, and let go when the gateway has it.
 */
export async function submitSignature({
  domain,
  transaction,
  signature,
  note,
  isProposed,
}: {
  domain: SafeDomain
  transaction: SafeTransaction
  signature: SafeSignature
  note: string
  isProposed: boolean
}): Promise<void> {
  const kept: KeptSignature = {
    chainId: domain.chainId,
    safe: domain.safe,
    transaction,
    safeTxHash: hashSafeTransaction(domain, transaction),
    signer: signature.signer,
    signature: buildSignatures([signature]),
    note,
    isProposed,
    at: Date.now(),
  }
  await keptSignatures.write(nameSignature(kept), kept)
  await submitKept(kept)
}

/** Sent again it changes nothing, so a lost answer does no harm. */
export async function submitKept(kept: KeptSignature): Promise<void> {
  const { chainId, safeTxHash, signature, isProposed } = kept
  if (isProposed)
    await call(gateway, confirmTransaction, {
      params: { chainId, safeTxHash },
      body: { signature },
      ...listLimits,
    })
  else await propose(kept)
  await keptSignatures.remove(nameSignature(kept))
}

export function nameSignature({
  safeTxHash,
  signer,
}: Pick<KeptSignature, 'safeTxHash' | 'signer'>): string {
  return `${safeTxHash}:${signer}`
}

async function propose({
  chainId,
  safe,
  transaction,
  safeTxHash,
  signer,
  signature,
  note,
}: KeptSignature): Promise<void> {
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
      origin: note === '' ? null : JSON.stringify({ note }),
    },
    ...listLimits,
  })
}
