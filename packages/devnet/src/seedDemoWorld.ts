import { type Address, type Hex, stringToHex } from 'viem'
import { type DemoAccountName, demoAccounts } from './accounts.js'
import {
  demoContracts,
  deployDemoContracts,
  getDemoContractAddress,
} from './demoContracts.js'
import { deploySafeContracts } from './deploySafeContracts.js'
import type { DevnetClient } from './devnetClient.js'
import { demoNames } from './scenarios/names.js'
import type { OffChainPart } from './scenarios/offChainPart.js'
import { getFinalStage, playScenarios } from './scenarios/playScenarios.js'
import { listPlayed } from './scenarios/scenario.js'
import { scenarios } from './scenarios/scenarios.js'
import { treasury } from './scenarios/treasury.js'
import type { Devnet } from './startDevnet.js'

/** What there is to see, as JSON. Contracts are the same on every chain. */
export type DemoWorld = {
  accounts: { address: Address; name: string }[]
  safes: { chainId: number; address: Address; name: string }[]
  tokens: { chainId: number; address: Address; symbol: string }[]
  collectibles: { chainId: number; address: Address; name: string }[]
  /** Prices in US dollars. */
  priceFeeds: { chainId: number; address: Address; description: string }[]
  names: { chainId: number; address: Address; name: string }[]
  offChain: OffChainPart
}

export type DemoProgress = { chainId: number; done: number; total: number }

type ChainAccess = Pick<Devnet, 'chainId' | 'client'>

/**
 * Lets the demo world happen on the given chains, with the Safe contracts it
 * needs, and describes it. A chain where it has happened is left alone.
 */
export async function seedDemoWorld(
  devnets: readonly ChainAccess[],
  { onProgress = () => {} }: { onProgress?(progress: DemoProgress): void } = {},
): Promise<DemoWorld> {
  const [world] = await Promise.all([
    describeDemoWorld(devnets.map(({ chainId }) => chainId)),
    ...devnets.map((devnet) => seedChain(devnet, { onProgress })),
  ])
  return world
}

/** The description alone, for chains that have been or will be seeded. */
export async function describeDemoWorld(
  chainIds: readonly number[],
): Promise<DemoWorld> {
  const parts = await Promise.all(chainIds.map(describeOffChainPart))
  const onEach = <entry>(entries: readonly entry[]) =>
    chainIds.flatMap((chainId) =>
      entries.map((entry) => ({ chainId, ...entry })),
    )
  return {
    accounts: describeAccounts(),
    safes: chainIds.flatMap(describeSafes),
    tokens: onEach(describeTokens()),
    collectibles: onEach(describeCollectibles()),
    priceFeeds: onEach(describePriceFeeds()),
    names: onEach(demoNames),
    offChain: {
      delegates: parts.flatMap(({ delegates }) => delegates),
      proposals: parts.flatMap(({ proposals }) => proposals),
      messages: parts.flatMap(({ messages }) => messages),
    },
  }
}

// Put there as the last step: a chain without it was not seeded to the end.
const marker: { address: Address; bytecode: Hex } = {
  address: '0x00000000000000000000000000000000c0ffee00',
  bytecode: stringToHex('demo world'),
}

async function seedChain(
  devnet: ChainAccess,
  { onProgress }: { onProgress(progress: DemoProgress): void },
): Promise<void> {
  const { chainId, client } = devnet
  if (await hasCode(client, marker.address)) return
  // Stopped in the middle last time; nobody else has used the chain yet.
  if (await hasCode(client, treasury.address))
    await client.request({ method: 'anvil_reset', params: [] })
  await setClockToLatestBlock(client)
  await deploySafeContracts(devnet)
  await deployDemoContracts(devnet)
  const automine = await client.getAutomine()
  await client.setAutomine(false)
  try {
    await playScenarios(devnet, scenarios, {
      onStep: (step) => onProgress({ chainId, ...step }),
    })
  } finally {
    await client.setAutomine(automine)
  }
  await client.setCode(marker)
  // A chain is saved when it has a new block.
  await client.mine({ blocks: 1 })
}

// What is deployed now belongs before the history.
async function setClockToLatestBlock(client: DevnetClient): Promise<void> {
  const { timestamp } = await client.getBlock()
  await client.setNextBlockTimestamp({ timestamp: timestamp + 1n })
}

async function hasCode(
  client: DevnetClient,
  address: Address,
): Promise<boolean> {
  return (await client.getCode({ address })) !== undefined
}

async function describeOffChainPart(chainId: number): Promise<OffChainPart> {
  const stage = getFinalStage(chainId, scenarios)
  const parts = await Promise.all(
    listPlayed(scenarios, chainId).map((scenario) =>
      scenario.getOffChainPart?.(stage),
    ),
  )
  return {
    delegates: parts.flatMap((part) => part?.delegates ?? []),
    proposals: parts.flatMap((part) => part?.proposals ?? []),
    messages: parts.flatMap((part) => part?.messages ?? []),
  }
}

function describeAccounts(): DemoWorld['accounts'] {
  const people: DemoAccountName[] = ['alice', 'bob', 'carol', 'dave', 'erin']
  return people.map((name) => ({
    address: demoAccounts[name].address,
    name: `${name[0]?.toUpperCase()}${name.slice(1)}`,
  }))
}

function describeSafes(chainId: number): DemoWorld['safes'] {
  return listPlayed(scenarios, chainId)
    .flatMap(({ safes }) => safes)
    .map(({ address, name }) => ({ chainId, address, name }))
}

function describeTokens() {
  return (['dollar', 'garden', 'hostile', 'spam'] as const).map((token) => ({
    address: getDemoContractAddress(token),
    symbol: demoContracts[token].arguments[1],
  }))
}

function describeCollectibles() {
  return [
    {
      address: getDemoContractAddress('rings'),
      name: demoContracts.rings.arguments[0],
    },
    { address: getDemoContractAddress('items'), name: 'Demo items' },
  ]
}

function describePriceFeeds() {
  const feeds = ['etherFeed', 'dollarFeed', 'bitcoinFeed', 'euroFeed'] as const
  return feeds.map((feed) => ({
    address: getDemoContractAddress(feed),
    description: demoContracts[feed].arguments[0],
  }))
}
