import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createDemoConfig,
  type DemoWorld,
  type Devnet,
  seedDemoWorld,
  startDevnet,
} from '@covault/devnet'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../apps/gateway/src/store/embeddedPostgres.js'
import { silent as log } from '../../apps/gateway/src/testing/silent.js'
import { type Served, startServer } from '../serving/processes.js'

export type OpenDemo = {
  devnets: readonly Devnet[]
  world: DemoWorld
  postgres: EmbeddedPostgres
  /** For files of the benchmark; gone when the demo stops. */
  folder: string
  /** A process on the demo's database, of another build perhaps. */
  start(
    role: 'all' | 'api' | 'indexer',
    program?: string,
    /** Another database than the demo's. */
    databaseUrl?: string,
  ): Promise<Served>
  stop(): Promise<void>
}

/**
 * The demo's chains and an empty database. The first process migrates it: one of
 * an older build could not work with what this one makes of it.
 */
export async function openDemo(chainIds: readonly number[]): Promise<OpenDemo> {
  const folder = mkdtempSync(join(tmpdir(), 'covault-bench-'))
  const devnets: Devnet[] = []
  for (const chainId of chainIds) devnets.push(await startDevnet({ chainId }))
  const postgres = await startEmbeddedPostgres({ dataFolder: folder, log })
  const running: Served[] = []
  const stop = async () => {
    for (const server of running.reverse())
      await server.stop().catch(() => undefined)
    await postgres.stop()
    for (const devnet of devnets) await devnet.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const world = await seedDemoWorld(devnets)
    const tokenListFile = join(folder, 'tokens.json')
    const { config: configuration, tokenList } = createDemoConfig({
      chains: devnets,
      safes: world.safes,
      tokenListFile,
    })
    writeFileSync(tokenListFile, JSON.stringify(tokenList))
    const start: OpenDemo['start'] = async (
      role,
      program,
      databaseUrl = postgres.url,
    ) => {
      const place = {
        ...{ folder, databaseUrl, configuration, role },
        ...(program && { program }),
      }
      const server = await startServer(place)
      running.push(server)
      return server
    }
    return { devnets, world, postgres, folder, start, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
