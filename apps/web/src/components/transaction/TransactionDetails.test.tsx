import type { AppConfig, TransactionDetails as Details } from '@covault/api'
import { demoAccounts, signWithKey } from '@covault/devnet'
import {
  buildSignatures,
  type Call,
  changeThresholdMethod,
  enableModuleMethod,
  encodeCalldata,
  encodeMultiSend,
  erc20ApproveMethod,
  erc20TransferMethod,
  findFailure,
  hashSafeTransaction,
  multiSends,
  riskRules,
  type SafeTransaction,
} from '@covault/protocol'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render, screen, within } from '@testing-library/react'
import { Suspense } from 'react'
import { type Address, type Hex, maxUint256, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { formatNumber } from '../../lib/formatCount.js'
import { localTransactions, nameLocal } from '../../preferences/localQueue.js'
import { appConfigQuery } from '../../queries/appConfig.js'
import { unsaid } from '../../queries/localSignables.js'
import { fromBlock } from '../../testing/provenance.js'
import { type ContractFacts, contractsQuery } from '../../trust/contracts.js'
import type { SafeState } from '../../trust/safe.js'
import type { Simulation } from '../../trust/simulate.js'
import { simulationQuery } from '../../understand/assess/simulation.js'
import { accountQuery } from '../../wallet/account.js'
import { TransactionDetails } from './TransactionDetails.js'

const { alice, bob, carol, supplier } = demoAccounts
const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const token = '0xdd57DE34E20553b67B890f6958a38cCB409e4f1D'
const chain: AppConfig['chains'][number] = {
  chainId: 31337,
  shortName: 'local1',
  name: 'Local 1',
  // Nobody listens there: what is not in the cache is an error.
  rpcUrl: 'http://127.0.0.1:9',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: true,
  local: true,
}
const multiSend = multiSends.find(
  ({ callOnly, version }) => callOnly && version === '1.4.1',
)
if (!multiSend) throw new Error('There is no MultiSendCallOnly 1.4.1.')
const safe: SafeState = {
  address,
  owners: [alice.address, bob.address, carol.address],
  threshold: 2,
  nonce: 9n,
  version: '1.4.1',
  known: true,
  singleton: zeroAddress,
  modules: [],
  hasMoreModules: false,
  guard: null,
  fallbackHandler: null,
}
const hostileSymbol = '\u202E<b onload=x>'

test('a hostile symbol and note are text, and nothing is hidden', async () => {
  renderDetails({
    call: transfer(2_500_000n),
    facts: [tokenFacts({ symbol: hostileSymbol, decimals: 6 })],
    note: 'javascript:alert(1) <script>alert(1)</script> {{7*7}}',
  })
  const [sentence] = await screen.findAllByText(/^Send 2\.5 /)
  expect(sentence).toHaveTextContent('<bonload=x>')
  expect(screen.getByText(/^“\uFFFD<b onload=x>”/)).toBeVisible()
  expect(screen.getByText(token)).toBeVisible()
  expect(screen.getByText(/javascript:alert\(1\) <script>/)).toBeVisible()
  expect(
    document.querySelector('[onload], script, a[href^="javascript"]'),
  ).toBeNull()
})

test('a token that looks like another is named by its address', async () => {
  renderDetails({
    call: transfer(1n),
    facts: [tokenFacts({ symbol: 'USD\u0421', decimals: 6 })],
  })
  const [sentence] = await screen.findAllByText(/^Send 0\.000001 /)
  expect(sentence).toHaveTextContent(`(token ${token})`)
})

test('decimals are those of the chain, amounts are exact', async () => {
  renderDetails({
    call: transfer(maxUint256),
    facts: [tokenFacts({ symbol: 'BIG', decimals: 0 })],
  })
  const [sentence] = await screen.findAllByText(/^Send /)
  expect(sentence).toHaveTextContent(
    `Send ${formatNumber(maxUint256)} BIG to ${supplier.address}`,
  )
})

test('of 4,000 calls the odd one is shown, and the others are counted', async () => {
  const calls = Array.from({ length: 3_999 }, () => transfer(1n))
  const odd = {
    ...transfer(1n),
    data: encodeCalldata(erc20ApproveMethod, [bob.address, maxUint256]),
  }
  renderDetails({
    call: batch([...calls, odd]),
    facts: [
      tokenFacts({ symbol: 'USD', decimals: 6 }),
      multiSendFacts(),
      contractFacts(bob.address),
    ],
  })
  expect(
    await screen.findByText(/^3,951 calls of 4,001 not shown yet/),
  ).toBeVisible()
  expect(await screen.findByText('1.4000')).toBeVisible()
  expect(screen.getByText(/^Danger, call 1\.4000/)).toBeVisible()
  const [sentence] = screen.getAllByText(/^Send .* USD to/)
  expect(sentence).toHaveTextContent(/^Send .* USD to 0x.*; allow 0x/)
  expect(document.querySelectorAll('*').length).toBeLessThan(3_000)
})

test('calls nested fifty deep are all numbered and reached', async () => {
  const nested = Array.from({ length: 49 }).reduce<Call>(
    (inner) => batch([inner]),
    transfer(7n),
  )
  renderDetails({
    call: batch([nested]),
    facts: [tokenFacts({ symbol: 'USD', decimals: 6 }), multiSendFacts()],
  })
  expect(await screen.findByText(/^1 call of 51 not shown yet/)).toBeVisible()
  expect(
    screen.getByText(['1', ...Array(49).fill('1')].join('.')),
  ).toBeVisible()
  screen.getByRole('button', { name: 'Show 1 more' }).click()
  expect(
    await screen.findByText(['1', ...Array(50).fill('1')].join('.')),
  ).toBeVisible()
})

test('the time beside an imported signature is called that of the import', async () => {
  const call = transfer(5n)
  const transaction = toSafeTransaction(call)
  const domain = { chainId: 31337, safe: address, version: '1.4.1' } as const
  const hash = hashSafeTransaction(domain, transaction)
  const signature = `0x${'11'.repeat(64)}1b` as const
  const name = nameLocal(domain, hash)
  await localTransactions.write(name, {
    ...{ chainId: 31337, safe: address, isProposed: false, at: 60_000 },
    ...{ transaction, safeTxHash: hash, note: 'Rent' },
    signatures: [
      { signer: alice.address, signature, at: 60_000, isBrought: true },
    ],
  })
  renderDetails({
    call,
    facts: [tokenFacts({ symbol: 'USD', decimals: 6 })],
    confirmations: [{ signer: alice.address, signature, submittedAt: unsaid }],
  })
  const list = await screen.findByText(/^Signed\s*, added here/)
  expect(list).toBeVisible()
  expect(await screen.findByText(/^Signed by .*, added here/)).toBeVisible()
  await localTransactions.remove(name)
})

test('only a signature that the gateway has is called its report', async () => {
  const signature = `0x${'11'.repeat(64)}1b` as const
  renderDetails({
    call: transfer(5n),
    facts: [tokenFacts({ symbol: 'USD', decimals: 6 })],
    confirmations: [
      { signer: alice.address, signature },
      { signer: bob.address, signature, isKept: true },
    ],
  })
  const [told, own] = await screen.findAllByText(/^Signed by /)
  expect(told).toHaveTextContent('reported by the gateway')
  expect(own).not.toHaveTextContent('reported by the gateway')
})

test('confirmations are checked: one is right, one is of another hash', async () => {
  const call = transfer(5n)
  const transaction = toSafeTransaction(call)
  const deployed = { chainId: 31337, address, version: '1.4.1' } as const
  renderDetails({
    call,
    facts: [tokenFacts({ symbol: 'USD', decimals: 6 })],
    confirmations: [
      {
        signer: alice.address,
        signature: await signWithKey(deployed, { transaction, account: alice }),
      },
      {
        signer: bob.address,
        signature: await signWithKey(deployed, {
          transaction: { ...transaction, value: 1n },
          account: bob,
        }),
      },
    ],
  })
  expect(
    await screen.findByText(/^1 of 2, checked in this browser/),
  ).toHaveTextContent('1 missing')
  const rowOf = (who: Address) => {
    const row = screen.getByTitle(who).closest('li')
    if (!row) throw new Error(`${who} has no row.`)
    return within(row)
  }
  expect(rowOf(alice.address).getByText('verified')).toBeVisible()
  expect(rowOf(bob.address).getByText('not valid')).toBeVisible()
  expect(rowOf(bob.address).getByRole('alert')).toHaveTextContent(
    /^The signature gives another address, 0x.*, which is not an owner\. It does not count\.$/,
  )
  expect(rowOf(carol.address).getByText('Not signed')).toBeVisible()
})

test('enough signatures execute nothing before the earlier nonces', async () => {
  const call = transfer(5n)
  const transaction = toSafeTransaction(call)
  const deployed = { chainId: 31337, address, version: '1.4.1' } as const
  const confirmations = await Promise.all(
    [alice, bob].map(async (account) => ({
      signer: account.address,
      signature: await signWithKey(deployed, { transaction, account }),
    })),
  )
  const facts = [tokenFacts({ symbol: 'USD', decimals: 6 })]
  const told = [
    [9n, '2 of 2, checked in this browser, enough to execute'],
    [7n, '2 of 2, checked in this browser, enough to execute after nonce 7'],
    [10n, '2 of 2, checked in this browser'],
  ] as const
  for (const [nonce, words] of told) {
    renderDetails({ call, facts, confirmations, nonce })
    expect(await screen.findByText(words)).toBeVisible()
    cleanup()
  }
})

test('a gateway whose bytes do not have the hash it names is contradicted', async () => {
  renderDetails({
    call: transfer(5n),
    facts: [tokenFacts({ symbol: 'USD', decimals: 6 })],
    confirmations: [alice, bob].map((one) => ({
      signer: one.address,
      signature: `0x${'12'.repeat(65)}`,
    })),
    claimedHash: `0x${'12'.repeat(32)}`,
  })
  const [alert] = await screen.findAllByRole('alert')
  expect(alert).toHaveTextContent(
    /^Content mismatch\. The transaction shown here \(hash 0x[0-9a-f]{8}…\) is not the one that the gateway lists \(hash 0x12121212…\)\. Do not sign the transaction shown here, in Covault or anywhere else\./,
  )
  expect(
    screen.queryByRole('link', { name: /Review and/ }),
  ).not.toBeInTheDocument()
  expect(screen.queryByText(/^Connect /)).toBeNull()
  expect(screen.getAllByText(/^Signed by /)[0]).toHaveTextContent(
    'reported by the gateway',
  )
})

test('who is said to have executed has approved only if it was executed', async () => {
  const [signer] = safe.owners
  if (!signer) throw new Error('There is no owner.')
  const signature = buildSignatures([{ kind: 'approvedHash', signer }])
  const told = {
    ...{ call: transfer(5n), facts: [], executor: signer },
    ...{
      executedAt: 1_700_000_000_000,
      confirmations: [{ signer, signature }],
    },
  }
  renderDetails({ ...told, nonce: 10n })
  expect(await screen.findByText(/^1 of 2/)).toBeVisible()
  cleanup()
  renderDetails(told)
  expect(await screen.findByText(/^0 of 2/)).toBeVisible()
})

test('what no rule explains is listed as bytes, with the hint of the gateway', async () => {
  renderDetails({
    call: { ...transfer(0n), to: supplier.address, data: '0x12345678' },
    facts: [contractFacts(supplier.address)],
    hint: 'withdrawAll',
  })
  expect(await screen.findByText(/4 bytes not decoded/)).toBeVisible()
  expect(screen.getByText(/may be “withdrawAll”/)).toHaveTextContent(
    'reported by the gateway',
  )
})

test('what was executed hides information without denying it', async () => {
  const unknown = {
    call: { ...transfer(0n), to: supplier.address, data: '0x12345678' },
    facts: [contractFacts(supplier.address)],
  } as const
  renderDetails(unknown)
  expect(await screen.findByText(/^Info, call 1: Unknown method/)).toBeVisible()
  cleanup()
  renderDetails({ ...unknown, executedAt: 1_700_000_000_000, nonce: 10n })
  expect(
    await screen.findByText(/^\d+ rules checked, no warnings or dangers$/),
  ).toBeVisible()
  expect(screen.queryByText(/Unknown method/)).toBeNull()
})

test('a finding on what was executed speaks of the past', async () => {
  const enabled = {
    call: {
      to: address,
      value: 0n,
      data: encodeCalldata(enableModuleMethod, [supplier.address]),
      operation: 0,
    },
    facts: [contractFacts(address)],
  } as const
  renderDetails(enabled)
  expect(await screen.findByText(/ will be able to move/)).toBeVisible()
  cleanup()
  const executedAt = 1_700_000_000_000
  renderDetails({ ...enabled, executedAt, nonce: 10n })
  expect(await screen.findByText(/ was allowed to move/)).toBeVisible()
  expect(screen.queryByText(/will be able|Enable only/)).toBeNull()
})

test('what a simulation shows is among the findings and counts as checked', async () => {
  const data = encodeCalldata(erc20TransferMethod, [alice.address, 5n])
  const told = {
    call: { ...transfer(5n), data },
    facts: [tokenFacts({ symbol: 'USD', decimals: 6 })],
  }
  const simulation: Simulation = {
    method: 'eth_simulateV1',
    provenance: fromBlock(7n),
    executor: alice.address,
    at: 1_700_000_000_000,
    outcome: { status: 'success', gasUsed: undefined },
    effects: undefined,
    storage: [],
    findings: [],
  }
  renderDetails({ ...told, simulation })
  expect(
    await screen.findByText(
      `${riskRules.length + 2} rules checked, no findings`,
    ),
  ).toBeVisible()
  cleanup()
  const outcome = {
    status: 'reverted',
    data: '0x',
    failing: undefined,
    shortage: undefined,
  } as const
  const findings = findFailure({ status: 'reverted' })
  renderDetails({ ...told, simulation: { ...simulation, outcome, findings } })
  expect(
    await screen.findByText(/^Danger.*Transaction would fail$/),
  ).toBeVisible()
})

test('a change of settings has before and after only while it is to come', async () => {
  const change = {
    call: {
      to: address,
      value: 0n,
      data: encodeCalldata(changeThresholdMethod, [3n]),
      operation: 0,
    },
    facts: [contractFacts(address)],
  } as const
  renderDetails(change)
  expect(await screen.findByText('What changes in the safe')).toBeVisible()
  expect(screen.getByText('Before')).toBeVisible()
  expect(screen.getByText('After')).toBeVisible()
  cleanup()
  const executedAt = 1_700_000_000_000
  renderDetails({ ...change, executedAt, nonce: 10n })
  expect(await screen.findByText('What changed in the safe')).toBeVisible()
  expect(screen.queryByText('Before')).toBeNull()
  cleanup()
  // A gateway that says so while the safe has not got there is not believed.
  renderDetails({ ...change, executedAt })
  expect(await screen.findByText('What changes in the safe')).toBeVisible()
  expect(
    screen.getByText(/on the chain the safe’s nonce hasn’t reached it/),
  ).toBeVisible()
})

function contractFacts(target: Address): ContractFacts {
  return {
    address: target,
    codeHash: `0x${'ab'.repeat(32)}`,
    kind: undefined,
    token: undefined,
    ownerSet: undefined,
    provenance: fromBlock(7n),
  }
}

function transfer(amount: bigint): Call {
  return {
    to: token,
    value: 0n,
    data: encodeCalldata(erc20TransferMethod, [supplier.address, amount]),
    operation: 0,
  }
}

function batch(calls: readonly Call[]): Call {
  return {
    to: multiSend?.address ?? zeroAddress,
    value: 0n,
    data: encodeMultiSend(calls),
    operation: 1,
  }
}

function tokenFacts(words: {
  symbol: string
  decimals: number
}): ContractFacts {
  return {
    address: token,
    codeHash: `0x${'cd'.repeat(32)}`,
    kind: 'erc20',
    token: words,
    ownerSet: undefined,
    provenance: fromBlock(7n),
  }
}

function multiSendFacts(): ContractFacts {
  return {
    address: multiSend?.address ?? zeroAddress,
    codeHash: multiSend?.codeHash ?? null,
    kind: undefined,
    token: undefined,
    ownerSet: undefined,
    provenance: fromBlock(7n),
  }
}

function toSafeTransaction(call: Call): SafeTransaction {
  return {
    ...call,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: zeroAddress,
    refundReceiver: zeroAddress,
    nonce: 9n,
  }
}

function renderDetails({
  call,
  facts,
  note = null,
  confirmations = [],
  claimedHash,
  hint,
  executedAt = null,
  executor,
  nonce = safe.nonce,
  simulation,
}: {
  call: Call
  facts: readonly ContractFacts[]
  note?: string | null
  confirmations?: readonly {
    signer: Address
    signature: Hex
    submittedAt?: number
    isKept?: boolean
  }[]
  claimedHash?: Hex
  hint?: string
  executedAt?: number | null
  executor?: Address
  /** Of the safe, as the chain says. */
  nonce?: bigint
  simulation?: Simulation
}): void {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always' } },
  })
  queries.setQueryData(accountQuery.queryKey, null)
  queries.setQueryData(appConfigQuery.queryKey, {
    version: '0.1.0',
    chains: [chain],
    walletConnect: null,
    demo: null,
  })
  queries.setQueryData(
    contractsQuery(
      chain,
      facts.map((one) => one.address),
    ).queryKey,
    [...facts],
  )
  const transaction = toSafeTransaction(call)
  const domain = { chainId: 31337, safe: address, version: '1.4.1' } as const
  const digest = hashSafeTransaction(domain, transaction)
  const safeTxHash = claimedHash ?? digest
  queries.setQueryData(
    simulationQuery(
      { chain, address, safe: { ...safe, nonce } },
      {
        ...{ transaction, digest, intent: undefined, isOn: true },
        executor: alice.address,
      },
    ).queryKey,
    simulation,
  )
  const details: Details = {
    safeAddress: address,
    txId: `multisig_${address}_${safeTxHash}`,
    executedAt,
    txStatus: executedAt ? 'SUCCESS' : 'AWAITING_CONFIRMATIONS',
    txInfo: { type: 'UNKNOWN', wireType: 'Test', humanDescription: null },
    txData: {
      hexData: call.data,
      dataDecoded: hint
        ? { method: hint, parameters: null, accuracy: null }
        : null,
      to: toInfo(call.to),
      value: call.value,
      operation: call.operation,
      trustedDelegateCallTarget: null,
      addressInfoIndex: null,
      tokenInfoIndex: null,
    },
    detailedExecutionInfo: {
      type: 'MULTISIG',
      ...transaction,
      submittedAt: 0,
      fee: 0n,
      payment: 0n,
      refundReceiver: toInfo(zeroAddress),
      safeTxHash,
      executor: executor ? toInfo(executor) : null,
      signers: safe.owners.map(toInfo),
      confirmationsRequired: 2,
      confirmations: confirmations.map(({ signer, ...one }) => ({
        signer: toInfo(signer),
        submittedAt: 0,
        ...one,
      })),
      rejectors: [],
      gasTokenInfo: null,
      trusted: true,
      proposer: null,
      proposedByDelegate: null,
    },
    txHash: null,
    safeAppInfo: null,
    note,
  }
  const root = createRootRoute({
    component: () => (
      <Suspense>
        <TransactionDetails
          place={{ chain, address, safe: { ...safe, nonce } }}
          details={details}
        />
      </Suspense>
    ),
  })
  const router = createRouter({
    routeTree: root,
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

function toInfo(value: Address) {
  return { value, name: null, logoUri: null }
}
