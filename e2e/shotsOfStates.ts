import {
  createDevnetClient,
  type DeployedSafe,
  demoAccounts,
  proposeTransaction,
  signTransaction,
  signWithKey,
} from '@covault/devnet'
import { writeEnvelope } from '@covault/protocol/envelope'
import { expect, type Page } from '@playwright/test'
import { type Hex, parseEther } from 'viem'
import { openFile, waitForParts } from './carrying.js'
import { connectDemo } from './demoWallet.js'
import { findTreasury } from './findTreasury.js'
import { tell } from './otherOwners.js'
import { pressAcknowledged } from './ownSafe.js'
import { listRecords, readProfile } from './profile.js'
import { connectTestWallet } from './seat.js'
import { press, type Shot } from './shot.js'
import { installTestWallet } from './testWallet.js'

const chainId = 31337
const { alice, bob, supplier, stranger } = demoAccounts

const inQueue = {
  path: '/transactions/queue',
  until: ', lowest first',
  ofSafe: true,
} as const

/** A flow of the Treasury, with a wallet that is connected already. */
const open =
  (flow: string, until: string | RegExp, path = '/transactions/queue') =>
  async (page: Page) => {
    const link = await findTreasury(page.request)
    await page.goto(`${path}?safe=${link}&flow=${flow}`)
    await page.getByText(until).locator('visible=true').first().waitFor()
  }

type Waiting = {
  hash: Hex
  nonce: number
  signed: number
  required: number
  /** Of the owners. */
  missing: string[]
}

/** What waits in the Treasury, from the next nonce on. */
async function listQueue(page: Page): Promise<Waiting[]> {
  const safe = (await findTreasury(page.request)).slice('local1:'.length)
  const path = `/v1/chains/${chainId}/safes/${safe}/transactions/queued`
  const { results } = await (await page.request.get(path)).json()
  return results.flatMap(
    (item: {
      type: string
      transaction: {
        id: string
        executionInfo: {
          nonce: number
          confirmationsSubmitted: number
          confirmationsRequired: number
          missingSigners: { value: string }[] | null
        }
      }
    }) => {
      if (item.type !== 'TRANSACTION') return []
      const { id, executionInfo: info } = item.transaction
      return {
        hash: id.slice(-66) as Hex,
        nonce: info.nonce,
        signed: info.confirmationsSubmitted,
        required: info.confirmationsRequired,
        missing: (info.missingSigners ?? []).map(({ value }) => value),
      }
    },
  )
}

/** One that waits for Alice and, because others come first, for no execution. */
async function findUnsigned(page: Page): Promise<Hex> {
  const waiting = await listQueue(page)
  const next = waiting[0]?.nonce ?? 0
  const found = waiting.find(
    ({ nonce, missing }) => nonce > next && missing.includes(alice.address),
  )
  if (!found) throw new Error('Nothing in the demo waits for Alice.')
  return found.hash
}

const openWaiting =
  (at: number, until: string | RegExp, flow = 'confirm') =>
  async (page: Page) => {
    const waiting = await listQueue(page)
    await open(`${flow}&id=${waiting[at]?.hash}`, until)(page)
  }

/** Proposed as another owner's browser would. */
async function propose(
  page: Page,
  plan: Parameters<typeof proposeTransaction>[2]['plan'],
  note: string,
): Promise<Hex> {
  const { safe, devnet } = await reach(page)
  const proposed = await proposeTransaction(devnet, safe, {
    plan,
    signers: [bob],
  })
  await tell(page.request, proposed, note)
  return proposed.safeTxHash
}

/** The first network answers one port above the product. */
async function findNode(page: Page): Promise<string> {
  const answer = await page.request.get('/app-config')
  return `http://127.0.0.1:${Number(new URL(answer.url()).port) + 1}`
}

async function reach(page: Page) {
  const url = await findNode(page)
  const link = await findTreasury(page.request)
  const address = link.slice('local1:'.length) as DeployedSafe['address']
  const safe: DeployedSafe = { address, chainId, version: '1.4.1' }
  const client = createDevnetClient({ chainId, url })
  return { safe, devnet: { chainId, client } }
}

/** Whether a signature of it was verified and remembered here. */
async function hasSeen(page: Page, hash: Hex): Promise<boolean> {
  const seen = listRecords(await readProfile(page), 'seen')
  return seen.some(({ key }) => key.startsWith(`seen/${hash}:`))
}

