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
  /** The first of its chains, or the only one. */
  devnet: Devnet
  devnets: readonly Devnet[]
  world: DemoWorld
  /** Where its embedded database runs; another after it was killed. */
  databaseFolder: string
  stop(): Promise<void>
}

export const shareDemoGateway = share(() => startDemoGateway([31337]))

export async function startDemoGateway(
  chainIds: readonly number[],
): Promise<DemoGateway> {
  const folder = await mkdtemp(join(tmpdir(), 'covault-demo-'))
  const devnets = await Promise.all(
    chainIds.map((chainId) => startDevnet({ chainId })),
  )
  const [devnet] = devnets
  if (!devnet) throw new Error('A gateway needs a chain.')
  const world = await seedDemoWorld(devnets)
  const config = await readConfig(
    [
      ...['--config', await writeConfiguration(folder, devnets, world)],
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
    devnets,
    world,
    databaseFolder: gateway.processes[0]?.match ?? '',
    async stop() {
      await gateway.stop()
      await Promise.all(devnets.map((each) => each.stop()))
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
  devnets: readonly Devnet[],
  world: DemoWorld,
): Promise<string> {
  const file = join(folder, 'config.json')
  const tokenListFile = join(folder, 'tokens.json')
  const { config, tokenList } = createDemoConfig({
    chains: [...devnets],
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
    '{"scriptHashes":[],"styleHashes":[]}',
  )
}
