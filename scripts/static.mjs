// `npm run static -- --out DIR`: the app as a folder, without a gateway.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from './build.mjs'
import { ensureInstalled } from './ensureInstalled.mjs'
import { main, node, Stop, step } from './run.mjs'

const usage = `Usage: npm run static -- --out DIR [--chains FILE] [--tokens FILE]

  --out DIR      where the folder is written
  --chains FILE  networks and RPC endpoints instead of the release's; it becomes
                 chains.json in the folder, where it can be changed at any time
  --tokens FILE  a list of tokens whose balances are shown without a gateway`

/** Also for \`npm start -- --without gateway\`. */
export async function writeStatic({ out, chains, tokens }) {
  await build({ only: ['apps/verifier', 'apps/web'] })
  await step('Writing the folder', () =>
    node([
      '--conditions=source',
      '--import=tsx',
      'scripts/writeFolder.ts',
      ...['--out', out],
      ...(chains ? ['--chains', chains] : []),
      ...(tokens ? ['--tokens', tokens] : []),
    ]),
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await main(async () => {
    const { out, chains, tokens } = readOptions()
    await ensureInstalled()
    await writeStatic({ out, chains, tokens })
    console.log(`The folder is ${out}
  To open it on this machine:  node ${out}/serve.mjs
  Or copy it to any web server, at the root of its address.`)
  })

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        out: { type: 'string' },
        chains: { type: 'string' },
        tokens: { type: 'string' },
      },
    })
    if (!values.out) throw new Error('Say where to write the folder.')
    return {
      out: resolve(values.out),
      chains: values.chains && resolve(values.chains),
      tokens: values.tokens && resolve(values.tokens),
    }
  } catch (error) {
    throw new Stop(`${error.message}\n\n${usage}`)
  }
}
