// `npm run release`: builds, and writes what the release says about itself.
import { execFileSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { build } from './build.mjs'
import { ensureInstalled } from './ensureInstalled.mjs'
import { main, root, run, Stop } from './run.mjs'

const usage = `Usage: npm run release -- [options]

  --out DIR       where the release is written (release/)
  --keys FILE     who may sign: {"threshold": 1, "signers": {"name": "ssh-ed25519 …"}}
                  (apps/web/release-keys.json, once it lists a key)
  --previous-keys FILE  the keys of the release before, where they differ: its
                  browsers accept this one if enough of those signed it
  --sign KEY      signs with this key of OpenSSH; may be given several times
  --signatures F  adds signatures that others made over the same release.json
  --severity      normal, or security: readers are told to update soon
  --sequence N    counts the releases; the number of commits unless given. Browsers
                  refuse one that is not higher; a retirement may have the same
  --connect ORIGIN  for the WEBCAT manifest: a server that the policy of your site
                  names under connect-src; once for each, in the same order
  --retire        a release that ends the worker in every browser
  --web DIR       files that are served, if not those of the build

docs/proof.md says how a release is made and what it proves.`

/** Also for tests, which release what is built already. */
export async function release(args) {
  const code = await run(process.execPath, [
    '--conditions=source',
    '--import=tsx',
    'scripts/release/writeRelease.ts',
    ...args,
  ])
  if (code !== 0) throw new Stop('No release was written.')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await main(async () => {
    const args = process.argv.slice(2)
    if (args.includes('--help')) return console.log(usage)
    const changed = execFileSync('git', ['status', '--porcelain'], {
      cwd: root,
      encoding: 'utf8',
    })
    // Nobody could build the same from the commit that it names.
    if (changed) throw new Stop(`Commit these changes first:\n${changed}`)
    await ensureInstalled()
    await build()
    await release(args)
  })
