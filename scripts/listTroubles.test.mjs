import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { listTroubles } from './listTroubles.mjs'

test('a network that cannot be read is named with the reason', async () => {
  const reason = 'The RPC endpoint answers for chain 5.'
  const chains = [
    { chainId: '1', status: 'degraded', reason },
    { chainId: '10', status: 'ok', reason: null },
  ]
  const server = createServer((_, response) =>
    response.end(JSON.stringify({ status: 'OK', chains })),
  )
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address()
  const url = `http://127.0.0.1:${port}`
  expect(await listTroubles(url)).toEqual([`Chain 1 can’t be read: ${reason}`])
  await new Promise((done) => server.close(done))
  expect(await listTroubles(url)).toEqual([])
})
