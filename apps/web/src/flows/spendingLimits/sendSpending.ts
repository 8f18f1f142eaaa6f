import type { Address, Hex } from 'viem'
import { ProviderRequiredError } from '../../wallet/walletErrors.js'
import type { WalletLayer } from '../../wallet/walletLayer.js'
import type { Execution } from '../act/execute.js'
import type { FeeChoice } from '../act/feeChoice.js'
import { toRequest } from '../act/sendExecution.js'
import { assertPlace } from '../act/sign.js'
import { askOnlyWhile, type Waiting } from '../act/waiting.js'

/** The beneficiary's own wallet sends it; no owner is asked. */
export async function sendSpending(
  wallet: WalletLayer | undefined,
  {
    chainId,
    sender,
    execution,
    fees,
    waiting,
  }: {
    chainId: number
    sender: Address
    execution: Execution
    fees: FeeChoice | undefined
    waiting: Waiting
  },
): Promise<Hex> {
  if (!wallet) throw new ProviderRequiredError()
  await assertPlace(wallet, { account: sender, chainId })
  const hash = await askOnlyWhile(waiting, wallet).sendTransaction({
    chainId,
    ...execution,
    ...(fees && toRequest(fees)),
  })
  // Also what was sent after somebody stopped waiting is on its way.
  wallet.track({ hash, description: 'Spend from a limit' })
  return hash
}
