// `npm run bench -- <name> [--quick]`: prints a table, then one JSON object.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.mjs'
import { ensureAnvil } from './ensureAnvil.mjs'
import { ensureBrowser } from './ensureBrowser.mjs'
import { ensureInstalled } from './ensureInstalled.mjs'
import { main, root, run, Stop } from './run.mjs'

await main(async () => {
  const [name, ...args] = process.argv.slice(2)
  const files = readdirSync(join(root, 'bench')).filter((file) =>
    file.endsWith('.ts'),
  )
  if (!name || !existsSync(join(root, 'bench', `${name}.ts`)))
    throw new Stop(
      `Usage: npm run bench -- <name> [--quick]\nThere is ${files.map((file) => file.slice(0, -3)).join(', ')}.`,
    )
  await ensureInstalled()
  await ensureAnvil()
  await build()
  return run(
    process.execPath,
    [
      '--conditions=source',
      '--import=tsx',
      join('scripts', 'runBench.ts'),
      name,
      ...args,
    ],
    { env: { ...process.env, COVAULT_BROWSER: await ensureBrowser() } },
  )
})
