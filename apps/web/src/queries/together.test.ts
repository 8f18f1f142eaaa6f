import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const place = {
  chainId: 31337,
  address: '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6',
} as const
const ids = [1, 2, 3].map(
  (digit) => `multisig_${place.address}_0x${String(digit).repeat(64)}`,
)
const one = `0x${'1'.repeat(64)}`

let readDetails: typeof import('./together.js').readDetails
let asked: string[]
/** Which of them are told when they are asked for together. */
let together: readonly string[] | undefined
/** How the others are answered. */
let status: number

beforeEach(async () => {
  vi.resetModules()
  ;({ readDetails } = await import('./together.js'))
  asked = []
  together = ids
  status = 404
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://x')
    const [name = ''] = pathname.split('/').slice(-1)
    const hashes = searchParams.get('hashes')
    asked.push(hashes ? `${hashes.split(',').length} together` : name)
    if (!hashes) return Response.json(tell(name))
    return together
      ? Response.json({ results: together.map(tell) })
      : Response.json({ message: 'No' }, { status })
  })
})
afterEach(() => vi.unstubAllGlobals())

test('what is asked for at once is asked in one request', async () => {
  const told = await Promise.all(ids.map(read))
  expect(told.map(({ txId }) => txId)).toEqual(ids)
  expect(asked).toEqual(['3 together'])
})

test('what that does not bring is asked for by itself', async () => {
  together = ids.slice(1)
  const told = await Promise.all(ids.map(read))
  expect(told.map(({ txId }) => txId)).toEqual(ids)
  expect(asked).toEqual(['3 together', ids[0]])
})

test('a gateway that knows no such question is asked it once', async () => {
  together = undefined
  await Promise.all(ids.map(read))
  expect(asked).toEqual(['3 together', ...ids])
  asked = []
  await Promise.all(ids.map(read))
  expect(asked).toEqual(ids)
})

test('a gateway that refuses for now is asked it again', async () => {
  together = undefined
  status = 422
  await Promise.all(ids.map(read))
  asked = []
  await Promise.all(ids.map(read))
  expect(asked).toEqual(['3 together', ...ids])
})

test.each([
  ['is dead behind a proxy', 502, '<h1>502 Bad Gateway</h1>'],
  ['is busy', 503, '{"statusCode":503,"message":"Busy."}'],
  ['asks to wait', 429, '{"statusCode":429,"message":"Too many."}'],
])('a gateway that %s is not asked for each', async (_, status, body) => {
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(url, 'http://x').pathname)
    return new Response(body, { status })
  })
  const told = await Promise.allSettled(ids.map(read))
  expect(told.map((one) => one.status)).toEqual(ids.map(() => 'rejected'))
  expect(new Set(asked).size).toBe(1)
})

test('one alone, and what has no id of the wire, is asked for as ever', async () => {
  await read(ids[0] ?? '')
  await Promise.all([one, one].map(read))
  expect(asked).toEqual([ids[0], one, one])
})

function read(id: string) {
  return readDetails(place, id, { signal: new AbortController().signal })
}

function tell(txId: string) {
  return {
    safeAddress: place.address,
    txId,
    executedAt: null,
    txStatus: 'AWAITING_CONFIRMATIONS',
    txInfo: {
      type: 'Custom',
      to: { value: place.address, name: null, logoUri: null },
      dataSize: '0',
      value: '0',
      methodName: null,
      actionCount: null,
      isCancellation: false,
      humanDescription: null,
    },
    txData: null,
    detailedExecutionInfo: null,
    txHash: null,
    safeAppInfo: null,
    note: null,
  }
}
