import { resolve } from 'node:path'
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
import {
  compareBuilds,
  type Pages,
  readControl,
} from './browsing/compareBuilds.js'
import { type FlowFigures, measureFlow } from './browsing/measureFlow.js'
import { measureInTurns } from './browsing/measureInTurns.js'
import { countRequests } from './browsing/measurePage.js'
import { measureReturn } from './browsing/measureReturn.js'
import { measureScrolling } from './browsing/measureScrolling.js'
import { inventHistory } from './serving/inventHistory.js'
import { calibrate, round, takeMedian } from './shared/figures.js'
import { type ServedDemo, serveDemo } from './shared/serveDemo.js'

const chainId = 31337
/** Of one batch, as many as a gateway takes. */
const crowd = 1_500

/**
 * What it costs to open the pages, to pay, and to move through long lists.
 * `--against` another checkout, built, opens its pages beside these, in turns;
 * `--only pages` does nothing else.
 */
export async function run({
  quick,
  only,
  against,
}: {
  quick: boolean
  only: string[]
  against: string | undefined
}): Promise<object> {
  // One owner may have 500 waiting in a safe, and the demo's has some.
  const size = quick
    ? { visits: 3, rows: 5_000, waiting: 100, turns: 100 }
    : { visits: 5, rows: 100_000, waiting: 450, turns: 400 }
  const demo = await serveDemo()
  const browser = await chromium.launch(launchOptions)
  try {
    const { url } = demo.api
    const [treasury, alone] = demo.world.safes
    if (!treasury || !alone) throw new TypeError('A demo without safes.')
    const calibrationSeconds = calibrate()
    const control = await demo.startAnother(await buildControl())
    const other =
      against === undefined ? undefined : await serveOther(demo, against)
    const [pages = {}, pagesOfOther] = await measurePages(browser, {
      sites: [{ url, controlUrl: control.url }, ...(other ? [other] : [])],
      safe: treasury.address,
      visits: size.visits,
    })
    await other?.stop()
    const beside = pagesOfOther && compareBuilds(pages, pagesOfOther)
    if (only.includes('pages')) {
      console.table(pages)
      if (pagesOfOther) console.table(pagesOfOther)
      if (beside) console.table(beside)
      await control.stop()
      return { calibrationSeconds, pages, pagesOfOther, beside }
    }
    const returning = await measureReturn(
      browser,
      {
        url,
        path: '/welcome/accounts',
        content: contents['/welcome/accounts'],
        visits: size.visits,
      },
      { url: control.url, content: `main:text("${controlText}")` },
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
      control: readControl(pages),
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
    const [crowded] = await measureInTurns(browser, {
      pages: [
        {
          url: `${url}/transactions/tx${place}&id=${hash}`,
          content: 'main :text("not shown yet")',
        },
      ],
      visits: size.visits,
    })
    if (crowded) pages[`${crowd} calls`] = crowded
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
    if (pagesOfOther) console.table(pagesOfOther)
    if (beside) console.table(beside)
    console.table({ 'requests in ten seconds': inTenSeconds })
    console.table({ payment: flow })
    console.table(budgets)
    console.table({ 'second visit': returning })
    console.table(scrolling)
    return {
      ...size,
      calibrationSeconds: round(calibrationSeconds),
      pages,
      ...(beside && { pagesOfOther, beside }),
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
  // Its threshold is the node's word and its value the gateway's; that there is
  // such a safe, and its name, come with the configuration.
  '/welcome/accounts':
    'main tbody[data-account]:has(a:has-text("Treasury")):has(:text-matches("^[0-9]+ of [0-9]+$")) [title$=" USD"]',
  // The second is how a build of before says it.
  '/home':
    'main section:has(h2:text-is("Waiting")) li b, main section[aria-labelledby="waiting"] li b',
  '/transactions/queue': 'main li b',
  '/balances': 'main tfoot td',
}

/** Another build's gateway with what it serves, on a database of its own. */
async function serveOther(
  demo: ServedDemo,
  /** Its `apps/gateway/dist/main.js`. */
  program: string,
): Promise<Site & { stop(): Promise<unknown> }> {
  const apart = await demo.serveApart(program)
  const checkout = resolve(program, '..', '..', '..', '..')
  const control = await apart.startAnother(
    await buildControl({ checkout, name: 'controlOfOther' }),
  )
  return {
    url: apart.api.url,
    controlUrl: control.url,
    stop: () => Promise.all([control.stop(), apart.api.stop()]),
  }
}

/** Of one build: where it is, and where nothing but a text is in its place. */
type Site = { url: string; controlUrl: string }

/** Every page and the control of each build, in turns. */
async function measurePages(
  browser: Browser,
  parameters: { sites: readonly Site[]; safe: Address; visits: number },
): Promise<Pages[]> {
  const { sites, safe, visits } = parameters
  const all: Pages[] = sites.map(() => ({}))
  const measure = async (
    name: string,
    toUrl: (site: Site) => string,
    content: string,
  ) => {
    const pages = sites.map((site) => ({ url: toUrl(site), content }))
    const figures = await measureInTurns(browser, { pages, visits })
    for (const [at, one] of figures.entries())
      Object.assign(all[at] ?? {}, { [name]: one })
  }
  for (const [path, content] of Object.entries(contents))
    await measure(
      path,
      ({ url }) => `${url}${path}?safe=local1:${safe}`,
      content,
    )
  await measure(
    'control',
    ({ controlUrl }) => `${controlUrl}/welcome/accounts`,
    `main:text("${controlText}")`,
  )
  return all
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
