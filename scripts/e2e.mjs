// `npm run e2e -- <filter>`: the browser tests alone, against a fresh build.
import { join } from 'node:path'
import { build } from './build.mjs'
import { ensureAnvil } from './ensureAnvil.mjs'
import { ensureBrowser } from './ensureBrowser.mjs'
import { ensureInstalled } from './ensureInstalled.mjs'
import { main, root, run } from './run.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureAnvil()
  await build()
  const cli = join(root, 'node_modules', '@playwright/test', 'cli.js')
  return run(process.execPath, [cli, 'test', ...process.argv.slice(2)], {
    env: {
      ...process.env,
      COVAULT_BROWSER: await ensureBrowser(),
      NODE_OPTIONS: '--conditions=source',
    },
  })
})
