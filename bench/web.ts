import { batchCalls, completeTransaction, demoAccounts } from '@covault/devnet'
import {
  buildRejection,
  hashSafeTransaction,
  type SafeTransaction,
} from '@covault/protocol'
import { type Browser, chromium } from '@playwright/test'
import type { Address } from 'viem'
import { launchOptions } from '../e2e/launchOptions.js'
import { compareWithBudgets } from './browsing/budgets.js'
import { buildControl, controlText } from './browsing/buildControl.js'
import { type FlowFigures, measureFlow } from './browsing/measureFlow.js'
import {
  countRequests,
  measurePage,
  type PageFigures,
} from './browsing/measurePage.js'
import { measureReturn } from './browsing/measureReturn.js'
import { measureScrolling } from './browsing/measureScrolling.js'
import { inventHistory } from './serving/inventHistory.js'
import { calibrate, round, takeMedian } from './shared/figures.js'
import { serveDemo } from './shared/serveDemo.js'

const chainId = 31337
/** Of one batch, as many as a gateway takes. */
const crowd = 1_500

/** What it costs to open the pages, to pay, and to move through long lists. */
export async function run({ quick }: { quick: boolean }): Promise<object> {
  const size = quick
    ? { visits: 3, rows: 5_000, waiting: 100, turns: 100 }
    : { visits: 5, rows: 100_000, waiting: 500, turns: 400 }
  const demo = await serveDemo()
  const browser = await chromium.launch(launchOptions)
  try {
    const { url } = demo.api
    const [treasury, alone] = demo.world.safes
    if (!treasury || !alone) throw new TypeError('A demo without safes.')
    const calibrationSeconds = calibrate()
    const pages = await measurePages(browser, {
      url,
      safe: treasury.address,
      visits: size.visits,
    })
    const control = await demo.startAnother(await buildControl())
    const least = { url: control.url, content: `main:text("${controlText}")` }
    pages.control = await measureOften(browser, {
      url: `${least.url}/welcome/accounts`,
      content: least.content,
      visits: size.visits,
    })
    const returning = await measureReturn(
      browser,
      {
        url,
        path: '/welcome/accounts',
        content: contents['/welcome/accounts'],
        visits: size.visits,
      },
      least,
    )
    await control.stop()
    const inTenSeconds = await countAll(browser, {
      url,
      safe: treasury.address,
    })
    const flow = await measureFlowOften(browser, {
      url: `${url}/home?safe=local1:${treasury.address}`,
      content: contents['/home'],
    })
    const budgets = compareWithBudgets(pages, {
      flow,
      inTenSeconds,
      control: pages.control,
      returning,
    })
    await inventHistory(demo.store, {
      safe: alone.address,
      from: 1_000,
      to: 1_000 + size.rows,
    })
    await fillQueue(url, { safe: alone.address, count: size.waiting })
    const place = `?safe=local1:${alone.address}`
    const hash = await proposeCrowd(url, alone.address)
    pages[`${crowd} calls`] = await measureOften(browser, {
      url: `${url}/transactions/tx${place}&id=${hash}`,
      content: 'main :text("not shown yet")',
      visits: size.visits,
    })
    const scrolling = {
      history: await measureScrolling(browser, {
        url: `${url}/transactions/history${place}`,
        content: 'main li b:visible',
        turns: size.turns,
      }),
      queue: await measureScrolling(browser, {
        url: `${url}/transactions/queue${place}`,
        content: 'main li b:visible',
        turns: size.turns / 4,
      }),
    }
    console.table(pages)
    console.table({ 'requests in ten seconds': inTenSeconds })
    console.table({ payment: flow })
    console.table(budgets)
    console.table({ 'second visit': returning })
    console.table(scrolling)
    return {
      ...size,
      calibrationSeconds: round(calibrationSeconds),
      pages,
      inTenSeconds,
      flow,
      budgets,
      returning,
      scrolling: roundAll(scrolling),
    }
  } finally {
    await browser.close()
    await demo.stop()
  }
}

/** The content, not the frame around it. */
const contents = {
  '/welcome/accounts': 'main a:has-text("Treasury")',
  '/home': 'main section:has(h2:text-is("Waiting")) li b',
  '/transactions/queue': 'main li b',
  '/balances': 'main tfoot td',
}

