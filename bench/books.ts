import { chromium } from '@playwright/test'
import { analyze } from '../apps/gateway/src/testing/databaseStatistics.js'
import { launchOptions } from '../e2e/launchOptions.js'
import { measureExport } from './browsing/measureExport.js'
import { inventHistory } from './serving/inventHistory.js'
import { round } from './shared/figures.js'
import { serveDemo } from './shared/serveDemo.js'

/** What it takes to write a long past down. */
export async function run({ quick }: { quick: boolean }): Promise<object> {
  const rows = quick ? 5_000 : 100_000
  const demo = await serveDemo()
  const browser = await chromium.launch(launchOptions)
  try {
    const [, safe] = demo.world.safes
    if (!safe) throw new TypeError('A demo without safes.')
    await inventHistory(demo.store, {
      safe: safe.address,
      from: 1_000,
      to: 1_000 + rows,
    })
    // A database does this by itself within a minute.
    await analyze(demo.store)
    const figures = await measureExport(browser, {
      url: `${demo.api.url}/transactions/history?safe=local1:${safe.address}`,
    })
    const { firstHeapMegabytes, mostHeapMegabytes } = figures
    const told = {
      rows: figures.rows,
      seconds: round(figures.seconds),
      moreHeapMegabytes: round(mostHeapMegabytes - firstHeapMegabytes),
    }
    console.table({ export: told })
    return told
  } finally {
    await browser.close()
    await demo.stop()
  }
}
