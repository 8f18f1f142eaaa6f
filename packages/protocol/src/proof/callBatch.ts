import type { DevnetClient } from '@covault/devnet'
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  multicall3Abi,
} from 'viem'

const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const chunkSize = 60

export type BatchCall = { to: Address; data: Hex }

/** The answers of many calls, `undefined` for a revert, in one `eth_call`. */
export async function callBatch(
  client: DevnetClient,
  calls: readonly BatchCall[],
): Promise<(Hex | undefined)[]> {
  const answers: (Hex | undefined)[] = []
  for (let start = 0; start < calls.length; start += chunkSize)
    answers.push(
      ...(await callChunk(client, calls.slice(start, start + chunkSize))),
    )
  return answers
}

async function callChunk(
  client: DevnetClient,
  calls: readonly BatchCall[],
): Promise<(Hex | undefined)[]> {
  const { data } = await client.call({
    to: multicall3,
    gas: 29_000_000n,
    data: encodeFunctionData({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      args: [
        calls.map(({ to, data }) => ({
          target: to,
          allowFailure: true,
          callData: data,
        })),
      ],
    }),
  })
  const results = decodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    data: data ?? '0x',
  })
  return results.map(({ success, returnData }) =>
    success ? returnData : undefined,
  )
}