/** The gateway tells something else of every transaction. */
const alterDetails = (change: (details: Details) => void) => (page: Page) =>
  page.route(
    /\/v1\/chains\/31337\/transactions\/[^/]*0x\w+$/,
    async (route) => {
      const json = await (await route.fetch()).json()
      change(json)
      await route.fulfill({ json })
    },
  )

type Details = {
  txData: { value: string }
  detailedExecutionInfo: { confirmations: { signature: Hex }[] }
}

const permit = {
  types: {
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  },
  primaryType: 'Permit',
  domain: {
    name: 'Dollar',
    chainId: 1,
    verifyingContract: supplier.address,
  },
  message: {
    owner: alice.address,
    spender: stranger.address,
    value: '25000000000',
    deadline: '4102444800',
  },
}

/** States that only a journey reaches; those that change the demo come last. */
export const shotsOfStates: Shot[] = [
  {
    name: 'review-conflict',
    ...inQueue,
    prepare: async (page) => {
      await connectDemo(page)
      await openWaiting(0, /checks passed/)(page)
    },
  },
  {
    name: 'review-mismatch',
    ...inQueue,
    before: alterDetails(({ txData }) => {
      txData.value = parseEther('20').toString()
    }),
    prepare: openWaiting(0, /mismatch|does not match|doesn’t match/i),
  },
  {
    name: 'details-mismatch',
    ...inQueue,
    before: alterDetails(({ txData }) => {
      txData.value = parseEther('20').toString()
    }),
    prepare: async (page) => {
      const link = await findTreasury(page.request)
      const [first] = await listQueue(page)
      await page.goto(`/transactions/tx?safe=${link}&id=${first?.hash}`)
      await page
        .getByText(/mismatch/i)
        .first()
        .waitFor()
    },
  },
  {
    name: 'review-refused',
    ...inQueue,
    before: alterDetails(({ detailedExecutionInfo: { confirmations } }) => {
      const [one] = confirmations
      if (one) one.signature = `0x${'11'.repeat(64)}1b`
    }),
    prepare: openWaiting(0, /checks? (failed|passed)/),
  },
  {
    name: 'review-permit',
    ...inQueue,
    prepare: async (page) => {
      await connectDemo(page)
      await open('message', 'Typed data', '/transactions/messages')(page)
      await page.getByText('Typed data', { exact: true }).click()
      await page.getByLabel('Typed data as JSON').fill(JSON.stringify(permit))
      await press('Review')(page)
      await page.locator('[data-hash="safeMessage"]').waitFor()
      await page.getByText(/checks passed/).waitFor()
    },
  },
  {
    name: 'share',
    ...inQueue,
    prepare: openWaiting(0, 'Save file', 'share'),
  },
  {
    name: 'delete',
    ...inQueue,
    prepare: async (page) => {
      await connectDemo(page)
      await openWaiting(0, 'Deleting does not cancel', 'delete')(page)
    },
  },
  {
    name: 'signers',
    ...inQueue,
    prepare: async (page) => {
      await connectDemo(page)
      await open('signers', 'Signatures required', '/settings/setup')(page)
    },
  },
  {
    name: 'spending-limit',
    ...inQueue,
    prepare: async (page) => {
      await connectDemo(page)
      await open('spending-limit', 'Amount', '/settings/setup')(page)
    },
  },
  {
    name: 'add-proposer',
    ...inQueue,
    prepare: async (page) => {
      await connectDemo(page)
      await open('add-proposer', 'Proposer', '/settings/setup')(page)
    },
  },
  {
    name: 'draft-batch',
    ...inQueue,
    prepare: async (page) => {
      await connectDemo(page)
      for (const amount of ['0.25', '0.5']) {
        await open('send-tokens', 'Recipient', '/home')(page)
        await page.getByLabel('Recipient 1').fill(supplier.address)
        await page.getByLabel('Amount 1').fill(amount)
        await press('Review')(page)
        await page.getByRole('radio', { name: 'Add to draft batch' }).check()
        await press('Add to draft batch')(page)
        await page.getByText('Draft batch').first().waitFor()
      }
      await open('batch', 'Draft batch', '/home')(page)
    },
  },
  {
    name: 'scan',
    path: '/transactions/scan',
    until: 'Scan',
    ofSafe: true,
  },
  {
    name: 'import-offline',
    // Without a safe: one that was read before the network went is compared
    // with what was read.
    path: '/transactions/bring-in',
    until: 'Import',
    prepare: async (page) => {
      const { safe } = await reach(page)
      const { transaction, signatures } = await signTransaction(safe, {
        plan: { to: supplier.address, value: parseEther('1'), nonce: 100n },
        signers: [bob],
      })
      const domain = { chainId, safe: safe.address, version: safe.version }
      const signable = { kind: 'transaction', domain, transaction } as const
      await connectDemo(page)
      await waitForParts(page)
      await page.context().setOffline(true)
      const file = writeEnvelope({ signable, signatures, note: '' })
      await openFile(page, Buffer.from(file))
      // The chain is asked several times before it counts as away.
      await page
        .getByText('Working without a network.')
        .waitFor({ timeout: 60_000 })
      await page.getByText('Can’t reach Local 1. Retrying…').waitFor()
    },
  },
  {
    name: 'wrong-signature',
    ...inQueue,
    prepare: async (page) => {
      const wallet = await installTestWallet(page.context(), {
        account: alice,
        chains: { [chainId]: await findNode(page) },
        chainId,
      })
      wallet.lying.set('eth_signTypedData_v4', async () => ({
        result: '0xdeadbeef',
      }))
      await page.reload()
      await connectTestWallet(page, wallet)
      const hash = await findUnsigned(page)
      await open(`confirm&id=${hash}`, /checks passed/)(page)
      await pressAcknowledged(page, 'Sign')
      await page.getByText('is not a signature of').first().waitFor()
    },
  },
  {
    name: 'withheld',
    ...inQueue,
    prepare: async (page) => {
      const [first] = await listQueue(page)
      const gone = first?.hash ?? '0x'
      await open(`confirm&id=${gone}`, /checks passed/)(page)
      // What this browser has seen is in its storage before the page is left.
      await expect.poll(() => hasSeen(page, gone)).toBe(true)
      await page.route(new RegExp(`transactions/.*${gone.slice(2)}`), (route) =>
        route.fulfill({ status: 404, json: { code: 404, message: '' } }),
      )
      await page.route('**/transactions/queued*', async (route) => {
        const json = await (await route.fetch()).json()
        json.results = json.results.filter(
          (one: { transaction?: { id: string } }) =>
            !one.transaction?.id.endsWith(gone),
        )
        await route.fulfill({ json })
      })
      const link = await findTreasury(page.request)
      await page.goto(`/transactions/queue?safe=${link}`)
      // A list that is as young as the signature may not know of it yet, and a
      // busy machine takes its time to read the safe.
      await expect(async () => {
        await page.reload()
        await page
          .getByText('This browser has seen the transaction')
          .first()
          .waitFor({ timeout: 15_000 })
      }).toPass({ timeout: 90_000 })
    },
  },
  {
    name: 'review-would-fail',
    ...inQueue,
    prepare: async (page) => {
      const plan = {
        to: supplier.address,
        value: parseEther('9000'),
        nonce: 100n,
      }
      const hash = await propose(page, plan, 'More than there is')
      await connectDemo(page)
      await open(`confirm&id=${hash}`, 'would fail')(page)
    },
  },
  {
    name: 'bulk-review',
    ...inQueue,
    prepare: async (page) => {
      const { safe } = await reach(page)
      const [next] = await listQueue(page)
      const nonce = BigInt(next?.nonce ?? 0) + 1n
      // The second waits for one more owner, whose signature comes now.
      for (const { hash } of await listQueue(page)) {
        const path = `/v1/chains/${chainId}/transactions/${hash}`
        const { txData, detailedExecutionInfo: info } = await (
          await page.request.get(path)
        ).json()
        if (BigInt(info.nonce) !== nonce) continue
        const transaction = {
          to: txData.to.value,
          value: BigInt(txData.value ?? 0),
          data: txData.hexData ?? '0x',
          operation: txData.operation,
          safeTxGas: BigInt(info.safeTxGas),
          baseGas: BigInt(info.baseGas),
          gasPrice: BigInt(info.gasPrice),
          gasToken: info.gasToken,
          refundReceiver: info.refundReceiver.value,
          nonce,
        }
        const signature = await signWithKey(safe, {
          transaction,
          account: alice,
        })
        await page.request.post(`${path}/confirmations`, {
          data: { signature },
        })
      }
      await connectDemo(page)
      await open('bulk-execute', 'transactions together')(page)
      await page.getByText('Network fee at most').waitFor()
    },
  },
  {
    name: 'executed',
    ...inQueue,
    prepare: async (page) => {
      await connectDemo(page)
      await openWaiting(0, 'Network fee at most')(page)
      for (const box of await page.getByRole('checkbox').all())
        await box.check()
      await page.getByRole('button', { name: 'Execute', exact: true }).click()
      await press('Send')(page)
      await page.getByRole('heading', { name: 'Executed' }).waitFor()
    },
  },
]
