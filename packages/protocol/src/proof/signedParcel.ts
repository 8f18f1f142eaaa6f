import { type Hex, keccak256, stringToHex, zeroAddress } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import {
  type CarriedSignable,
  hashCarried,
  type Parcel,
} from '../envelope/writeEnvelope.js'
import type { SafeDomain, SafeTransaction } from '../safeTransaction.js'
import { type SafeSignature, toLowS } from '../signature.js'

/** A safe that exists nowhere, and two of its owners. */
export const domain: SafeDomain = {
  chainId: 1,
  safe: '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829',
  version: '1.4.1',
}

export const signers: readonly PrivateKeyAccount[] = ['a', 'b'].map((name) =>
  privateKeyToAccount(keccak256(stringToHex(`carried ${name}`))),
)

export const transaction: SafeTransaction = {
  to: '0xE0bcfe5e30ABa0B46f13B0C24CbC470DCA3eb865',
  value: 10n ** 18n + 1n,
  data: '0xa9059cbb',
  operation: 0,
  safeTxGas: 1n,
  baseGas: 2n,
  gasPrice: 3n,
  gasToken: zeroAddress,
  refundReceiver: zeroAddress,
  nonce: 7n,
}

export const signable = { kind: 'transaction', domain, transaction } as const

export const typedMessage = {
  domain: { name: 'App', chainId: 1 },
  types: { Vote: [{ name: 'choice', type: 'string' }] },
  primaryType: 'Vote',
  message: { choice: 'yes, naïve 🦉' },
}

/** Signed by both owners' keys. */
export async function signParcel(signable: CarriedSignable): Promise<Parcel> {
  const hash = hashCarried(signable)
  return {
    signable,
    signatures: await Promise.all(
      signers.map((account) => signHash(account, hash)),
    ),
  }
}

export async function signHash(
  account: Pick<PrivateKeyAccount, 'address' | 'sign'>,
  hash: Hex,
): Promise<SafeSignature> {
  const data = toLowS(await account.sign({ hash }))
  return { kind: 'ecdsa', signer: account.address, data }
}
