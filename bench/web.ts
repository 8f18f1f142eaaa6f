import { demoAccounts } from '@covault/devnet'
import { buildRejection, hashSafeTransaction } from '@covault/protocol'
import { type Browser, chromium } from '@playwright/test'
import type { Address } from 'viem'
import { launchOptions } from '../e2e/launchOptions.js'
import { measurePage, type PageFigures } from './browsing/measurePage.js'
import { measureScrolling } from './browsing/measureScrolling.js'
import { inventHistory } from './serving/inventHistory.js'
import { round, takeMedian } from './shared/figures.js'
import { serveDemo } from './shared/serveDemo.js'

const chainId = 31337

/** What it costs to open the pages, and to move through long lists. */
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
    const pages = await measurePages(browser, {
      url,
      safe: treasury.address,
      visits: size.visits,
    })
    await inventHistory(demo.store, {
      safe: alone.address,
      from: 1_000,
      to: 1_000 + size.rows,
    })
    await fillQueue(url, { safe: alone.address, count: size.waiting })
    const place = `?safe=local1:${alone.address}`
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
    console.table(scrolling)
    return { ...size, pages, scrolling: roundAll(scrolling) }
  } finally {
    await browser.close()
    await demo.stop()
  }
}

/** The content, not the frame around it. */
const contents = {
  '/welcome/accounts': 'main a:has-text("Treasury")',
  '/home': 'main section[aria-labelledby="waiting"] li b',
  '/transactions/queue': 'main li b',
  '/balances': 'main tfoot td',
}

async function measurePages(
  browser: Browser,
  parameters: { url: string; safe: Address; visits: number },
): Promise<Record<string, PageFigures>> {
  const { url, safe, visits } = parameters
  const figures: Record<string, PageFigures> = {}
  for (const [path, content] of Object.entries(contents)) {
    const all: PageFigures[] = []
    for (let visit = 0; visit < visits; visit++)
      all.push(
        await measurePage(browser, {
          url: `${url}${path}?safe=local1:${safe}`,
          content,
        }),
      )
    const median = (name: keyof PageFigures) =>
      round(takeMedian(all.map((one) => one[name])))
    figures[path] = {
      scriptKilobytes: median('scriptKilobytes'),
      requests: median('requests'),
      contentMs: median('contentMs'),
      largestPaintMs: median('largestPaintMs'),
      blockedMs: median('blockedMs'),
      heapMegabytes: median('heapMegabytes'),
    }
  }
  return figures
}

/** Rejections of nonces to come, proposed as an owner would. */
async function fillQueue(
  url: string,
  { safe, count }: { safe: Address; count: number },
): Promise<void> {
  const { alice } = demoAccounts
  for (let index = 0; index < count; index++) {
    const transaction = buildRejection({ safe, nonce: BigInt(100 + index) })
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
          nonce: String(100 + index),
          safeTxHash: hash,
          sender: alice.address,
          signature: await alice.sign({ hash }),
        }),
      },
    )
    if (!reply.ok)
      throw new Error(`A proposal was refused: ${await reply.text()}`)
  }
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
