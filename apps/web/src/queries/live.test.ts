// @vitest-environment node
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient, type LiveEvent } from '@covault/api'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Live, type LiveState, startLive } from './live.js'

const one = {
  chainId: 1,
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
} as const
const two = {
  chainId: 2,
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
} as const

type Line = {
  safes: string
  lastEventId: string | undefined
  response: ServerResponse
}

let server: Server
let lines: Line[]
let answers: boolean
const started: Live[] = []

beforeEach(async () => {
  lines = []
  answers = true
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', { locks: createLocks() })
  server = createServer((request, response) => {
    if (!answers) return response.writeHead(404).end('{}')
    const url = new URL(request.url ?? '', 'http://localhost')
    const line: Line = {
      safes: url.searchParams.get('safes') ?? '',
      lastEventId: request.headers['last-event-id']?.toString(),
      response,
    }
    lines.push(line)
    response.on('close', () => {
      lines = lines.filter((other) => other !== line)
    })
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    return send(line, 'hello', '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterEach(() => {
  for (const live of started.splice(0)) live.stop()
  server.closeAllConnections()
  server.close()
  vi.unstubAllGlobals()
})

test('all tabs share one stream for the safes of all', async () => {
  const first = openTab()
  first.live.want([one])
  await vi.waitFor(() => expect(first.state()).toBe('live'))
  const second = openTab()
  second.live.want([two])
  await vi.waitFor(() => expect(lines[0]?.safes.split(',')).toHaveLength(2))
  await vi.waitFor(() => expect(second.state()).toBe('live'))
  expect(lines).toHaveLength(1)
  sendAll('queue', '7')
  for (const tab of [first, second])
    await vi.waitFor(() => expect(tab.names()).toContain('queue 7'))
})

test('when the reading tab closes, another resumes after the same event', async () => {
  const first = openTab()
  first.live.want([one])
  await vi.waitFor(() => expect(first.state()).toBe('live'))
  const second = openTab()
  second.live.want([one])
  await vi.waitFor(() => expect(second.state()).toBe('live'))
  sendAll('history', '41')
  await vi.waitFor(() => expect(second.names()).toContain('history 41'))
  first.live.stop()
  await vi.waitFor(() => expect(lines[0]?.lastEventId).toBe('41'))
  sendAll('queue', '42')
  await vi.waitFor(() => expect(second.names()).toContain('queue 42'))
  expect(first.names()).not.toContain('queue 42')
})

test('every tab reads again once when it begins to be told, and not when a line breaks', async () => {
  const first = openTab()
  first.live.want([one])
  await vi.waitFor(() => expect(first.beginnings()).toBe(1))
  const second = openTab()
  second.live.want([one])
  await vi.waitFor(() => expect(second.beginnings()).toBe(1))
  sendAll('queue', '7')
  await vi.waitFor(() => expect(first.names()).toContain('queue 7'))
  lines[0]?.response.destroy()
  await vi.waitFor(() => expect(lines[0]?.lastEventId).toBe('7'), 5_000)
  await vi.waitFor(() => expect(first.state()).toBe('live'))
  expect([first.beginnings(), second.beginnings()]).toEqual([1, 1])
})

test('a stream that begins where the reading began has nothing read again', async () => {
  const first = openTab('17')
  first.live.want([one])
  await vi.waitFor(() => expect(first.state()).toBe('live'))
  expect(lines[0]?.lastEventId).toBe('17')
  expect(first.beginnings()).toBe(0)
  // Nobody repeats for another tab what it was told before that came.
  const second = openTab('19')
  second.live.want([one])
  await vi.waitFor(() => expect(second.beginnings()).toBe(1))
})

test('without a stream the tabs know that they must ask', async () => {
  answers = false
  const tab = openTab()
  tab.live.want([one])
  await vi.waitFor(() => expect(tab.state()).toBe('polling'))
})

test('no page about a safe, no stream', async () => {
  const tab = openTab()
  tab.live.want([one])
  await vi.waitFor(() => expect(lines).toHaveLength(1))
  tab.live.want([])
  await vi.waitFor(() => expect(lines).toHaveLength(0))
  await vi.waitFor(() => expect(tab.state()).toBe('off'))
})

test('where there are no locks, every tab asks for itself', () => {
  vi.stubGlobal('navigator', {})
  expect(openTab().state()).toBe('polling')
})

function openTab(after?: string) {
  const { port } = server.address() as AddressInfo
  const events: LiveEvent[] = []
  let state: LiveState = 'off'
  let beginnings = 0
  const live = startLive(
    createClient({ baseUrl: `http://127.0.0.1:${port}` }),
    {
      after,
      onEvent: (event) => events.push(event),
      onBeginning: () => {
        beginnings++
      },
      onState: (next) => {
        state = next
      },
      onFailure: () => undefined,
    },
  )
  started.push(live)
  return {
    live,
    state: () => state,
    beginnings: () => beginnings,
    names: () => events.map(({ name, id }) => `${name} ${id}`),
  }
}

function sendAll(name: string, id: string): void {
  for (const line of lines) send(line, name, id)
}

function send({ response }: Line, name: string, id: string): void {
  const data = { chainId: '1', safe: one.address, ref: null, block: null }
  const head = id ? `id: ${id}\n` : ''
  response.write(`${head}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
}

/** Web Locks, as far as they are used: one holder, the others in line. */
function createLocks() {
  let line: Promise<unknown> = Promise.resolve()
  return {
    request: (
      _name: string,
      { signal }: { signal: AbortSignal },
      hold: () => Promise<void>,
    ) => {
      const turn = line.then(() => (signal.aborted ? undefined : hold()))
      line = turn
      return turn
    },
  }
}
