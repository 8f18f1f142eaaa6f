// `npm run covault -- COMMAND`: the gateway's program, built when it is not.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build } from './build.mjs'
import { ensureInstalled } from './ensureInstalled.mjs'
import { main, root } from './run.mjs'

await main(async () => {
  const args = process.argv.slice(2)
  await ensureInstalled()
  const isServing = args[0] === 'start' && !args.includes('--help')
  await build({
    only: isServing
      ? ['apps/gateway', 'apps/verifier', 'apps/web']
      : ['apps/gateway'],
  })
  const program = join(root, 'apps/gateway/bin/covault.mjs')
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', program, ...args],
    // Where npm was called, so that names of files mean what they say there.
    { stdio: 'inherit', cwd: process.env.INIT_CWD ?? process.cwd() },
  )
  // The terminal tells both of us; a supervisor tells only the launcher.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => signal !== 'SIGINT' && child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
})