async function measurePages(
  browser: Browser,
  parameters: { url: string; safe: Address; visits: number },
): Promise<Record<string, PageFigures>> {
  const { url, safe, visits } = parameters
  const figures: Record<string, PageFigures> = {}
  for (const [path, content] of Object.entries(contents))
    figures[path] = await measureOften(browser, {
      url: `${url}${path}?safe=local1:${safe}`,
      content,
      visits,
    })
  return figures
}

async function countAll(
  browser: Browser,
  { url, safe }: { url: string; safe: Address },
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const path of Object.keys(contents))
    counts[path] = await countRequests(
      browser,
      `${url}${path}?safe=local1:${safe}`,
    )
  return counts
}

async function measureOften(
  browser: Browser,
  { visits, ...page }: { url: string; content: string; visits: number },
): Promise<PageFigures> {
  const all: PageFigures[] = []
  for (let visit = 0; visit < visits; visit++)
    all.push(await measurePage(browser, page))
  const median = (name: keyof PageFigures) =>
    round(takeMedian(all.map((one) => one[name])))
  const shifts = all.map(({ layoutShift }) => layoutShift)
  return {
    scriptKilobytes: median('scriptKilobytes'),
    receivedKilobytes: median('receivedKilobytes'),
    requests: median('requests'),
    firstPaintMs: median('firstPaintMs'),
    firstQuestionMs: median('firstQuestionMs'),
    gatewayRounds: median('gatewayRounds'),
    nodeRounds: median('nodeRounds'),
    contentMs: median('contentMs'),
    largestPaintMs: median('largestPaintMs'),
    blockedMs: median('blockedMs'),
    longestTaskMs: median('longestTaskMs'),
    heapMegabytes: median('heapMegabytes'),
    // Hundredths would hide whether it is within its budget.
    layoutShift: Math.round(takeMedian(shifts) * 10_000) / 10_000,
  }
}

/** So few milliseconds need more than three visits, also in a hurry. */
const flowVisits = 5

async function measureFlowOften(
  browser: Browser,
  page: { url: string; content: string },
): Promise<FlowFigures> {
  const all: FlowFigures[] = []
  for (let visit = 0; visit < flowVisits; visit++)
    all.push(await measureFlow(browser, page))
  const median = (name: keyof FlowFigures) =>
    round(takeMedian(all.map((one) => one[name])))
  return {
    coldFormMs: median('coldFormMs'),
    coldReviewMs: median('coldReviewMs'),
    warmFormMs: median('warmFormMs'),
    warmReviewMs: median('warmReviewMs'),
  }
}

/** Rejections of nonces to come. */
async function fillQueue(
  url: string,
  { safe, count }: { safe: Address; count: number },
): Promise<void> {
  for (let index = 0; index < count; index++)
    await propose(url, {
      safe,
      transaction: buildRejection({ safe, nonce: BigInt(100 + index) }),
    })
}

/** One transaction of very many calls, before all that waits. */
async function proposeCrowd(url: string, safe: Address): Promise<string> {
  const calls = Array.from({ length: crowd }, () => ({
    to: demoAccounts.supplier.address,
    value: 1n,
  }))
  const batch = batchCalls({ version: '1.4.1' }, calls)
  return propose(url, {
    safe,
    transaction: completeTransaction({ ...batch, nonce: 99n }),
  })
}

/** As an owner would; answers with the hash. */
async function propose(
  url: string,
  { safe, transaction }: { safe: Address; transaction: SafeTransaction },
): Promise<string> {
  const { alice } = demoAccounts
  const hash = hashSafeTransaction(
    { chainId, safe, version: '1.4.1' },
    transaction,
  )
  const reply = await fetch(
    `${url}/v1/chains/${chainId}/transactions/${safe}/propose`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...transaction,
        value: '0',
        safeTxGas: '0',
        baseGas: '0',
        gasPrice: '0',
        nonce: String(transaction.nonce),
        safeTxHash: hash,
        sender: alice.address,
        signature: await alice.sign({ hash }),
      }),
    },
  )
  if (!reply.ok)
    throw new Error(`A proposal was refused: ${await reply.text()}`)
  return hash
}

function roundAll<figures extends Record<string, Record<string, number>>>(
  all: figures,
): figures {
  return Object.fromEntries(
    Object.entries(all).map(([name, figures]) => [
      name,
      Object.fromEntries(
        Object.entries(figures).map(([key, value]) => [key, round(value)]),
      ),
    ]),
  ) as figures
}
