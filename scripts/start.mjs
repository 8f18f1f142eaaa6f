// `npm start`: everything from a fresh clone to a running product.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { askEndpoint, lacksEndpoint } from '../apps/gateway/bin/askEndpoint.mjs'
import { build } from './build.mjs'
import { lockDataFolder, openLedger } from './dataFolder.mjs'
import { ensureAnvil } from './ensureAnvil.mjs'
import { ensureInstalled } from './ensureInstalled.mjs'
import { listTroubles } from './listTroubles.mjs'
import {
  makePrivateFolder,
  openPrivate,
  writePrivate,
} from './privateFiles.mjs'
import { endRunning, main, root, Stop, step } from './run.mjs'
import { serveExampleApp } from './serveExampleApp.mjs'
import { writeStatic } from './static.mjs'
import { partUsage, stopPart } from './stopPart.mjs'

const usage = `Usage: npm start -- [options]

  --port N       where the app is served (default 4400); the local chains
                 take the next two ports, the example app the third
  --data DIR     where everything is kept (default .covault)
  --network NAME a real network instead of the local chains: mainnet, sepolia …
                 The RPC endpoint comes from COVAULT_RPC_URL; without it you
                 are asked for it
  --config FILE  real networks as a configuration describes them
  --save-every N seconds between savings of the local chains (default 30);
                 ending them saves them too
  --reset        forget all data of this folder first
  --without gateway
                 the local chains and the app as a folder, to practise working
                 while the gateway is gone

While it runs, from another terminal, to see what an outage looks like:

  npm start -- stop gateway      or 31337, 31338: it stops answering
  npm start -- resume gateway    it goes on as if nothing had happened`

const closers = []
let stopping = false

await main(start)

async function start() {
  const options = readOptions()
  if (options.help) return console.log(usage)
  if (options.part.length > 0) return stopPart(options.part, options)
  if (options.network) await requireEndpoint(options.network)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => void stop(0))
  const lock = lockDataFolder(options.data)
  closers.push(() => lock.release())
  try {
    await startAll(options)
  } catch (error) {
    if (stopping) return
    await closeAll()
    throw error instanceof Stop ? error : new Stop(error.message)
  }
  console.log(`Covault is ready at http://127.0.0.1:${options.port}`)
  if (options.network)
    console.log(
      '  Open it, choose Load a safe, and enter the address of a safe.',
    )
  if (options.isReal) await tellTroubles(options)
  if (!options.isReal && !options.without)
    console.log(`  To see an outage, in another terminal: ${partUsage}`)
}

/** An address that leads nowhere is else found out in the browser only. */
async function tellTroubles({ port, network, config }) {
  const troubles = await listTroubles(`http://127.0.0.1:${port}`)
  for (const line of troubles) console.log(`  ${line}`)
  if (troubles.length > 0)
    console.log(
      `  To see why: npm run covault -- doctor ${network ? `--network ${network}` : `--config ${config}`}`,
    )
}

/** Before anything is installed or built, which takes a while. */
async function requireEndpoint(network) {
  if (!lacksEndpoint()) return
  if (process.stdin.isTTY)
    return askEndpoint(network).catch(({ message }) => {
      throw new Stop(message)
    })
  throw new Stop(
    `No RPC endpoint for ${network}.

  What to get:  the address of an RPC endpoint for ${network}: from your own
                node (usually http://127.0.0.1:8545), or from a provider, which
                gives you an https:// address with your key.
  Where it goes: into the environment variable COVAULT_RPC_URL; several
                addresses are separated by spaces. Never on the command line,
                where other users can see it.

Then run: npm start -- --network ${network}
On a terminal you are asked for the address instead.`,
  )
}

async function startAll(options) {
  const { data } = options
  const ledger = openLedger(data)
  // Also those that were still starting when we were told to stop.
  closers.push(() => ledger.endAll())
  // What a killed instance left behind would hold the ports; a clean stop
  // leaves none.
  await ledger.endAll()
  for (const port of portsOf(options)) await checkPort(port)
  await ensureInstalled()
  if (!options.isReal) await ensureAnvil()
  if (options.without) return startFolder(options, ledger)
  // In development too the gateway serves a built app, on its own port.
  await build({ without: options.dev ? ['apps/gateway'] : [] })

  if (options.reset) forget(data)
  const { config, offChain } = options.isReal
    ? options
    : await startLocalChains(options, ledger)
  if (!options.isReal)
    closers.push(
      await serveExampleApp({
        folder: join(root, 'apps/example-app/dist'),
        port: options.port + 3,
      }),
    )
  await step('Starting the gateway', () =>
    startGateway({ ...options, config, ledger }),
  )
  if (offChain)
    await step('Loading the demo data', () => playOffChain(options, offChain))
  if (options.dev) await startWebServer(options)
}

