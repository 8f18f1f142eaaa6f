import * as viemChains from 'viem/chains'
import { describe, expect, test } from 'vitest'
import { findDeployment } from '../deployments/deployment.js'
import {
  fallbackHandlers,
  multiSends,
  proxyFactories,
  singletons,
} from '../deployments/table.js'
import { chains, findChain, findChainByShortName } from './chains.js'
import { nameChain } from './nameChain.js'

test('has the chains of the product, each once', () => {
  expect(chains.map(({ shortName, chainId }) => [shortName, chainId])).toEqual([
    ['eth', 1],
    ['gno', 100],
    ['matic', 137],
    ['arb1', 42161],
    ['oeth', 10],
    ['base', 8453],
    ['sep', 11155111],
    ['local1', 31337],
    ['local2', 31338],
  ])
})

test('a sentence says a chain’s name with its number, if anyone knows a name', () => {
  expect(nameChain(1)).toBe('Ethereum (chain ID 1)')
  expect(nameChain('137')).toBe('Polygon (chain ID 137)')
  expect(nameChain(424_242n)).toBe('chain ID 424242')
  // Somebody’s words are repeated, not read.
  expect(nameChain('0x1')).toBe('chain ID 0x1')
  const known = [{ chainId: 5, name: 'Moonbase' }]
  expect(nameChain(5, known)).toBe('Moonbase (chain ID 5)')
})

test('finds chains by id and by short name', () => {
  expect(findChain(31337)?.name).toBe('Local 1')
  expect(findChainByShortName('local2')?.chainId).toBe(31338)
  expect(findChain(5)).toBeUndefined()
  expect(findChainByShortName('ETH')).toBeUndefined()
})

const published = chains.filter(({ local }) => !local)

describe.each(published)('$name', (chain) => {
  const { chainId } = chain
  const known = Object.values(viemChains).find(
    (candidate) => 'id' in candidate && candidate.id === chainId,
  )

  test('has the native currency that viem knows', () => {
    expect(chain.nativeCurrency).toEqual(known?.nativeCurrency)
  })

  test('has everything of the version that new safes get', () => {
    const version = chain.recommendedVersion
    for (const list of [
      proxyFactories,
      fallbackHandlers,
      singletons.filter(({ l2 }) => l2 === chain.l2),
      multiSends.filter(({ callOnly }) => callOnly),
    ])
      expect(findDeployment(list, { version, chainId })).toBeDefined()
  })

  test('links to its explorer over https with placeholders', () => {
    expect(chain.rpcUrl).toMatch(/^https:\/\//)
    expect(chain.blockExplorer?.address).toMatch(/^https:.*\/\{\{address\}\}$/)
    expect(chain.blockExplorer?.txHash).toMatch(/^https:.*\/\{\{txHash\}\}$/)
  })
})

test('marks local chains as such and keeps them on this machine', () => {
  for (const chain of chains.filter(({ local }) => local)) {
    expect(new URL(chain.rpcUrl).hostname).toBe('127.0.0.1')
    expect(chain.testnet).toBe(true)
  }
})

test('looks up names only where there is a registry', () => {
  for (const { features, ensRegistryAddress } of chains)
    expect(features.includes('DOMAIN_LOOKUP')).toBe(
      ensRegistryAddress !== undefined,
    )
})
