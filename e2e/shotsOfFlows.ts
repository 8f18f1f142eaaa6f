import { demoAccounts } from '@covault/devnet'
import type { Page } from '@playwright/test'
import { connectDemo } from './demoWallet.js'
import { address, type Shot } from './shot.js'

const ofHome = {
  path: '/home',
  until: 'official Safe code',
  ofSafe: true,
} as const

const open = (flow: 'Send' | 'Batch' | 'Build') => async (page: Page) => {
  await page.getByRole('link', { name: flow, exact: true }).first().click()
  await page.getByRole('heading', { level: 1 }).first().waitFor()
}

const openSend = async (page: Page) => {
  await open('Send')(page)
  await page.getByLabel('Recipient 1').waitFor()
}

const review = async (page: Page) => {
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await page.locator('[data-hash="safeTxHash"]').waitFor()
}

/** The same digits at both ends. */
const { address: supplier } = demoAccounts.supplier
const imitation = `${supplier.slice(0, 10)}${'5'.repeat(24)}${supplier.slice(-8)}`

/** What is written, reviewed and handed on. */
export const shotsOfFlows: Shot[] = [
  { name: 'send', ...ofHome, prepare: openSend },
  {
    name: 'send-look-alike',
    ...ofHome,
    prepare: async (page) => {
      await openSend(page)
      await page.getByLabel('Recipient 1').fill(imitation.toLowerCase())
      await page.getByText('This is not the address of').waitFor()
    },
  },
  {
    name: 'review',
    ...ofHome,
    prepare: async (page) => {
      await connectDemo(page)
      await openSend(page)
      await page.getByLabel('Recipient 1').fill(supplier)
      await page.getByLabel('Amount 1').fill('0.25')
      await review(page)
    },
  },
  {
    name: 'review-owners',
    path: '/settings/setup',
    until: 'Next nonce to execute',
    ofSafe: true,
    prepare: async (page) => {
      await connectDemo(page)
      await page
        .getByRole('link', { name: 'Change owners or threshold' })
        .click()
      await page.getByRole('button', { name: 'Add owner' }).click()
      await page.getByRole('textbox', { name: 'New owner 1' }).fill(supplier)
      await review(page)
    },
  },
  { name: 'batch', ...ofHome, prepare: open('Batch') },
  {
    name: 'build',
    ...ofHome,
    prepare: async (page) => {
      await open('Build')(page)
      await page.locator('form input').first().waitFor()
    },
  },
  {
    name: 'import',
    path: '/transactions/bring-in',
    until: 'Import',
    ofSafe: true,
  },
  {
    name: 'statement',
    path: '/transactions/statement',
    until: 'Statement',
    ofSafe: true,
  },
  {
    name: 'messages-empty',
    path: '/transactions/messages',
    until: /^\d+ messages?/,
    ofSafe: true,
    prepare: async (page) => {
      const { demo } = await (await page.request.get('/app-config')).json()
      const [, other] = demo.safes.filter(
        ({ chainId }: { chainId: number }) => chainId === 31337,
      )
      await page.goto(`/transactions/messages?safe=local1:${other.address}`)
      await page.getByText(/No messages/).waitFor()
    },
  },
  { name: 'version', path: '/settings/version', until: 'Your version' },
  {
    name: 'rules',
    path: `/rules?safe=local1:${address}`,
    until: 'Look-alike address',
  },
]