/** The local chains, and the app as files: nobody stands between the two. */
async function startFolder(options, ledger) {
  const { port, data, reset } = options
  await build({ only: ['packages/devnet'] })
  if (reset) forget(data)
  const { chains } = await startLocalChains(options, ledger)
  const folder = join(data, 'folder')
  await writeStatic({ out: folder, chains })
  const program = join(folder, 'serve.mjs')
  const child = spawn(process.execPath, [program, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  ledger.add({ pid: child.pid, match: program })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  closers.push(async () => {
    child.kill('SIGTERM')
    await ended
  })
  await new Promise((resolve, reject) => {
    child.stdout.once('data', resolve)
    void ended.then(() => reject(new Stop('The folder can’t be served.')))
  })
  void ended.then(() => fail('The folder is no longer served.'))
}

function readOptions() {
  const { values, positionals } = (() => {
    try {
      return parseArgs({
        allowPositionals: true,
        options: {
          port: { type: 'string', default: '4400' },
          data: { type: 'string' },
          config: { type: 'string' },
          network: { type: 'string' },
          'save-every': { type: 'string', default: '30' },
          reset: { type: 'boolean', default: false },
          without: { type: 'string' },
          dev: { type: 'boolean', default: false },
          help: { type: 'boolean', default: false },
        },
      })
    } catch (error) {
      throw new Stop(`${error.message}\n\n${usage}`)
    }
  })()
  const port = /^\d+$/.test(values.port) ? Number(values.port) : Number.NaN
  if (!Number.isInteger(port) || port < 1 || port > 65_530)
    throw new Stop(
      `--port must be a whole number up to 65530, not "${values.port}".`,
    )
  const saveSeconds = Number(values['save-every'])
  if (!Number.isInteger(saveSeconds) || saveSeconds < 1)
    throw new Stop(
      `--save-every must be a whole number of seconds, not "${values['save-every']}".`,
    )
  if (values.without !== undefined && values.without !== 'gateway')
    throw new Stop(
      `--without knows only "gateway", not "${values.without}".\n\n${usage}`,
    )
  if (values.network && values.config)
    throw new Stop('Use either --network or --config, not both.')
  if (values.without && (values.config || values.network))
    throw new Stop(
      '--without gateway is for the local chains. For real networks: npm run static -- --out DIR',
    )
  // An empty one would be the current folder, which --reset must never touch.
  if (values.data === '') throw new Stop('--data needs the name of a folder.')
  if (
    values.data &&
    existsSync(values.data) &&
    !statSync(values.data).isDirectory()
  )
    throw new Stop(`${resolve(values.data)} is a file, not a folder.`)
  const config = values.config && resolve(values.config)
  if (config) checkConfig(config)
  return {
    ...values,
    part: positionals,
    port,
    saveSeconds,
    config,
    isReal: Boolean(config ?? values.network),
    data: resolve(values.data ?? join(root, '.covault')),
  }
}

/** The gateway checks what it says; that takes an installation and a build. */
function checkConfig(file) {
  if (!existsSync(file))
    throw new Stop(`The configuration ${file} does not exist.`)
  try {
    JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // Its message repeats what stands there, which may be a key.
    throw new Stop(`The configuration ${file} is not valid JSON.`)
  }
  if (process.platform !== 'win32' && statSync(file).mode & 0o044)
    console.log(
      `  Other users of this computer can read ${file}. If it contains keys, run: chmod 600 ${file}`,
    )
}

/** The app's, and of the demo two chains' and the example app's; in development the gateway's too. */
function portsOf({ port, isReal, dev }) {
  const demo = isReal ? [] : [port + 1, port + 2, port + 3]
  return [port, ...demo, ...(dev ? [port + 4] : [])]
}

async function checkPort(port) {
  const taken = await new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket
      .once('connect', () => resolve(true))
      .once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
  if (taken)
    throw new Stop(
      `Port ${port} on 127.0.0.1 is taken by another program. Stop that program or choose another block of ports: npm start -- --port N`,
    )
}

/** All but our own lock and ledger; the gateway forgets its database itself. */
function forget(data) {
  const names = [
    ...['chains', 'postgres', 'logs'],
    ...['local.config.json', 'local.tokens.json', 'local.played'],
    ...['folder', 'local.chains.json'],
  ]
  for (const name of names)
    rmSync(join(data, name), { recursive: true, force: true })
}

async function startLocalChains({ port, data, saveSeconds }, ledger) {
  const { createDemoConfig, startDevnet, seedDemoWorld } = await import(
    '@covault/devnet'
  )
  makePrivateFolder(join(data, 'chains'))
  const startChain = async (chainId, chainPort) => {
    const stateFile = join(data, 'chains', `${chainId}.json`)
    const chain = await startDevnet({
      chainId,
      port: chainPort,
      stateFile,
      saveSeconds,
      onSpawn: (pid) => ledger.add({ pid, match: stateFile }),
    })
    closers.push(() => chain.stop())
    void chain.ended.then((end) =>
      fail(
        `The local network ${chainId} stopped unexpectedly (${end.signal ?? end.code}).`,
      ),
    )
    return chain
  }
  const chains = await step('Starting the local networks', async () => {
    // Both are waited for: one that starts while the other fails must be stopped.
    const started = await Promise.allSettled([
      startChain(31337, port + 1),
      startChain(31338, port + 2),
    ])
    const failed = started.find(({ status }) => status === 'rejected')
    if (failed) throw failed.reason
    return started.map(({ value }) => value)
  })
  const world = await step('Setting up the demo', () => seedDemoWorld(chains))
  const file = join(data, 'local.config.json')
  const tokenListFile = join(data, 'local.tokens.json')
  const { config, tokenList } = createDemoConfig({
    chains,
    safes: world.safes.map(({ chainId, address, name }) => ({
      chainId,
      address,
      name,
    })),
    tokenListFile,
    port,
  })
  writePrivate(tokenListFile, toJson(tokenList))
  writePrivate(file, toJson(config))
  const chainsFile = join(data, 'local.chains.json')
  writePrivate(chainsFile, toJson(toFolderChains(config, tokenList)))
  return { config: file, offChain: world.offChain, chains: chainsFile }
}

/** What the folder has beside it instead of a gateway. */
function toFolderChains({ chains, demo }, { tokens }) {
  return {
    chains: chains.map(({ chainId, publicRpcUrl: rpcUrl }) => ({
      chainId,
      rpcUrl,
    })),
    safes: demo.safes,
    tokens,
  }
}

function toJson(value) {
  return `${JSON.stringify(value, null, 2)}\n`
}

/**
 * What the demo's people have told each other. Once only: what a user deletes
 * must not come back.
 */
async function playOffChain({ port, data, dev }, offChain) {
  const done = join(data, 'local.played')
  if (existsSync(done)) return
  const { playOffChainPart } = await import('@covault/devnet')
  const url = `http://127.0.0.1:${dev ? port + 4 : port}`
  await playOffChainPart(offChain, { url })
  writePrivate(done, '')
}

async function startGateway(options) {
  const { config, network, port, data, dev, reset, ledger } = options
  makePrivateFolder(join(data, 'logs'))
  const logFile = join(data, 'logs', 'gateway.log')
  const log = openPrivate(logFile)
  const program = dev
    ? [
        '--conditions=source',
        '--import=tsx',
        '--watch-path=apps/gateway/src',
        '--watch-path=packages/api/src',
        '--watch-path=packages/protocol/src',
        'apps/gateway/src/main.ts',
      ]
    : ['--enable-source-maps', 'apps/gateway/dist/main.js']
  const child = spawn(
    process.execPath,
    [
      ...program,
      'start',
      ...(network ? ['--network', network] : ['--config', config]),
      ...['--data', data],
      ...['--port', String(dev ? port + 4 : port)],
      ...(reset ? ['--reset'] : []),
    ],
    {
      cwd: root,
      stdio: ['ignore', log, log, 'ipc'],
      // Ctrl-C reaches the launcher alone, which stops things in order.
      detached: true,
    },
  )
  ledger.add({ pid: child.pid, match: data })
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
  })
  closers.push(async () => {
    child.kill('SIGTERM')
    // One that was suspended hears nothing.
    child.kill('SIGCONT')
    await ended
  })
  await new Promise((resolve, reject) => {
    const told = []
    // The watcher keeps its child's messages to itself.
    if (dev) void waitForHttp(port + 4).then(resolve)
    child.on('message', (message) => {
      if (message.type === 'failed') told.push(message.message)
      if (message.type !== 'ready') return
      for (const entry of message.processes) {
        ledger.add(entry)
        if (!entry.match.startsWith(data))
          console.log(`\n  The database is in ${entry.match}`)
      }
      resolve()
    })
    void ended.then((how) =>
      reject(
        new Stop(
          told.at(-1) ??
            `The gateway stopped (${how}). See its log: ${logFile}`,
        ),
      ),
    )
  })
  void ended.then((how) =>
    fail(`The gateway stopped unexpectedly (${how}). See its log: ${logFile}`),
  )
}

async function waitForHttp(port) {
  while (!stopping) {
    const answer = await fetch(`http://127.0.0.1:${port}/health/live`).catch(
      () => undefined,
    )
    if (answer?.ok) return
    await delay(100)
  }
}

/** Vite serves the sources with hot reload and hands API calls on to the gateway. */
async function startWebServer({ port }) {
  const { createServer } = await import('vite')
  const server = await createServer({
    root: join(root, 'apps/web'),
    server: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      proxy: {
        '^/(v[123]|api|api-json|health|about|metrics|app-config|rpc)(/|$)': {
          target: `http://127.0.0.1:${port + 4}`,
        },
      },
    },
  })
  await server.listen()
  closers.push(() => server.close())
}

async function fail(message) {
  if (stopping) return
  console.error(
    `\n${message}\nStopping. Nothing is lost: start again with npm start.`,
  )
  await stop(1)
}

async function stop(code) {
  if (stopping) return
  stopping = true
  if (code === 0) console.log('\nStopping …')
  endRunning()
  await closeAll()
  process.exit(code)
}

async function closeAll() {
  stopping = true
  for (const close of closers.splice(0).reverse()) {
    try {
      await close()
    } catch (error) {
      console.error(error.message)
    }
  }
}
