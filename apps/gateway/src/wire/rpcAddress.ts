import type { ChainConfig } from '../chainsConfig.js'

type Published = Pick<
  ChainConfig,
  'chainId' | 'publicRpcUrl' | 'rpcAuthentication'
>

/** The published address, where it needs no key of anyone who uses it. */
export function findOpenUrl({
  publicRpcUrl,
  rpcAuthentication,
}: Published): string | undefined {
  return rpcAuthentication === 'API_KEY_PATH' ? undefined : publicRpcUrl
}

/** Where this gateway itself answers reads of the chain. */
export function toDoorPath({ chainId }: Pick<Published, 'chainId'>): string {
  return `/rpc/${chainId}`
}
