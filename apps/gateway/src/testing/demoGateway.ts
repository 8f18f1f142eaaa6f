import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createDemoConfig,
  type DemoWorld,
  type Devnet,
  playOffChainPart,
  seedDemoWorld,
  startDevnet,
} from '@covault/devnet'
import { readConfig } from '../config.js'
import { startGateway } from '../startGateway.js'
import { findFreePort } from './findFreePort.js'
import { share } from './share.js'
import { silent } from './silent.js'
import { waitUntilSynced } from './waitUntilSynced.js'

/** The whole gateway over the demo world, as `npm start` would have it. */
export type DemoGateway = {
  url: string
  devnet: Devnet
  world: DemoWorld
  /** Where its embedded database runs; another after it was killed. */
  databaseFolder: string
  stop(): Promise<void>
}

export const shareDemoGateway = share(startDemoGateway)

async function startDemoGateway(): Promise<DemoGateway> {
  const folder = await mkdtemp(join(tmpdir(), 'covault-demo-'))
  const devnet = await startDevnet({ chainId: 31337 })
  const world = await seedDemoWorld([devnet])
  const config = await readConfig(
    [
      ...['--config', await writeConfiguration(folder, devnet, world)],
      ...['--data', folder, '--port', String(await findFreePort())],
    ],
    {},
  )
  const webFolder = join(folder, 'web')
  await writeEmptyApp(webFolder)
  const gateway = await startGateway({ config, log: silent, webFolder })
  const { url } = gateway
  await waitUntilSynced(url, world)
  await playOffChainPart(world.offChain, { url })
  return {
    url,
    devnet,
    world,
    databaseFolder: gateway.processes[0]?.match ?? '',
    async stop() {
      await gateway.stop()
      await devnet.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Whose pages may call the gateway. */
export const frontEnd = 'https://front.example'

const safeApps = [
  { url: 'https://app.example', name: 'App' },
  {
    url: 'https://limited.example',
    name: 'Limited',
    allowedDomains: ['front.example'],
  },
]

/** Another front end; callers from afar, as a proxy tells of them. */
const access = {
  origins: [frontEnd],
  trustedProxies: ['loopback'],
  rateLimits: { writesPerMinute: 50 },
}

async function writeConfiguration(
  folder: string,
  devnet: Devnet,
  world: DemoWorld,
): Promise<string> {
  const file = join(folder, 'config.json')
  const tokenListFile = join(folder, 'tokens.json')
  const { config, tokenList } = createDemoConfig({
    chains: [devnet],
    safes: world.safes,
    tokenListFile,
  })
  await writeFile(tokenListFile, JSON.stringify(tokenList))
  await writeFile(file, JSON.stringify({ ...config, safeApps, access }))
  return file
}

async function writeEmptyApp(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'index.html'), '<title>Covault</title>')
  await writeFile(
    join(folder, 'document.json'),
    '{"styleHashes":[],"pageFiles":{}}',
  )
}
