// Builds what `npm start` runs: the local chains, the gateway and the web app.
// Each is rebuilt only when a file it is made of changed.
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled } from './ensureInstalled.mjs'
import { main, node, root, step } from './run.mjs'

const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')

const targets = [
  {
    title: 'Building the local chains',
    folder: 'packages/devnet',
    sources: ['packages/protocol'],
    command: ['packages/devnet/scripts/build.mjs'],
  },
  {
    title: 'Building the gateway',
    folder: 'apps/gateway',
    sources: ['packages/protocol', 'packages/api'],
    command: [vite, 'build', 'apps/gateway'],
  },
  {
    title: 'Building the verifier',
    folder: 'apps/verifier',
    sources: [],
    command: ['apps/verifier/build.mjs'],
  },
  {
    title: 'Building the web app',
    folder: 'apps/web',
    // The verifier is one of its files.
    sources: ['packages/protocol', 'packages/api', 'apps/verifier'],
    command: [vite, 'build', 'apps/web'],
  },
  {
    title: 'Building the example app',
    folder: 'apps/example-app',
    sources: [],
    command: [vite, 'build', 'apps/example-app'],
  },
]

export async function build({ only, without = [] } = {}) {
  for (const target of targets)
    if (only ? only.includes(target.folder) : !without.includes(target.folder))
      await buildTarget(target)
}

async function buildTarget({ title, folder, sources, command }) {
  const stamp = join(root, folder, 'dist', '.built-from')
  const hash = hashSources([folder, ...sources])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  await step(title, async () => {
    rmSync(stamp, { force: true })
    await node(command, { env: { ...process.env, NODE_ENV: 'production' } })
    mkdirSync(join(root, folder, 'dist'), { recursive: true })
    writeFileSync(stamp, hash)
  })
}

function hashSources(folders) {
  const hash = createHash('sha256')
  for (const file of ['package-lock.json', 'scripts/build.mjs'])
    hash.update(readFileSync(join(root, file)))
  for (const folder of folders)
    for (const file of listFiles(join(root, folder))) {
      hash.update(`\0${file.slice(root.length)}\0`)
      hash.update(readFileSync(file))
    }
  return hash.digest('hex')
}

function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !['dist', 'node_modules'].includes(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return listFiles(path)
      return /\.test\.tsx?$/.test(entry.name) ? [] : [path]
    })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await main(async () => {
    await ensureInstalled()
    await build()
  })
