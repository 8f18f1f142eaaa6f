// `npm run package`: the gateway and the app as one file for a machine with Node alone.
import { build } from './build.mjs'
import { ensureInstalled } from './ensureInstalled.mjs'
import { main, run, Stop } from './run.mjs'

const usage = `Usage: npm run package -- [options]

  --out DIR        where the package is written (release/)
  --platform NAME  the machine that it is for, such as linux-x64 or linux-arm64;
                   this machine's unless given

On that machine: npx ./covault-VERSION-NAME.tgz start --network mainnet`

await main(async () => {
  const args = process.argv.slice(2)
  if (args.includes('--help')) return console.log(usage)
  await ensureInstalled()
  await build({ only: ['apps/gateway', 'apps/verifier', 'apps/web'] })
  const code = await run(process.execPath, [
    '--conditions=source',
    '--import=tsx',
    'scripts/release/writePackage.ts',
    ...args,
  ])
  if (code !== 0) throw new Stop('No package was written.')
})
