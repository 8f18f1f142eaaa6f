import { QueryClient } from '@tanstack/react-query'
import { createClient, custom, type Hex } from 'viem'
import { beforeEach, expect, test, vi } from 'vitest'
import { withEndpoint } from '../testing/provenance.js'
import { readBlock } from './block.js'
import type { ChainConfig } from './chainClient.js'
import { type Head, headQuery, readOncePerBlock } from './head.js'
import type { ReadProvenance } from './provenance.js'

const chain = { chainId: 31337, name: 'Local 1' } as ChainConfig
let queries: QueryClient
const queryKey = ['reading']
const read = vi.fn(async ({ number, source }: Head) => ({
  provenance: {
    kind: 'chain',
    block: number,
    endpoint: { source, host: undefined },
  } satisfies ReadProvenance as ReadProvenance,
}))

beforeEach(() => {
  queries = new QueryClient()
  read.mockClear()
})

test('what was read at a block is not asked for again until there is another', async () => {
  stand('0xaa')
  await ask()
  await ask()
  expect(read).toHaveBeenCalledTimes(1)
  // As high as before, and another block all the same.
  stand('0xbb')
  await ask()
  expect(read).toHaveBeenCalledTimes(2)
})

test('what another endpoint said, or an earlier visit, is asked for again', async () => {
  stand('0xaa')
  await ask()
  stand('0xaa', { source: 'door' })
  const { provenance } = await ask()
  expect(read).toHaveBeenCalledTimes(2)
  queries.setQueryData(queryKey, { provenance: { ...provenance, keptAt: 1 } })
  await ask()
  expect(read).toHaveBeenCalledTimes(3)
})

test('names the block that an RPC endpoint does not have', async () => {
  const request = async () => null
  const client = withEndpoint(createClient({ transport: custom({ request }) }))
  await expect(readBlock(client)).rejects.toThrow(
    'The RPC endpoint has no blocks.',
  )
  await expect(readBlock(client, 7n)).rejects.toThrow(
    'The RPC endpoint doesn’t have block 7.',
  )
})

function ask() {
  return queries.fetchQuery({
    queryKey,
    queryFn: (context) => readOncePerBlock(context, chain, read),
    staleTime: 0,
  })
}

function stand(hash: Hex, { source = 'own' }: Partial<Head> = {}): void {
  const head: Head = { number: 7n, hash, latency: 1, source }
  queries.setQueryData(headQuery(chain).queryKey, head)
}
