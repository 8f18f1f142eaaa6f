import {
  BaseError,
  fromWalletSignature,
  nameChain,
  recoverSigner,
  type SafeSignature,
} from '@covault/protocol'
import type { Address, Hex } from 'viem'
import { hashSignable, toTypedData } from '../../trust/hashSignable.js'
import type { Signable, SignableKind } from '../../trust/signable.js'
import type { TypedData, WalletVerbs } from '../../wallet/verbs.js'
import { WalletError } from '../../wallet/walletErrors.js'
import { WrongSignatureError } from './signErrors.js'

type Signing = {
  wallet: Pick<WalletVerbs, 'readPlace' | 'signTypedData' | 'signHash'>
  account: Address
}

/**
 * One owner's signature over exactly the hash that was shown. Whatever the
 * wallet answers is recovered over that hash; anything else is an alarm.
 */
export async function signAsShown<Kind extends SignableKind>({
  signable,
  shown,
  ...signing
}: Signing & {
  signable: Signable<Kind>
  /** The hash on the screen. */
  shown: Hex
}): Promise<SafeSignature> {
  const hash = hashSignable(signable)
  if (hash !== shown) throw new NotAsShownError({ hash, shown })
  return signTypedData(signing, {
    chainId: signable.domain.chainId,
    typedData: toTypedData(signable),
    hash,
  })
}

/** The same for what is no signable: a request to the gateway. */
export async function signTypedData(
  { wallet, account }: Signing,
  {
    chainId,
    typedData,
    hash,
  }: {
    chainId: number
    typedData: TypedData
    hash: Hex
  },
): Promise<SafeSignature> {
  await assertPlace(wallet, { account, chainId })
  const answer = await wallet.signTypedData(typedData)
  return readAnswer({ kind: 'ecdsa', hash, account, answer })
}

/**
 * For wallets that know no typed data, and only where the reader has allowed
 * it: `personal_sign` over the 32 bytes of the hash, which raises v by 4.
 */
export async function signBlindly({
  wallet,
  account,
  chainId,
  hash,
}: Signing & { chainId: number; hash: Hex }): Promise<SafeSignature> {
  await assertPlace(wallet, { account, chainId })
  const answer = await wallet.signHash(hash)
  return readAnswer({ kind: 'ethSign', hash, account, answer })
}

/** A wallet can move while somebody reads. */
export async function assertPlace(
  wallet: Pick<WalletVerbs, 'readPlace'>,
  expected: { account: Address; chainId: number },
): Promise<void> {
  const place = await wallet.readPlace()
  if (place.account !== expected.account)
    throw new OtherAccountError({
      account: place.account,
      expected: expected.account,
    })
  if (place.chainId !== expected.chainId)
    throw new OtherChainError({
      chainId: place.chainId,
      expected: expected.chainId,
    })
}

async function readAnswer({
  kind,
  hash,
  account,
  answer,
}: {
  kind: 'ecdsa' | 'ethSign'
  hash: Hex
  account: Address
  answer: Hex
}): Promise<SafeSignature> {
  try {
    const signature = fromWalletSignature({
      kind,
      signer: account,
      signature: answer,
    })
    if (signature.kind !== 'ecdsa' && signature.kind !== 'ethSign')
      throw new WrongSignatureError({ account, hash, answer })
    const signer = await recoverSigner({ hash, signature })
    if (signer === account) return signature
  } catch (cause) {
    throw new WrongSignatureError({ account, hash, answer, cause })
  }
  throw new WrongSignatureError({ account, hash, answer })
}

export class NotAsShownError extends BaseError {
  constructor({ hash, shown }: { hash: Hex; shown: Hex }) {
    super(
      `This page shows ${shown}, but the content to be signed has the hash ${hash}. Nothing was sent to your wallet. Reload the page.`,
    )
  }
}

export class OtherAccountError extends WalletError {
  constructor({
    account,
    expected,
  }: {
    account: Address | undefined
    expected: Address
  }) {
    super(
      `Your wallet now uses ${account ?? 'no account'}, not ${expected}. Choose that account in the wallet, then try again.`,
    )
  }
}

export class OtherChainError extends WalletError {
  constructor({ chainId, expected }: { chainId: number; expected: number }) {
    super(
      `Your wallet is on ${nameChain(chainId)}, but this safe is on ${nameChain(expected)}. Switch networks, then try again.`,
    )
  }
}
