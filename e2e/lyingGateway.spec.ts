import { mkdir, writeFile } from 'node:fs/promises'
// There is no page here, so there is nothing to watch and no browser to start.
import { expect, test } from '@playwright/test'
import { listUnused } from './lyingReasons.js'
import { lieEverywhere } from './lyingTable.js'

// S55 of docs/assurance.md. The table of every lie is in .cache/e2e/lying.md.
test('a gateway that lies at any one place leads to no other signature @full', async ({
  playwright,
}) => {
  test.setTimeout(1_200_000)
  const url = process.env.COVAULT_URL ?? ''
  const port = Number(process.env.COVAULT_PORT)
  const request = await playwright.request.newContext({ baseURL: url })
  const { lies, believed, summary, text } = await lieEverywhere({
    product: { url, chains: { 31337: `http://127.0.0.1:${port + 1}` } },
    request,
  })
  await mkdir('.cache/e2e', { recursive: true })
  await writeFile('.cache/e2e/lying.md', text)
  process.stdout.write(summary)
  expect(believed).toEqual([])
  expect(listUnused(), 'reasons that fit nothing').toEqual([])
  expect(lies).toBeGreaterThan(300)
  await request.dispose()
})
