import { isVersionAtLeast, parseSafeVersion } from '@covault/protocol'
import { type Address, type Hex, numberToHex } from 'viem'
import { readQuantity } from '../chain/answer.js'
import { RpcAnswerError } from '../chain/rpcErrors.js'
import { type Context, getServedChain } from '../context.js'
import { StorageFailure } from '../failures.js'
import { readSafeState } from './readSafeState.js'

/** What the safe itself needs around the call, as measured by the ecosystem. */
const overhead = 59_000n

/**
 * Since 1.3.0 zero means: revert with the call that fails, which is what
 * people want. Older safes need a figure, and so do all where the network's
 * configuration does not call it optional.
 */
export async function estimateSafeTxGas(
  context: Context,
  parameters: {
    chainId: number
    safe: Address
    call: { to: Address; value: bigint; data: Hex; operation: number }
  },
): Promise<bigint> {
  const { chainId, safe, call } = parameters
  const { version } = await readSafeState(context, { chainId, safe })
  const parsed = version === null ? undefined : parseSafeVersion(version)
  const { access, l2, features } = getServedChain(context, chainId)
  const isNew = l2 || (parsed && isVersionAtLeast(parsed.version, '1.3.0'))
  if (isNew && features.includes('SAFE_TX_GAS_OPTIONAL')) return 0n
  // What a delegatecall needs cannot be asked from outside.
  if (call.operation === 1) return 0n
  try {
    const { to, value, data } = call
    const asked = { from: safe, to, value: numberToHex(value), data }
    const gas = await access.firstPool.use(async (rpc) =>
      readQuantity(await rpc.request('eth_estimateGas', [asked])),
    )
    return gas + overhead
  } catch (error) {
    if (!(error instanceof RpcAnswerError)) throw error
    throw new StorageFailure(422, 'Gas estimation failed')
  }
}
