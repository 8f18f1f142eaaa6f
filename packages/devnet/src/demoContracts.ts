import {
  type Abi,
  type Address,
  concat,
  encodeDeployData,
  erc20Abi,
  erc721Abi,
  getContractAddress,
  type Hex,
  parseAbi,
  size,
  zeroHash,
} from 'viem'
import { demoAccounts } from './accounts.js'
import { getContract } from './compileContracts.js'
import type { DevnetClient } from './devnetClient.js'
import { arachnidFactory } from './safeContracts.js'
import { type PlannedTransaction, sendAll } from './sendAll.js'

export type DemoContract = {
  /** A contract of src/contracts. */
  contract: string
  arguments: readonly unknown[]
}

/** Name and symbol as an attacker would choose them, to be shown harmlessly. */
export const hostileName =
  '<img src=x onerror=alert(1)> \u202eRDSU\u0000 https://claim.example {{7*7}} \u2028'
export const hostileSymbol = 'U\u0405DC\u200b'

/**
 * The demo world's own contracts. They go through a factory, so their
 * addresses follow from code and arguments and are equal on every chain.
 */
export const demoContracts = {
  /** 6 decimals, worth a dollar. */
  dollar: { contract: 'DemoToken', arguments: ['Demo Dollar', 'DUSD', 6] },
  /** 18 decimals, without a price. */
  garden: { contract: 'DemoToken', arguments: ['Garden Token', 'GRDN', 18] },
  hostile: {
    contract: 'DemoToken',
    arguments: [hostileName, hostileSymbol, 18],
  },
  spam: {
    contract: 'SpamToken',
    arguments: [
      '! 4,999 USDC at claim-reward.example',
      'Visit claim-reward.example',
    ],
  },
  rings: { contract: 'DemoCollectible', arguments: ['Rings', 'RING'] },
  items: { contract: 'DemoItems', arguments: [] },
  alwaysReverts: { contract: 'AlwaysReverts', arguments: [] },
  slotOverwriter: { contract: 'SlotOverwriter', arguments: [] },
  etherFeed: {
    contract: 'PriceFeed',
    arguments: ['ETH / USD', 3_180_00000000n],
  },
  dollarFeed: { contract: 'PriceFeed', arguments: ['DUSD / USD', 99_990_000n] },
  bitcoinFeed: {
    contract: 'PriceFeed',
    arguments: ['BTC / USD', 64_250_00000000n],
  },
  euroFeed: { contract: 'PriceFeed', arguments: ['EUR / USD', 1_08400000n] },
} as const satisfies Record<string, DemoContract>

export type DemoContractName = keyof typeof demoContracts

export const demoTokenAbi = [
  ...erc20Abi,
  ...parseAbi(['function mint(address to, uint256 value)']),
] as const

export const demoCollectibleAbi = [
  ...erc721Abi,
  ...parseAbi(['function mint(address to) returns (uint256 tokenId)']),
] as const

export const demoItemsAbi = parseAbi([
  'function mint(address to, uint256 id, uint256 value)',
  'function balanceOf(address holder, uint256 id) view returns (uint256)',
])

export const spamTokenAbi = parseAbi([
  'function pretend(address from, address to, uint256 value)',
])

export const alwaysRevertsAbi = parseAbi([
  'error Refused(address caller, uint256 code)',
  'function withReason()',
  'function withError()',
  'function withPanic()',
  'function withoutReason()',
])

export const priceFeedAbi = parseAbi([
  'function decimals() view returns (uint8)',
  'function description() view returns (string)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
  'function setAnswer(int256 answer)',
])

const names = Object.keys(demoContracts) as DemoContractName[]

/** Where a demo contract is on every chain. */
export function getDemoContractAddress(name: DemoContractName): Address {
  return getContractAddress({
    opcode: 'CREATE2',
    from: arachnidFactory,
    salt: zeroHash,
    bytecode: getInitCode(demoContracts[name]),
  })
}

/** Deploys those of the demo contracts that a chain does not have. */
export async function deployDemoContracts({
  client,
}: {
  client: DevnetClient
}): Promise<void> {
  const codes = await Promise.all(
    names.map((name) =>
      client.getCode({ address: getDemoContractAddress(name) }),
    ),
  )
  const missing = names.filter((_, index) => codes[index] === undefined)
  await sendAll(client, {
    account: demoAccounts.deployer,
    transactions: missing.map(planDeployment),
  })
}

function planDeployment(name: DemoContractName): PlannedTransaction {
  const initCode = getInitCode(demoContracts[name])
  return {
    to: arachnidFactory,
    data: concat([zeroHash, initCode]),
    gas: 500_000n + 240n * BigInt(size(initCode)),
  }
}

function getInitCode({ contract, arguments: args }: DemoContract): Hex {
  const { abi, bytecode } = getContract(contract)
  return encodeDeployData<Abi>({ abi, bytecode, args })
}
