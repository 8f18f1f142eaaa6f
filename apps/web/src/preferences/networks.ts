import { findChain, findChainByShortName } from '@covault/protocol'
import * as z from 'zod/mini'
import {
  type Environment,
  environment,
  isAllowedRpcUrl,
} from './environment.js'
import { definePreference } from './preference.js'
import { storedChainId } from './schemas.js'

/** More networks than anybody reads by hand. */
export const mostNetworks = 20

const names = {
  name: z.string().check(z.regex(/^[\p{L}\p{N}][\p{L}\p{N} .()_-]{0,39}$/u)),
  // It begins with a letter: a number is what a network without one is called.
  shortName: z.string().check(z.regex(/^[a-zA-Z][a-zA-Z0-9-]{0,31}$/)),
  symbol: z.string().check(z.regex(/^[\p{L}\p{N}$.]{1,11}$/u)),
}

const ownNetwork = z.object({
  chainId: storedChainId,
  rpcUrl: z.string().check(z.refine(isAllowedRpcUrl)),
  /** Of a network that the release does not know. */
  described: z.optional(z.object(names)),
})
/** A network that the reader typed in. */
export type OwnNetwork = z.output<typeof ownNetwork>

/** Read where the page comes from a folder; a gateway names its networks itself. */
export const ownNetworks = definePreference<readonly OwnNetwork[]>({
  name: 'networks',
  schema: z.readonly(
    z.array(ownNetwork).check(
      z.maxLength(mostNetworks),
      z.refine(
        (list) =>
          new Set(list.map(({ chainId }) => chainId)).size === list.length,
      ),
    ),
  ),
  fallback: [],
})

/**
 * What was chosen for a network before goes with it: a server that is forgotten
 * would be asked instead of the one that was typed in.
 */
export function saveOwnNetworks(networks: readonly OwnNetwork[]): void {
  const before = ownNetworks.read()
  const has = (list: readonly OwnNetwork[], chainId: number) =>
    list.some((one) => one.chainId === chainId)
  const keep = (urls: Environment['rpcUrls']) =>
    urls.filter(
      ({ chainId }) => has(before, chainId) === has(networks, chainId),
    )
  const { rpcUrls, secondUrls, ...rest } = environment.read()
  ownNetworks.write(networks)
  environment.write({
    ...rest,
    rpcUrls: keep(rpcUrls),
    ...(secondUrls && { secondUrls: keep(secondUrls) }),
  })
}

/** As it was typed. */
export type NetworkFields = Record<
  'chainId' | 'rpcUrl' | keyof typeof names,
  string
>

export type NetworkMistakes = Partial<Record<keyof NetworkFields, string>>

type Listed = readonly { chainId: number; name: string; shortName: string }[]

/** A network from what was typed, or what is wrong with each field. */
export function readNetworkFields(
  fields: NetworkFields,
  listed: Listed,
): { network: OwnNetwork } | { mistakes: NetworkMistakes } {
  const chainId = readChainId(fields.chainId)
  const isDescribed = chainId !== undefined && !findChain(chainId)
  const mistakes = {
    ...findIdMistake(chainId, listed),
    ...(!isAllowedRpcUrl(fields.rpcUrl.trim()) && { rpcUrl: wrongUrl }),
    ...(isDescribed && findNameMistakes(fields, listed)),
  }
  if (chainId === undefined || Object.keys(mistakes).length > 0)
    return { mistakes }
  const [name, shortName, symbol] = [
    fields.name.trim(),
    fields.shortName.trim(),
    fields.symbol.trim(),
  ]
  return {
    network: {
      chainId,
      rpcUrl: fields.rpcUrl.trim(),
      ...(isDescribed && { described: { name, shortName, symbol } }),
    },
  }
}

export function readChainId(text: string): number | undefined {
  if (!/^\d+$/.test(text.trim())) return undefined
  return z.safeParse(storedChainId, Number(text)).data
}

const wrongUrl =
  'Enter a URL that starts with https or wss (http or ws only for this machine). It can’t contain a user name.'

function findIdMistake(
  chainId: number | undefined,
  listed: Listed,
): NetworkMistakes {
  if (chainId === undefined)
    return { chainId: 'Enter the chain ID as a whole number.' }
  const there = listed.find((one) => one.chainId === chainId)
  if (!there) return {}
  return {
    chainId: `${there.name} is already listed. You can change its RPC endpoint below.`,
  }
}

function findNameMistakes(
  fields: NetworkFields,
  listed: Listed,
): NetworkMistakes {
  const isRight = (field: keyof typeof names) =>
    z.safeParse(names[field], fields[field].trim()).success
  const shortName = fields.shortName.trim()
  return {
    ...(!isRight('name') && {
      name: 'Enter a name of up to 40 letters and digits.',
    }),
    ...(!isRight('shortName') && {
      shortName: 'Enter a letter, then letters, digits and hyphens.',
    }),
    ...(isTaken(shortName, listed) && {
      shortName: `Another network has the short name ${shortName}.`,
    }),
    ...(!isRight('symbol') && {
      symbol: 'Enter the symbol, such as ETH.',
    }),
  }
}

/** A link to a safe names its network by it: it must lead to one network only. */
export function isTaken(shortName: string, listed: Listed): boolean {
  return (
    findChainByShortName(shortName) !== undefined ||
    listed.some((one) => one.shortName === shortName)
  )
}
