import { queryOptions } from '@tanstack/react-query'
import { type Address, type Hex, keccak256, numberToHex, padHex } from 'viem'
import { getCode } from 'viem/actions'
import { pollInterval } from '../lib/timing.js'
import {
  type ChainClient,
  type ChainConfig,
  createChainClient,
} from './chainClient.js'
import { readSharedHead } from './head.js'
import { isRefusal } from './isRefusal.js'
import { type ReadProvenance, readAt } from './provenance.js'

/** What one contract is at one block, as far as it can be asked. */
export type ContractReading = {
  /** Null: there is no code. */
  codeHash: Hex | null
  /** Its answer to ERC-165; undefined if nothing was asked. */
  supports: boolean | undefined
  provenance: ReadProvenance
}

export function contractQuery(
  chain: ChainConfig,
  {
    address,
    interfaceId,
  }: { address: Address | undefined; interfaceId?: Hex | undefined },
) {
  return queryOptions({
    queryKey: ['contract', chain.chainId, address, interfaceId ?? null],
    queryFn: async ({ client: cache }) => {
      if (!address) return null
      const head = await readSharedHead(cache, chain)
      return readContract(createChainClient(chain), {
        address,
        interfaceId,
        blockNumber: head.number,
      })
    },
    enabled: address !== undefined,
    staleTime: pollInterval,
  })
}

export async function readContract(
  client: ChainClient,
  {
    address,
    interfaceId,
    blockNumber,
  }: {
    address: Address
    interfaceId?: Hex | undefined
    blockNumber: bigint
  },
): Promise<ContractReading> {
  const [code = '0x', supports] = await Promise.all([
    getCode(client, { address, blockNumber }),
    interfaceId && isOf(client, { address, interfaceId, blockNumber }),
  ])
  return {
    codeHash: code === '0x' ? null : keccak256(code),
    supports: supports || (interfaceId ? false : undefined),
    provenance: readAt(client, blockNumber),
  }
}

const supportsInterface = '0x01ffc9a7'
const yes = padHex('0x1', { size: 32 })

/** Of ERC-165: nobody may claim this one. */
const noInterface = '0xffffffff'

/** Who says yes to everything has said nothing. */
async function isOf(
  client: ChainClient,
  {
    interfaceId,
    ...place
  }: { address: Address; interfaceId: Hex; blockNumber: bigint },
): Promise<boolean> {
  const [isClaimed, isAnything] = await Promise.all([
    askInterface(client, { ...place, interfaceId }),
    askInterface(client, { ...place, interfaceId: noInterface }),
  ])
  return isClaimed && !isAnything
}

/** ERC-165; anyone who reverts or answers anything but true does not. */
async function askInterface(
  client: ChainClient,
  {
    address,
    interfaceId,
    blockNumber,
  }: { address: Address; interfaceId: Hex; blockNumber: bigint },
): Promise<boolean> {
  const data: Hex = `${supportsInterface}${interfaceId.slice(2).padEnd(64, '0')}`
  try {
    const answer = await client.request({
      method: 'eth_call',
      params: [{ to: address, data }, numberToHex(blockNumber)],
    })
    return answer === yes
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}
