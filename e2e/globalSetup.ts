import { startProduct } from './product.js'

/** One product for all tests that do not need one of their own. */
export default async function globalSetup() {
  // Hundreds of safes later a chain takes seconds to write itself down.
  const product = await startProduct({ arguments: ['--save-every', '600'] })
  process.env.COVAULT_URL = product.url
  process.env.COVAULT_PORT = String(product.port)
  process.env.COVAULT_DATA = product.data
  return () => product.stop()
}
