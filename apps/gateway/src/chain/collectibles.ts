import {
  type Address,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  parseAbi,
} from 'viem'
import {
  type ContractCall,
  callEach,
  callMany,
  type Returned,
} from './callMany.js'
import { readAddress, readWord } from './returnedValues.js'
import type { RpcEndpoint } from './rpcEndpoint.js'
import { decodeText } from './tokenText.js'

export type CollectibleCandidate = {
  token: Address
  tokenId: bigint
  kind: 'erc721' | 'erc1155'
}

const abi = parseAbi([
  'function ownerOf(uint256 id) view returns (address)',
  'function tokenURI(uint256 id) view returns (string)',
  'function balanceOf(address holder, uint256 id) view returns (uint256)',
  'function uri(uint256 id) view returns (string)',
])

/** How many of each a holder has at one block: logs only claim it. */
export async function readCollectibleAmounts(
  rpc: RpcEndpoint,
  parameters: {
    holder: Address
    candidates: readonly CollectibleCandidate[]
    blockHash: Hex
    multicall: Address
  },
): Promise<bigint[]> {
  const { holder, candidates, blockHash, multicall } = parameters
  const answers = await callMany(rpc, {
    multicall,
    blockHash,
    calls: candidates.map((candidate) => askAmount(candidate, holder)),
  })
  return candidates.map(({ kind }, index) =>
    readAmount(answers[index], { kind, holder }),
  )
}

function askAmount(
  { token, tokenId, kind }: CollectibleCandidate,
  holder: Address,
): ContractCall {
  const data =
    kind === 'erc721'
      ? encodeFunctionData({ abi, functionName: 'ownerOf', args: [tokenId] })
      : encodeFunctionData({
          abi,
          functionName: 'balanceOf',
          args: [holder, tokenId],
        })
  return { to: token, data }
}

function readAmount(
  returned: Returned,
  { kind, holder }: { kind: CollectibleCandidate['kind']; holder: Address },
): bigint {
  if (kind === 'erc1155') return readWord(returned) ?? 0n
  const owner = readAddress(returned)
  return owner && isAddressEqual(owner, holder) ? 1n : 0n
}

/** Pictures computed on the chain take more than a getter. */
const gasForUri = 20_000_000n

/** With the picture inside; more is not kept. */
const mostUriBytes = 200_000

/** Where collectibles say their metadata is; `undefined` for those who do not. */
export async function readCollectibleUris(
  rpc: RpcEndpoint,
  parameters: {
    collectibles: readonly CollectibleCandidate[]
    blockHash: Hex
  },
): Promise<(string | undefined)[]> {
  const { collectibles, blockHash } = parameters
  const answers = await callEach(rpc, {
    blockHash,
    gas: gasForUri,
    callsPerBody: 5,
    calls: collectibles.map(({ token, tokenId, kind }) => ({
      to: token,
      data: encodeFunctionData({
        abi,
        functionName: kind === 'erc721' ? 'tokenURI' : 'uri',
        args: [tokenId],
      }),
    })),
  })
  return collectibles.map(({ kind, tokenId }, index) => {
    const returned = answers[index]
    const uri =
      returned && decodeText(returned, { maximumBytes: mostUriBytes + 1 })
    if (!uri || Buffer.byteLength(uri) > mostUriBytes) return undefined
    return kind === 'erc1155' ? insertId(uri, tokenId) : uri
  })
}

/** EIP-1155: `{id}` means 64 lower-case digits without prefix. */
function insertId(uri: string, tokenId: bigint): string {
  return uri.replaceAll('{id}', tokenId.toString(16).padStart(64, '0'))
}
