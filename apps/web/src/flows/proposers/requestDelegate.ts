import {
  addDelegate,
  call,
  GatewayReplyError,
  removeDelegate,
} from '@covault/api'
import {
  BaseError,
  buildSignatures,
  getDelegateTypedData,
  getTotp,
} from '@covault/protocol'
import { type Address, type Hex, hashTypedData } from 'viem'
import { gateway } from '../../queries/gateway.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { ProviderRequiredError } from '../../wallet/walletErrors.js'
import type { WalletLayer } from '../../wallet/walletLayer.js'
import { recordWrong } from '../act/recordWrong.js'
import { signDelegateRequest } from '../act/sign.js'
import { askOnlyWhile, type Waiting } from '../act/waiting.js'

/** What the gateway is asked: to let somebody propose, or no longer. */
export type DelegateRequest =
  | { kind: 'add'; delegate: Address; label: string }
  | { kind: 'remove'; delegate: Address; delegator: Address; isForAll: boolean }

type Asking = {
  wallet: WalletLayer | undefined
  account: Address | undefined
  place: SafePlace
  request: DelegateRequest
}

/** Asks the wallet for the request and hands it to the gateway. */
export async function requestDelegate(
  { wallet, account, place, request }: Asking,
  waiting: Waiting,
): Promise<true | undefined> {
  if (!wallet || !account) throw new ProviderRequiredError()
  const { chainId } = place.chain
  const { delegate } = request
  const unixSeconds = Date.now() / 1000
  const totp = getTotp({ unixSeconds })
  const asked = hashTypedData(getDelegateTypedData({ chainId, delegate, totp }))
  const signature = await recordWrong(
    {
      chainId,
      safe: place.address,
      nonce: place.safe.nonce,
      safeTxHash: asked,
      account,
    },
    () =>
      signDelegateRequest({
        wallet: askOnlyWhile(waiting, wallet),
        account,
        chainId,
        delegate,
        unixSeconds,
      }),
  )
  // Who has stopped waiting leaves everything as it was.
  if (!waiting.isAwaited()) return undefined
  await send({
    place,
    account,
    request,
    signature: buildSignatures([signature]),
  })
  return true
}

async function send({
  place: { chain, address },
  account,
  request,
  signature,
}: {
  place: SafePlace
  account: Address
  request: DelegateRequest
  signature: Hex
}): Promise<void> {
  const { chainId } = chain
  const { delegate } = request
  try {
    if (request.kind === 'add')
      await call(gateway, addDelegate, {
        params: { chainId },
        body: {
          safe: address,
          delegate,
          delegator: account,
          label: request.label,
          signature,
        },
      })
    else
      await call(gateway, removeDelegate, {
        params: { chainId, delegate },
        body: {
          ...(request.isForAll ? {} : { safe: address }),
          delegator: request.delegator,
          signature,
        },
      })
  } catch (error) {
    if (!(error instanceof GatewayReplyError)) throw error
    throw new DelegateRefusedError({ cause: error })
  }
}

export class DelegateRefusedError extends BaseError {
  constructor({ cause }: { cause: GatewayReplyError }) {
    super(
      `The gateway refused the request: ${cause.reason ?? `status ${cause.status}`}`,
      { cause },
    )
  }
}
