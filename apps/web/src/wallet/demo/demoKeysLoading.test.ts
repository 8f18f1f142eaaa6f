import { type Devnet, demoAccounts, startDevnet } from '@covault/devnet'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { ChainConfig } from '../../trust/chainClient.js'
import { createPromptDesk } from '../promptDesk.js'
import { createDemoProvider } from './demoProvider.js'
import { proveLocalChain } from './localChain.js'

const { alice } = demoAccounts
const asked = vi.fn()

let devnet: Devnet
let chain: ChainConfig

beforeAll(async () => {
  devnet = await startDevnet({ chainId: 31337 })
  chain = {
    chainId: 31337,
    shortName: 'local1',
    name: 'Local 1',
    rpcUrl: devnet.url,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    testnet: true,
    local: true,
  }
})

afterAll(() => {
  // Files share what is loaded, mocks too.
  vi.doUnmock('./demoKeys.js')
  vi.resetModules()
  return devnet.stop()
})

beforeEach(() => {
  localStorage.clear()
  watchKeys()
})

/** As in a page that has not loaded them. */
function watchKeys() {
  asked.mockClear()
  vi.doMock('./demoKeys.js', () => {
    asked()
    return { openDemoKey: () => undefined }
  })
}

function create(at: ChainConfig = chain) {
  const desk = createPromptDesk()
  return { desk, provider: createDemoProvider({ chains: [at], desk }) }
}

async function connect() {
  const { desk, provider } = create()
  const accounts = provider.request({ method: 'eth_requestAccounts' })
  await vi.waitFor(() => expect(desk.read()).toBeDefined())
  expect(asked).not.toHaveBeenCalled()
  desk.approve(alice.address)
  expect(await accounts).toEqual([alice.address])
}

test('loads the keys with the choice of an account, before anything is signed', async () => {
  await connect()
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce())
})

test('loads them when a page finds its account again', async () => {
  await connect()
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce())
  watchKeys()
  await create().provider.request({ method: 'eth_accounts' })
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce())
})

test('loads no keys for a chain that is not proven to be of this machine', async () => {
  await connect()
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce())
  watchKeys()
  const other = { ...chain, chainId: 31338 }
  const { provider } = create(other)
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([
    alice.address,
  ])
  // Asked after the provider has asked, so its own proof has failed by then.
  await expect(proveLocalChain(other)).rejects.toThrow()
  await vi.dynamicImportSettled()
  expect(asked).not.toHaveBeenCalled()
})
