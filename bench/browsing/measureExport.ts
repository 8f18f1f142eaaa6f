import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Browser } from '@playwright/test'
import { readHeap } from './readHeap.js'

export type ExportFigures = {
  rows: number
  seconds: number
  /** Of what cannot be thrown away, before and at the most while it runs. */
  firstHeapMegabytes: number
  mostHeapMegabytes: number
}

/** Presses the button and waits for the file. */
export async function measureExport(
  browser: Browser,
  { url }: { url: string },
): Promise<ExportFigures> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(600_000)
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable')
    await page.goto(url)
    await page.locator('main li b').first().waitFor()
    const firstHeapMegabytes = await readHeap(session)
    const downloading = page.waitForEvent('download')
    const start = performance.now()
    await page.getByRole('button', { name: 'Export as CSV' }).click()
    let mostHeapMegabytes = 0
    let isDone = false
    const done = downloading.finally(() => {
      isDone = true
    })
    while (!isDone) {
      mostHeapMegabytes = Math.max(mostHeapMegabytes, await readHeap(session))
      await Promise.race([done, page.waitForTimeout(2_000)])
    }
    const seconds = (performance.now() - start) / 1000
    const rows = await countLines(await (await done).path())
    return { rows: rows - 1, seconds, firstHeapMegabytes, mostHeapMegabytes }
  } finally {
    await context.close()
  }
}

async function countLines(file: string): Promise<number> {
  let lines = 0
  for await (const _ of createInterface({ input: createReadStream(file) }))
    lines++
  return lines
}
