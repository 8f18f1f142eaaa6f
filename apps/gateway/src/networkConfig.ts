import { BaseError, chains, type SafeChain } from '@covault/protocol'

/** Where the addresses of nodes come from that no file names. */
const variable = 'COVAULT_RPC_URL'

/**
 * What a configuration file would say of one network that the release knows.
 * Addresses may hold keys, so they come by the environment, and no message
 * repeats them.
 */
export function toNetworkFile(
  name: string,
  environment: NodeJS.ProcessEnv,
): { chains: { chainId: number; rpcUrls: string[] }[] } {
  const chain = findNetwork(name)
  if (!chain) throw new UnknownNetworkError(name)
  const rpcUrls = (environment[variable] ?? '').split(/[\s,]+/).filter(Boolean)
  if (rpcUrls.length === 0) throw new NoEndpointError(chain)
  if (!rpcUrls.every(isRpcUrl)) throw new EndpointFormError()
  return { chains: [{ chainId: chain.chainId, rpcUrls }] }
}

const published = chains.filter(({ local }) => !local)

/** What people say instead of a short name. */
const commonNames = new Map([
  ['mainnet', 1],
  ['sepolia', 11_155_111],
])

function findNetwork(name: string): SafeChain | undefined {
  return published.find(
    ({ chainId, shortName }) =>
      shortName === name ||
      String(chainId) === name ||
      commonNames.get(name) === chainId,
  )
}

function isRpcUrl(text: string): boolean {
  return URL.canParse(text) && /^(https?|wss?):$/.test(new URL(text).protocol)
}

export class UnknownNetworkError extends BaseError {
  override name = 'UnknownNetworkError'
  constructor(network: string) {
    const names = [
      ...commonNames.keys(),
      ...published.map(({ shortName }) => shortName),
    ]
    super(
      `Network "${network}" is unknown. Choose one of ${names.join(', ')}, or describe the network in a configuration file and use --config FILE.`,
    )
  }
}

export class NoEndpointError extends BaseError {
  override name = 'NoEndpointError'
  constructor({ name }: SafeChain) {
    super(
      `No RPC endpoint for ${name}. Put its address in the environment variable ${variable}; several addresses are separated by spaces.`,
    )
  }
}

export class EndpointFormError extends BaseError {
  override name = 'EndpointFormError'
  constructor() {
    super(
      `${variable} must hold one or more addresses that begin with https://, http://, wss:// or ws://, separated by spaces.`,
    )
  }
}
