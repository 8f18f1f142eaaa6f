import {
  findDeployment,
  isVersionAtLeast,
  simulateTxAccessors,
} from '@covault/protocol'
import {
  decodeAbiParameters,
  encodeAbiParameters,
  type Hex,
  numberToHex,
} from 'viem'
import { findRevertData } from '../../words/reverts.js'
import type { ChainClient } from '../chainClient.js'
import { request, UnsupportedMethodError } from './rpc.js'
import type { Method, Run } from './run.js'

// Selectors of simulateAndRevert(address,bytes), of simulate(address,uint256,
// bytes,uint8) of the accessor, and of requiredTxGas with the same arguments.
const simulateAndRevertSelector = '0xb4faba09'
const accessorSelector = '0x1c5fb211'
const requiredGasSelector = '0xc4ca3a9c'

/**
 * Only whether the call itself succeeds: signatures, guards and refunds are
 * left out, and nothing is read. Every node can do it.
 */
export const callAndRevert: Method = async (
  client,
  { call, version, chainId, transaction, block },
) => {
  const inner = encodeAbiParameters(
    [
      { type: 'address' },
      { type: 'uint256' },
      { type: 'bytes' },
      { type: 'uint8' },
    ],
    [
      transaction.to,
      transaction.value,
      transaction.data,
      transaction.operation,
    ],
  ).slice(2)
  const hasAccessor = isVersionAtLeast(version, '1.3.0')
  const accessor = findDeployment(simulateTxAccessors, { version, chainId })
  if (hasAccessor && !accessor) throw new UnsupportedMethodError()
  const data = accessor
    ? `${simulateAndRevertSelector}${encodeAbiParameters(
        [{ type: 'address' }, { type: 'bytes' }],
        [accessor.address, `${accessorSelector}${inner}`],
      ).slice(2)}`
    : `${requiredGasSelector}${inner}`
  const reverted = await findRevert(client, {
    // Before 1.3.0 the safe answers nobody but itself.
    request: { to: call.to, data, ...(!hasAccessor && { from: call.to }) },
    block,
  })
  const result = accessor
    ? readSimulated(reverted)
    : { isDone: isGasAnswer(reverted), returned: reverted }
  return { ...result, gasUsed: undefined, logs: undefined, answers: undefined }
}

async function findRevert(
  client: ChainClient,
  { request: call, block }: { request: object; block: bigint },
): Promise<Hex> {
  try {
    await request(client, 'eth_call', [call, numberToHex(block)])
  } catch (error) {
    const data = findRevertData(error)
    if (data) return data
  }
  throw new UnsupportedMethodError()
}

/** Success of the delegatecall, the size, then what the accessor returned. */
function readSimulated(data: Hex): Pick<Run, 'isDone' | 'returned'> {
  const words = `0x${data.slice(2 + 128)}` as const
  if (data.length < 130 || BigInt(data.slice(0, 66)) !== 1n)
    throw new UnsupportedMethodError()
  const [, isDone, returned] = decodeAbiParameters(
    [{ type: 'uint256' }, { type: 'bool' }, { type: 'bytes' }],
    words,
  )
  return { isDone, returned }
}

/** `Error(string)` with a word of gas in the place of text. */
function isGasAnswer(data: Hex): boolean {
  return (
    data.startsWith('0x08c379a0') &&
    data.length >= 138 &&
    BigInt(`0x${data.slice(74, 138)}`) === 32n
  )
}
