import type { AppConfig } from '@covault/api'
import { demoAccounts } from '@covault/devnet'
import {
  addOwnerWithThresholdMethod,
  type Call,
  changeMasterCopyMethod,
  changeThresholdMethod,
  decodeCall,
  disableModuleMethod,
  enableModuleMethod,
  encodeMethod,
  encodeMultiSend,
  erc20TransferMethod,
  execTransactionMethod,
  getIntent,
  getKnownContracts,
  multiSends,
  removeOwnerMethod,
  setFallbackHandlerMethod,
  setGuardMethod,
  setModuleGuardMethod,
  swapOwnerMethod,
} from '@covault/protocol'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { type Address, type Hex, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { appConfigQuery } from '../../queries/appConfig.js'
import type { SafeState } from '../../trust/safe.js'
import { listSettingsChanges } from '../../understand/decode/listSettingsChanges.js'
import { SettingsChange } from './SettingsChange.js'

const { alice, bob, carol, dave } = demoAccounts
const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const other = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const module = '0xdd57DE34E20553b67B890f6958a38cCB409e4f1D'
const sentinel = '0x0000000000000000000000000000000000000001'
const safe: SafeState = {
  address,
  owners: [alice.address, bob.address, carol.address],
  threshold: 2,
  nonce: 9n,
  version: '1.4.1',
  known: true,
  singleton: other,
  modules: [],
  hasMoreModules: false,
  guard: null,
  fallbackHandler: other,
}
const multiSend = multiSends.find(
  ({ callOnly, version }) => callOnly && version === '1.4.1',
)
if (!multiSend) throw new Error('There is no MultiSendCallOnly 1.4.1.')

const addDave = own(
  encodeMethod(addOwnerWithThresholdMethod, {
    owner: dave.address,
    threshold: 3n,
  }),
)

describe('one call changes one setting', () => {
  test.each<[string, Hex, readonly Address[] | undefined]>([
    ['Guard', encodeMethod(setGuardMethod, { guard: module }), [module]],
    ['Modules', encodeMethod(enableModuleMethod, { module }), [module]],
    [
      'Fallback handler',
      encodeMethod(setFallbackHandlerMethod, { handler: zeroAddress }),
      [],
    ],
    [
      'Module guard',
      encodeMethod(setModuleGuardMethod, { moduleGuard: module }),
      [module],
    ],
    [
      'Implementation',
      encodeMethod(changeMasterCopyMethod, { masterCopy: module }),
      [module],
    ],
    [
      'Owners',
      encodeMethod(swapOwnerMethod, {
        prevOwner: alice.address,
        oldOwner: bob.address,
        newOwner: dave.address,
      }),
      [alice.address, dave.address, carol.address],
    ],
  ])('%s', (title, data, after) => {
    const found = list(own(data))
    expect(found?.changes).toHaveLength(1)
    expect(found?.rows.filter(({ isChanged }) => isChanged)).toMatchObject([
      { title, after },
    ])
    expect(found?.refusals).toEqual([])
  })

  test('Threshold', () => {
    const data = encodeMethod(changeThresholdMethod, { threshold: 3n })
    expect(list(own(data))?.rows.filter(({ isChanged }) => isChanged)).toEqual([
      {
        kind: 'threshold',
        title: 'Threshold',
        isChanged: true,
        before: { threshold: 2, ownerCount: 3 },
        after: { threshold: 3, ownerCount: 3 },
      },
    ])
  })
})

test('what only pays leaves the settings alone', () => {
  const data = encodeMethod(erc20TransferMethod, {
    to: bob.address,
    value: 1n,
  })
  expect(list({ ...own(data), to: other })).toBeUndefined()
  expect(list({ ...own('0x'), value: 1n, to: bob.address })).toBeUndefined()
})

test('changes are followed through batches inside of batches, in order', () => {
  const remove = own(
    encodeMethod(removeOwnerMethod, {
      prevOwner: sentinel,
      owner: dave.address,
      threshold: 1n,
    }),
  )
  const enable = own(encodeMethod(enableModuleMethod, { module }))
  const disable = own(
    encodeMethod(disableModuleMethod, { prevModule: sentinel, module }),
  )
  const found = list(batch([addDave, batch([enable, remove]), disable]))
  expect(found?.changes).toHaveLength(4)
  expect(found?.refusals).toEqual([])
  // All but the threshold is as it was in the end.
  expect(found?.rows.filter(({ isChanged }) => isChanged)).toMatchObject([
    { title: 'Threshold', after: { threshold: 1, ownerCount: 3 } },
  ])
})

test('code that runs as the safe makes every setting unknown', () => {
  const found = list({ ...own('0xa9059cbb'), to: module, operation: 1 })
  expect(found?.foreignCode).toEqual([module])
  expect(found?.rows.map(({ after }) => after)).toEqual(
    found?.rows.map(() => undefined),
  )
  expect(found?.rows.every(({ isChanged }) => isChanged)).toBe(true)
})

test('a call to itself that cannot be read makes every setting unknown', () => {
  expect(list(own('0x12345678'))?.foreignCode).toEqual([address])
})

test('what the contract would refuse is said', () => {
  const again = own(
    encodeMethod(addOwnerWithThresholdMethod, {
      owner: bob.address,
      threshold: 1n,
    }),
  )
  const tooMany = own(encodeMethod(changeThresholdMethod, { threshold: 5n }))
  expect(list(again)?.refusals).toEqual([`${bob.address} is already an owner.`])
  expect(list(tooMany)?.refusals).toEqual([
    'The threshold would be 5, but the safe would have only 3 owners.',
  ])
})

test('what another safe changes of itself is told apart', () => {
  const data = encodeMethod(execTransactionMethod, {
    to: other,
    value: 0n,
    data: encodeMethod(changeThresholdMethod, { threshold: 1n }),
    operation: 0n,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: zeroAddress,
    refundReceiver: zeroAddress,
    signatures: '0x',
  })
  const found = list({ ...own(data), to: other })
  expect(found?.elsewhere).toMatchObject([
    { kind: 'changeThreshold', safe: other },
  ])
  expect(found?.changes).toEqual([])
  expect(found?.rows.some(({ isChanged }) => isChanged)).toBe(false)
})

test('tells each change in words, and every setting before and after', () => {
  show(addDave)
  const steps = screen.getAllByText(/^Add owner/).map((one) => one.textContent)
  expect(steps).toContain(
    `Add owner ${dave.address} and require 3 of 4 owners.`,
  )
  const owners = row('Owners')
  expect(owners.getByText('changes')).toBeVisible()
  expect(owners.getAllByText(alice.address)).toHaveLength(2)
  expect(owners.getByText(dave.address)).toBeVisible()
  const added = owners.getByText('added').closest('[class*=pairs] > *')
  expect(added?.previousElementSibling).toHaveAttribute('data-empty')
  expect(row('Threshold').getByText('2 of 3')).toBeVisible()
  expect(row('Threshold').getByText('3 of 4')).toBeVisible()
  for (const title of [
    'Modules',
    'Guard',
    'Fallback handler',
    'Implementation',
  ])
    expect(row(title).getByText('unchanged')).toBeVisible()
  expect(row('Modules').getByText('None')).toBeVisible()
  expect(row('Implementation').getByText(other)).toBeVisible()
})

test('calls the threshold unchanged where only an owner is added', () => {
  show(
    own(
      encodeMethod(addOwnerWithThresholdMethod, {
        owner: dave.address,
        threshold: 2n,
      }),
    ),
  )
  expect(row('Owners').getByText('changes')).toBeVisible()
  expect(row('Threshold').getByText('unchanged')).toBeVisible()
  expect(row('Threshold').getByText('2 signatures')).toBeVisible()
})

test('shows nothing where nothing is set', () => {
  show({ ...own('0x'), value: 1n, to: bob.address })
  expect(screen.queryByText('Owners')).toBeNull()
})

function own(data: Hex): Call {
  return { to: address, value: 0n, data, operation: 0 }
}

function batch(calls: readonly Call[]): Call {
  return {
    to: multiSend?.address ?? zeroAddress,
    value: 0n,
    data: encodeMultiSend(calls),
    operation: 1,
  }
}

function read(call: Call) {
  const contracts = new Map([
    ...getKnownContracts({
      chainId: 31337,
      codeHashes: new Map([
        [multiSend?.address ?? zeroAddress, multiSend?.codeHash ?? '0x'],
      ]),
    }),
    [other, { kind: 'safe' }] as const,
  ])
  const tree = decodeCall(call, { safe: address, contracts })
  return getIntent(tree, { ownerSets: new Map([[address, safe]]) })
}

function list(call: Call) {
  return listSettingsChanges(read(call), safe)
}

function row(title: string) {
  const found = screen.getByText(title).closest('div')
  if (!found) throw new Error(`There is no row ${title}.`)
  return within(found)
}

function show(call: Call): void {
  const chain: AppConfig['chains'][number] = {
    chainId: 31337,
    shortName: 'local1',
    name: 'Local 1',
    rpcUrl: 'http://127.0.0.1:9',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    testnet: true,
    local: true,
  }
  const queries = new QueryClient()
  const config: AppConfig = {
    version: '0.1.0',
    chains: [chain],
    walletConnect: null,
    demo: null,
  }
  queries.setQueryData(appConfigQuery.queryKey, config)
  render(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <SettingsChange
          place={{ chain, address, safe }}
          intent={read(call)}
          nameOf={() => undefined}
        />
      </QueryClientProvider>
    </MantineProvider>,
  )
}
