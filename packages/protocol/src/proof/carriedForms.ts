import { expect } from 'vitest'
import type { Carried } from '../envelope/carried.js'
import { readPasted } from '../envelope/readPasted.js'
import {
  type VerifiedCarried,
  verifyCarried,
  verifyCarriedSignatures,
} from '../envelope/verifyCarried.js'
import { hashCarried, type Parcel } from '../envelope/writeEnvelope.js'
import { BaseError } from '../errors.js'
import {
  domain,
  signable,
  signers,
  transaction,
  typedMessage,
} from './signedParcel.js'

export const messageSignable = {
  kind: 'message',
  domain,
  message: typedMessage,
} as const

export const addresses = signers.map(({ address }) => address)

export const byAddress = (a: string, b: string) =>
  a.toLowerCase() < b.toLowerCase() ? -1 : 1

/** As protocol-kit and its users write the ten fields. */
export const tenFields = {
  to: transaction.to,
  value: '1000000000000000001',
  data: '0xa9059cbb',
  operation: 0,
  safeTxGas: '1',
  baseGas: '2',
  gasPrice: '3',
  gasToken: transaction.gasToken,
  refundReceiver: transaction.refundReceiver,
  nonce: 7,
}

export const safeTxHash = hashCarried(signable)
export const messageHash = hashCarried(messageSignable)

export async function readOne(text: string): Promise<Carried> {
  const [carried, ...others] = await readPasted(text)
  if (!carried || others.length > 0) throw new Error('One was expected.')
  return carried
}

export async function bringIn(text: string): Promise<VerifiedCarried> {
  const carried = await readOne(text)
  if (carried.kind !== 'signatures') return verifyCarried(carried, domain)
  return verifyCarriedSignatures(
    carried,
    carried.of === 'message' ? messageSignable : signable,
  )
}

export function listRecovered({ signatures }: VerifiedCarried): string[] {
  return signatures
    .flatMap((checked) =>
      checked.status === 'recovered' ? [checked.signature.signer] : [],
    )
    .sort(byAddress)
}

export async function refusalOf(text: string): Promise<string> {
  try {
    await bringIn(text)
  } catch (error) {
    expect(error).toBeInstanceOf(BaseError)
    return error instanceof Error ? error.message : ''
  }
  throw new Error('It was brought in.')
}

/** A signature as other programs write it, by hand. */
export type SignedEntry = {
  signer: string
  data: string
  isContractSignature: boolean
}

export function listEntries({ signatures }: Parcel): SignedEntry[] {
  return signatures.map((signature) => ({
    signer: signature.signer,
    data: 'data' in signature ? signature.data : '0x',
    isContractSignature: false,
  }))
}
