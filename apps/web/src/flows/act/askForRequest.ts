import { GatewayReplyError } from '@covault/api'
import { BaseError, buildSignatures } from '@covault/protocol'
import { type Address, type Hex, hashTypedData } from 'viem'
import type { TypedData } from '../../wallet/verbs.js'
import { ProviderRequiredError } from '../../wallet/walletErrors.js'
import type { WalletLayer } from '../../wallet/walletLayer.js'
import type { WrongSignature } from './keptWork.js'
import { recordWrong } from './recordWrong.js'
import { signTypedData } from './sign.js'
import { askOnlyWhile, type Waiting } from './waiting.js'

/** Whose signature is asked for; undefined: no wallet is there. */
export type Asking = {
  wallet: WalletLayer | undefined
  account: Address | undefined
}

/**
 * Something that only the gateway is asked for: the wallet signs it, and the
 * gateway gets it. Undefined: nobody waited any more, and nothing was sent.
 */
export async function askForRequest({
  wallet,
  account,
  about,
  typedData,
  waiting,
  send,
  refusal,
}: Asking & {
  /** Where it is recorded if the wallet signs something else. */
  about: Pick<WrongSignature, 'chainId' | 'safe' | 'nonce'>
  typedData: TypedData
  waiting: Waiting
  send: (signature: Hex, account: Address) => Promise<unknown>
  /** What it is called that the gateway says no. */
  refusal: string
}): Promise<true | undefined> {
  if (!wallet || !account) throw new ProviderRequiredError()
  const { chainId } = about
  const hash = hashTypedData(typedData)
  const asked = askOnlyWhile(waiting, wallet)
  const signature = await recordWrong(
    { ...about, safeTxHash: hash, account },
    () =>
      signTypedData({ wallet: asked, account }, { chainId, typedData, hash }),
  )
  // Who has stopped waiting leaves everything as it was.
  if (!waiting.isAwaited()) return undefined
  try {
    await send(buildSignatures([signature]), account)
  } catch (cause) {
    if (!(cause instanceof GatewayReplyError)) throw cause
    throw new RequestRefusedError(refusal, { cause })
  }
  return true
}

export class RequestRefusedError extends BaseError {
  constructor(refusal: string, { cause }: { cause: GatewayReplyError }) {
    super(`${refusal}: ${cause.reason ?? `status ${cause.status}`}`, { cause })
  }
}
