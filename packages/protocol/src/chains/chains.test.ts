import * as viemChains from 'viem/chains'
import { describe, expect, test } from 'vitest'
import { findDeployment } from '../deployments/findDeployment.js'
import {
  fallbackHandlers,
  multiSends,
  proxyFactories,
  singletons,
} from '../deployments/table.js'
import { chains, findChain, findChainByShortName } from './chains.js'
import { nameChain } from './nameChain.js'

test('no two chains share an id, a short name or a name', () => {
  for (const key of ['chainId', 'shortName', 'name'] as const)
    expect(new Set(chains.map((chain) => chain[key])).size).toBe(chains.length)
})

test('every chain is called as a link and a line can hold it', () => {
  for (const { chainId, shortName, name, nativeCurrency, theme } of chains) {
    expect(Number.isSafeInteger(chainId) && chainId > 0).toBe(true)
    expect(shortName).toMatch(/^[a-z0-9-]+$/)
    expect(name).toMatch(/^\S.{0,58}\S$/)
    expect(nativeCurrency.symbol).toMatch(/^\S+$/)
    for (const color of Object.values(theme))
      expect(color).toMatch(/^#[0-9a-f]{6}$/)
  }
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
