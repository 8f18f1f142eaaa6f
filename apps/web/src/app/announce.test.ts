import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { newsRecords } from '../preferences/notices.js'
import { rememberOpened } from '../preferences/openedSafes.js'
import { announce } from './announce.js'
import { keepNews } from './keepNews.js'

const safe = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const stranger = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const place = { chainId: 31_337, safe } as const

// Other tests count what is kept.
afterEach(async () => {
  for (const { name } of await newsRecords.list())
    await newsRecords.remove(name)
})

const listAbouts = async () =>
  (await newsRecords.list()).map(({ value }) => value.about)

test('says nothing about safes that were not opened here', async () => {
  rememberOpened({ chainId: 31_337, address: safe })
  const event = { name: 'message', chainId: 31_337, ref: null } as const
  const queries = new QueryClient()
  await announce(queries, { ...event, safe: stranger } as never)
  expect(await listAbouts()).toEqual([])
  await announce(queries, { ...event, safe } as never)
  expect(await listAbouts()).toEqual(['message'])
})

test('keeps one entry for each execution, which is its last word', async () => {
  const one = { id: 'multisig_a', nonce: 3n }
  for (const about of ['waits', 'executable', 'executed'] as const)
    expect(await keepNews(place, [{ ...one, about }])).toHaveLength(1)
  expect(await keepNews(place, [{ ...one, about: 'executed' }])).toEqual([])
  expect(await keepNews(place, [{ ...one, about: 'waits' }])).toEqual([])
  expect(await listAbouts()).toEqual(['executed'])
})
