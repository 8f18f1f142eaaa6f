import { call, deleteTransaction, GatewayReplyError } from '@covault/api'
import { BaseError, buildSignatures, type SafeDomain } from '@covault/protocol'
import type { Address, Hex } from 'viem'
import { seenSignatures } from '../../preferences/seenSignatures.js'
import { gateway } from '../../queries/gateway.js'
import { ProviderRequiredError } from '../../wallet/walletErrors.js'
import type { WalletLayer } from '../../wallet/walletLayer.js'
import { recordWrong } from '../act/recordWrong.js'
import { signDeleteRequest } from '../act/sign.js'
import { askOnlyWhile, type Waiting } from '../act/waiting.js'

/** Asks the wallet for the request and hands it to the gateway. */
export async function requestDeletion({
  wallet,
  account,
  domain,
  safeTxHash,
  nonce,
  waiting,
}: {
  wallet: WalletLayer | undefined
  account: Address | undefined
  domain: SafeDomain
  safeTxHash: Hex
  nonce: bigint
  waiting: Waiting
}): Promise<void> {
  if (!wallet || !account) throw new ProviderRequiredError()
  const { chainId, safe } = domain
  const signature = await recordWrong(
    { chainId, safe, nonce, safeTxHash, account },
    () =>
      signDeleteRequest({
        wallet: askOnlyWhile(waiting, wallet),
        account,
        domain,
        safeTxHash,
        unixSeconds: Date.now() / 1000,
      }),
  )
  // Who has stopped waiting keeps the transaction.
  if (!waiting.isAwaited()) return
  await send({ chainId, safeTxHash, signature: buildSignatures([signature]) })
  // Nobody withholds what was deleted here.
  for (const { name } of await seenSignatures.list())
    if (name.startsWith(safeTxHash)) await seenSignatures.remove(name)
}

async function send({
  chainId,
  safeTxHash,
  signature,
}: {
  chainId: number
  safeTxHash: Hex
  signature: Hex
}): Promise<void> {
  try {
    await call(gateway, deleteTransaction, {
      params: { chainId, safeTxHash },
      body: { signature },
    })
  } catch (error) {
    if (!(error instanceof GatewayReplyError)) throw error
    if (error.status === 404) throw new GoneAlreadyError({ cause: error })
    throw new DeletionRefusedError({ cause: error })
  }
}

export class GoneAlreadyError extends BaseError {
  constructor({ cause }: { cause: unknown }) {
    super('The transaction was already deleted.', { cause })
  }
}

export class DeletionRefusedError extends BaseError {
  constructor({ cause }: { cause: GatewayReplyError }) {
    super(
      `The gateway didn’t delete the transaction: ${cause.reason ?? `status ${cause.status}`}`,
      { cause },
    )
  }
}
