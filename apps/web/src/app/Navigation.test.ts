import { expect, test } from 'vitest'
import { flowList } from '../lib/flowSearch.js'
import { listSafePages } from './Navigation.js'

const chain = { chainId: 987_654 }

test('a network without a feature leaves its pages out', () => {
  expect(listTitles({ ...chain, features: ['ERC721'] })).toContain(
    'Collectibles',
  )
  const titles = listTitles({ ...chain, features: [] })
  expect(titles).toContain('Tokens')
  expect(titles).not.toContain('Collectibles')
  expect(titles).not.toContain('Apps')
  expect(flowList['send-collectibles'].feature).toBe('ERC721')
})

function listTitles(of: Parameters<typeof listSafePages>[0]): string[] {
  return listSafePages(of).flatMap(({ title, parts = [] }) => [
    title,
    ...parts.map((part) => part.title),
  ])
}
