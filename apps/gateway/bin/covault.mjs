#!/usr/bin/env node
// The program as it is installed. In the tree, `npm run covault` builds it first.
import { existsSync } from 'node:fs'
import { askEndpoint, lacksEndpoint, readNetwork } from './askEndpoint.mjs'

const program = new URL('../dist/main.js', import.meta.url)

async function run(args) {
  if (!existsSync(program))
    throw new Error('Covault is not built yet. Run: npm run covault -- --help')
  const network = readNetwork(args)
  const isHelp = args.includes('--help') || args.includes('-h')
  if (network && !isHelp && lacksEndpoint() && process.stdin.isTTY)
    await askEndpoint(network)
  await import(program.href)
}

await run(process.argv.slice(2)).catch(({ message }) => {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
})
