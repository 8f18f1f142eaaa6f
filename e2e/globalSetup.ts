import { openAccessLog } from './accessLog.js'
import { isInvented } from './network.js'
import { startProduct } from './product.js'
import { startInvented } from './startInvented.js'

/** One product for all tests that do not need one of their own. */
export default async function globalSetup() {
  const accessLog = await openAccessLog()
  const product = isInvented ? await startInvented() : await startDemo()
  process.env.COVAULT_URL = product.url
  process.env.COVAULT_PORT = String(product.port)
  process.env.COVAULT_DATA = product.data
  process.env.COVAULT_CHAIN_URL = product.chainUrl
  return async () => {
    await product.stop()
    await accessLog.close()
  }
}

async function startDemo() {
  // Hundreds of safes later a chain takes seconds to write itself down.
  const product = await startProduct({ arguments: ['--save-every', '600'] })
  return { ...product, chainUrl: `http://127.0.0.1:${product.port + 1}` }
}
