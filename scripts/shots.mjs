// `npm run shots`: pictures of every page, to be looked at.
import { build } from './build.mjs'
import { ensureAnvil } from './ensureAnvil.mjs'
import { ensureBrowser } from './ensureBrowser.mjs'
import { ensureInstalled } from './ensureInstalled.mjs'
import { main, run } from './run.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureAnvil()
  await build()
  return run(
    process.execPath,
    [
      ...['--conditions=source', '--import=tsx', 'e2e/shots.ts'],
      ...process.argv.slice(2),
    ],
    { env: { ...process.env, COVAULT_BROWSER: await ensureBrowser() } },
  )
})
