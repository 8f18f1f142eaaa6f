import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createDemoConfig,
  playOffChainPart,
  seedDemoWorld,
  startDevnet,
} from '@covault/devnet'
import { invented } from './network.js'
import { startProduct } from './product.js'

/** The product on a network that it knows by its configuration alone. */
export async function startInvented() {
  const folder = await mkdtemp(join(tmpdir(), 'covault-invented-'))
  const chain = await startDevnet({ chainId: invented.chainId })
  const { safes, offChain } = await seedDemoWorld([chain])
  const tokenListFile = join(folder, 'tokens.json')
  const demo = createDemoConfig({ chains: [chain], safes, tokenListFile })
  const file = join(folder, 'covault.config.json')
  const chains = demo.config.chains.map((one) => ({ ...one, ...invented }))
  const config = { ...demo.config, chains }
  await writeFile(tokenListFile, JSON.stringify(demo.tokenList))
  await writeFile(file, JSON.stringify(config), { mode: 0o600 })
  const product = await startProduct({ arguments: ['--config', file] })
  await playOffChainPart(offChain, { url: product.url })
  return {
    ...product,
    chainUrl: chain.url,
    async stop() {
      await product.stop()
      await chain.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
