import { chains } from '@covault/protocol'
import { expect, test } from 'vitest'
import { findExplorerLink } from './explorer.js'

const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const txHash = `0x${'ab'.repeat(32)}` as const

const elsewhere = {
  name: 'Elsewhere',
  address: 'https://elsewhere.example/a/{{address}}',
  txHash: 'https://elsewhere.example/t/{{txHash}}',
}

test('S23: every explorer link leads over https to the host that the release names', () => {
  for (const { chainId, blockExplorer } of chains) {
    if (!blockExplorer) continue
    for (const about of [{ address }, { txHash }] as const) {
      const chain = { chainId, blockExplorer: elsewhere }
      const url = new URL(findExplorerLink(chain, about)?.href ?? '')
      expect(url.protocol).toBe('https:')
      expect(url.host).toBe(new URL(blockExplorer.address).host)
      expect(url.href).toContain(Object.values(about)[0])
      expect(url.href).not.toContain('{{')
    }
  }
})

const chainId = 987_654_321

test('a chain that the release does not know has the explorer of its operator', () => {
  expect(findExplorerLink({ chainId }, { address })).toBeUndefined()
  expect(
    findExplorerLink({ chainId, blockExplorer: elsewhere }, { txHash }),
  ).toEqual({
    href: `https://elsewhere.example/t/${txHash}`,
    label: 'Open on Elsewhere',
  })
})

test.each([
  'javascript:alert(1)//{{address}}',
  'http://elsewhere.example/{{address}}',
  'https://elsewhere.example/',
  'https://{{address}}.example/',
  'https://etherscan.io@elsewhere.example/{{address}}',
  '/a/{{address}}',
])('S23: an operator’s template that is %s leads nowhere', (template) => {
  const blockExplorer = { ...elsewhere, address: template }
  expect(
    findExplorerLink({ chainId, blockExplorer }, { address }),
  ).toBeUndefined()
})
