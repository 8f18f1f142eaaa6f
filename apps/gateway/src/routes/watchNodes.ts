import { type Context, getServedChain } from '../context.js'

/**
 * Tells later whether nodes have answered all that was asked of them since:
 * what was left open is asked again by anyone who comes next.
 */
export function watchNodes(context: Context, chainId: number): () => boolean {
  const { pool, firstPool } = getServedChain(context, chainId).access
  const count = () => pool.failures() + firstPool.failures()
  const before = count()
  return () => count() === before
}
