import { isCallSatisfied, type RequiredCall } from '@covault/protocol'
import {
  type Address,
  encodeFunctionData,
  type Hex,
  parseAbi,
  zeroAddress,
} from 'viem'
import { isHex } from '../chain/answer.js'
import { probe } from '../chain/probe.js'
import type { RpcEndpoint } from '../chain/rpcEndpoint.js'
import type { RpcPool } from '../chain/rpcPool.js'

/**
 * What a check may cost at most. It bounds the answer too: memory for more
 * than about two megabytes is dearer than this.
 */
const gas: Hex = '0x989680'

/** All that such a call returns. */
const wordSize = 32

/** Calls of which one must be answered as it says; a revert is a no. */
export type OneOf = readonly RequiredCall[]

/** Whether the chain agrees with one call of each. */
export async function areSatisfied(
  rpc: RpcEndpoint,
  parameters: {
    demands: readonly OneOf[]
    from: Address
    block: { blockHash: Hex } | 'latest'
  },
): Promise<boolean> {
  const { demands, from, block } = parameters
  // The same is asked once, however many demand it.
  const toKey = ({ to, data }: RequiredCall) => `${to}:${data}`
  const calls = new Map(demands.flat().map((call) => [toKey(call), call]))
  const asked = [...calls.keys()]
  const answers = await askAll(rpc, { calls: [...calls.values()], from, block })
  return demands.every((demand) =>
    demand.some((call) =>
      isCallSatisfied(call, answers[asked.indexOf(toKey(call))]),
    ),
  )
}

async function askAll(
  rpc: RpcEndpoint,
  parameters: {
    calls: readonly RequiredCall[]
    from: Address
    block: { blockHash: Hex } | 'latest'
  },
): Promise<(Hex | undefined)[]> {
  const { calls, from, block } = parameters
  if (calls.length === 0) return []
  const outcomes = await rpc.batch(
    calls.map(({ to, data }) => ({
      method: 'eth_call',
      params: [{ from, to, data, gas }, block],
    })),
  )
  return outcomes.map((outcome) =>
    !outcome.error && isHex(outcome.result) ? outcome.result : undefined,
  )
}

const abi = parseAbi([
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
])
const draftAbi = parseAbi([
  'function isValidSignature(bytes data, bytes signature) view returns (bytes4)',
])

/** What may have been signed; the draft of EIP-1271 is shown the preimage. */
export type SignedText = { hash: Hex; preimage?: Hex }

/**
 * Of one that is asked about in several texts and both forms. All of them go
 * to the node in one question, which has room for no more.
 */
export const longestContractSignature = 2_048

/** EIP-1271 in its final form or as its draft: one of the texts is signed. */
export async function isSignedByContract(
  pool: RpcPool,
  parameters: {
    signer: Address
    signature: Hex
    texts: readonly SignedText[]
  },
): Promise<boolean> {
  const demand = toSignatureCalls(parameters)
  const block = 'latest'
  return pool.use(async (rpc) => {
    const calls = demand.map(({ data }) => ({
      ...{ data, gas: Number(gas), most: wordSize },
    }))
    const found = await probe(rpc, { target: parameters.signer, calls, block })
    if (!found)
      return areSatisfied(rpc, { demands: [demand], from: zeroAddress, block })
    return demand.some((call, at) => isCallSatisfied(call, found.answers[at]))
  })
}

/** How a contract is asked whether it signed one of these texts. */
export function toSignatureCalls(parameters: {
  signer: Address
  signature: Hex
  texts: readonly SignedText[]
}): OneOf {
  const { signer, signature, texts } = parameters
  const call = { kind: 'contractSignature', signer, to: signer } as const
  return texts.flatMap(({ hash, preimage }): RequiredCall[] => [
    {
      ...call,
      data: encodeFunctionData({ abi, args: [hash, signature] }),
      magicValue: '0x1626ba7e',
    },
    ...(preimage
      ? [
          {
            ...call,
            data: encodeFunctionData({
              abi: draftAbi,
              args: [preimage, signature],
            }),
            magicValue: '0x20c13b0b',
          } as const,
        ]
      : []),
  ])
}
