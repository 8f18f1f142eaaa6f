import { buildSafeTransaction } from '@covault/protocol'
import { afterEach, expect, test, vi } from 'vitest'
import { proposeUnsigned } from './submit.js'

const safe = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const parent = '0xabAD204d0BdbaEBb4D27ba0a4e86966E7A3E315a'

afterEach(() => vi.unstubAllGlobals())

test('what is handed to an owning safe says which app asked for it', async () => {
  const domain = { chainId: 31337, safe, version: '1.4.1' } as const
  const transaction = buildSafeTransaction({
    domain,
    calls: [{ to: parent, value: 1n, data: '0x', operation: 0 }],
    nonce: 0n,
  })
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (_: unknown, { body }: { body: string }) => {
    bodies.push(JSON.parse(body))
    return Response.json({ detail: 'no' }, { status: 422 })
  })
  const origin = 'https://app.example'
  const app = { name: 'App', url: `${origin}/swap`, origin }
  const signable = { kind: 'transaction', domain, transaction } as const
  const asked = { signable, sender: parent, note: 'Rent' } as const
  await proposeUnsigned({ ...asked, app }).catch(() => {})
  await proposeUnsigned({ ...asked, app: undefined }).catch(() => {})
  expect(bodies).toMatchObject([
    {
      sender: parent,
      signature: null,
      origin: JSON.stringify({ name: 'App', url: app.url, note: 'Rent' }),
    },
    { origin: JSON.stringify({ note: 'Rent' }) },
  ])
})
