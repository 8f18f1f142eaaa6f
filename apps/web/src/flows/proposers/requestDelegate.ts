import { addDelegate, call, removeDelegate } from '@covault/api'
import { getDelegateTypedData, getTotp } from '@covault/protocol'
import type { Address, Hex } from 'viem'
import { gateway } from '../../queries/gateway.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { type Asking, askForRequest } from '../act/askForRequest.js'
import type { Waiting } from '../act/waiting.js'

/** What the gateway is asked: to let somebody propose, or no longer. */
export type DelegateRequest =
  | { kind: 'add'; delegate: Address; label: string }
  | { kind: 'remove'; delegate: Address; delegator: Address; isForAll: boolean }

/** Asks the wallet for the request and hands it to the gateway. */
export async function requestDelegate(
  {
    place,
    request,
    ...asking
  }: Asking & { place: SafePlace; request: DelegateRequest },
  waiting: Waiting,
): Promise<true | undefined> {
  const { chainId } = place.chain
  const { delegate } = request
  const totp = getTotp({ unixSeconds: Date.now() / 1000 })
  return askForRequest({
    ...asking,
    waiting,
    about: { chainId, safe: place.address, nonce: place.safe.nonce },
    typedData: getDelegateTypedData({ chainId, delegate, totp }),
    send: (signature, account) => send({ place, account, request, signature }),
    refusal: 'The gateway refused the request',
  })
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
}
