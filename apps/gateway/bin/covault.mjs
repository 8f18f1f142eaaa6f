#!/usr/bin/env node
// The program as it is installed. In the tree, `npm run covault` builds it first.
import { existsSync } from 'node:fs'

const program = new URL('../dist/main.js', import.meta.url)
if (existsSync(program)) await import(program.href)
else {
  process.stderr.write(
    'Covault is not built yet. Run: npm run covault -- --help\n',
  )
  process.exitCode = 1
}
