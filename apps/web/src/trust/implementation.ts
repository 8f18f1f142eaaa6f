import { proxyCodeHashes } from '@covault/protocol'
import { queryOptions } from '@tanstack/react-query'
import {
  type Address,
  getAddress,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  slice,
  zeroAddress,
} from 'viem'
import { getBlockNumber, getCode, getStorageAt } from 'viem/actions'
import {
  type ChainClient,
  type ChainConfig,
  createChainClient,
} from './chainClient.js'
import { type ReadProvenance, readAt } from './provenance.js'

/** Whose code runs when an address is called, and how it is known. */
export type Implementation = {
  address: Address
  by: 'EIP-1967' | 'beacon' | 'EIP-1822' | 'Safe' | 'EIP-1167' | 'EIP-7702'
  provenance: ReadProvenance
}

/** Null: the code at the address is its own. */
export function implementationQuery(
  chain: ChainConfig,
  address: Address | undefined,
) {
  return queryOptions({
    queryKey: ['implementation', chain.chainId, address],
    queryFn: () =>
      address ? readImplementation(createChainClient(chain), address) : null,
    enabled: address !== undefined,
    staleTime: 60_000,
  })
}

// keccak256('eip1967.proxy.implementation') - 1, the same of '.beacon', and
// keccak256('PROXIABLE'), where these standards keep an address.
const slots = {
  'EIP-1967':
    '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  beacon: '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
  'EIP-1822':
    '0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7',
  Safe: '0x0',
} as const satisfies Partial<Record<Implementation['by'], Hex>>

/** Code that does nothing but hand on: EIP-1167, its shorter form, EIP-7702. */
const forwarders: readonly { by: Implementation['by']; form: RegExp }[] = [
  {
    by: 'EIP-1167',
    form: /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3$/,
  },
  {
    by: 'EIP-1167',
    form: /^0x365f5f375f5f365f73([0-9a-f]{40})5af43d5f5f3e5f3d91602a57fd5bf3$/,
  },
  { by: 'EIP-7702', form: /^0xef0100([0-9a-f]{40})$/ },
]

export async function readImplementation(
  client: ChainClient,
  address: Address,
): Promise<Implementation | null> {
  const block = await getBlockNumber(client)
  const at = { address, blockNumber: block }
  const read = async (by: keyof typeof slots) =>
    toAddress(await getStorageAt(client, { ...at, slot: slots[by] }))
  const [code = '0x', standard, beacon, proxiable, singleton] =
    await Promise.all([
      getCode(client, at),
      read('EIP-1967'),
      read('beacon'),
      read('EIP-1822'),
      read('Safe'),
    ])
  const provenance = readAt(client, block)
  if (standard) return { address: standard, by: 'EIP-1967', provenance }
  if (beacon) {
    const named = await askBeacon(client, beacon, block)
    if (named)
      return { address: named, by: 'beacon', provenance: readAt(client, block) }
  }
  if (proxiable) return { address: proxiable, by: 'EIP-1822', provenance }
  if (singleton && isSafeProxy(code))
    return { address: singleton, by: 'Safe', provenance }
  return findForwarded(code, provenance)
}

/** The slot 0 of any other contract is anything. */
function isSafeProxy(code: Hex): boolean {
  const hash = code === '0x' ? undefined : keccak256(code)
  return Object.values(proxyCodeHashes).some((known) => known === hash)
}

function findForwarded(
  code: Hex,
  provenance: ReadProvenance,
): Implementation | null {
  for (const { by, form } of forwarders) {
    const [, digits] = form.exec(code) ?? []
    if (digits) return { address: getAddress(`0x${digits}`), by, provenance }
  }
  return null
}

/** The selector of implementation(). */
const implementationCall = '0x5c60da1b'

async function askBeacon(
  client: ChainClient,
  beacon: Address,
  block: bigint,
): Promise<Address | undefined> {
  try {
    const answer = await client.request({
      method: 'eth_call',
      params: [{ to: beacon, data: implementationCall }, numberToHex(block)],
    })
    return toAddress(answer)
  } catch {
    // A beacon that does not answer is none.
    return undefined
  }
}

/** A word that holds an address and nothing else. */
function toAddress(word: Hex | undefined): Address | undefined {
  const whole = pad(word ?? '0x', { size: 32 })
  if (!/^0x0{24}/.test(whole) || whole.length !== 66) return undefined
  const address = getAddress(slice(whole, 12))
  return address === zeroAddress ? undefined : address
}
