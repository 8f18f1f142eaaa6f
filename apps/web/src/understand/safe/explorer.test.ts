import { chains, findChain } from '@covault/protocol'
import { expect, test } from 'vitest'
import { findExplorerLink } from './explorer.js'

const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const txHash = `0x${'ab'.repeat(32)}` as const

test('S23: every explorer link leads over https to the host that the release names', () => {
  for (const { chainId } of chains) {
    const { blockExplorer } = findChain(chainId) ?? {}
    for (const about of [{ address }, { txHash }] as const) {
      const link = findExplorerLink(chainId, about)
      if (!blockExplorer) {
        expect(link).toBeUndefined()
        continue
      }
      const url = new URL(link?.href ?? '')
      expect(url.protocol).toBe('https:')
      expect(url.host).toBe(new URL(blockExplorer.address).host)
      expect(url.href).toContain(Object.values(about)[0])
      expect(url.href).not.toContain('{{')
    }
  }
})

test('S23: a chain that the release does not know has no explorer, whatever the gateway says', () => {
  expect(findExplorerLink(987_654_321, { address })).toBeUndefined()
})
