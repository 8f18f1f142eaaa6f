import { subscribe } from 'node:diagnostics_channel'
import { countOpened, isSocketUrl } from './socket.js'

/**
 * Counts the connections that are opened to a host. A new one may lead to
 * another node than the one before, without anything having failed.
 */
export function countConnections(url: string): () => number {
  if (isSocketUrl(url)) return () => countOpened(url)
  const { host } = new URL(url)
  let opened = 0
  subscribe('undici:client:connected', (message) => {
    const { connectParams } = message as { connectParams?: { host?: string } }
    if (connectParams?.host === host) opened++
  })
  return () => opened
}
