import { type Address, type Hex, hexToBigInt, numberToHex } from 'viem'
import type { ChainClient } from './chainClient.js'

type Trial = {
  from?: Address
  to: Address
  data: Hex
  value?: bigint
  gas?: bigint
}

/**
 * What a call would return, without a block at the newest. Fails with what the
 * node says where the call would fail.
 */
export function tryCall(
  client: Pick<ChainClient, 'request'>,
  { block, ...trial }: Trial & { block?: bigint },
): Promise<Hex> {
  const at = block === undefined ? 'latest' : numberToHex(block)
  return client.request({ method: 'eth_call', params: [toWire(trial), at] })
}

/** How much gas a call would take; fails likewise. */
export async function estimateGas(
  client: ChainClient,
  trial: Trial,
): Promise<bigint> {
  const gas = await client.request({
    method: 'eth_estimateGas',
    params: [toWire(trial)],
  })
  return hexToBigInt(gas)
}

function toWire({ value, gas, ...call }: Trial) {
  return {
    ...call,
    ...(value !== undefined && { value: numberToHex(value) }),
    ...(gas !== undefined && { gas: numberToHex(gas) }),
  }
}
