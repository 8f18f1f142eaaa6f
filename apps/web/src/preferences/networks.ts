import {
  BaseError,
  findChain,
  chains as released,
  shortNamePattern,
} from '@covault/protocol'
import * as z from 'zod/mini'
import { toForeignText } from '../lib/foreignText.js'
import {
  type Environment,
  environment,
  isAllowedRpcUrl,
} from './environment.js'
import { definePreference } from './preference.js'
import { storedChainId } from './schemas.js'

/** More networks than anybody reads by hand. */
export const mostNetworks = 20

/** Blank letters are letters as well, and stay out with all that is unseen. */
const visibleText = (pattern: RegExp) =>
  z.string().check(
    z.regex(pattern),
    z.refine((text) => text === toForeignText(text)),
  )

const names = {
  name: visibleText(/^[\p{L}\p{N}][\p{L}\p{N} .()_-]{0,39}$/u),
  // It begins with a letter: a number is what a network without one is called.
  shortName: z
    .string()
    .check(z.regex(new RegExp(`^(?=[a-z])${shortNamePattern}$`))),
  symbol: visibleText(/^[\p{L}\p{N}$.]{1,11}$/u),
}

const ownNetwork = z.object({
  chainId: storedChainId,
  rpcUrl: z.string().check(z.refine(isAllowedRpcUrl)),
  /** Of a network that the release does not know. */
  described: z.catch(z.optional(z.object(names)), undefined),
})
/** A network that the reader typed in. */
export type OwnNetwork = z.output<typeof ownNetwork>

/** Read where the page comes from a folder; a gateway names its networks itself. */
export const ownNetworks = definePreference<readonly OwnNetwork[]>({
  name: 'networks',
  schema: z.pipe(z.array(z.unknown()), z.transform(listReadable)),
  fallback: [],
})

/**
 * Two tabs may have written what neither of them would: one entry that cannot
 * be read must not cost the others.
 */
function listReadable(list: unknown[]): readonly OwnNetwork[] {
  const read = list.flatMap((one) => z.safeParse(ownNetwork, one).data ?? [])
  return [
    ...new Map(read.map((network) => [network.chainId, network])).values(),
  ].slice(0, mostNetworks)
}

/** With one more, which takes the place of an entry for the same chain. */
export function addNetwork(
  networks: readonly OwnNetwork[],
  added: OwnNetwork,
): readonly OwnNetwork[] {
  const others = networks.filter(({ chainId }) => chainId !== added.chainId)
  if (others.length >= mostNetworks) throw new TooManyNetworksError()
  return [...others, added]
}

/**
 * What was chosen for a network before goes with it: a server that is forgotten
 * would be asked instead of the one that was typed in.
 */
export function saveOwnNetworks(networks: readonly OwnNetwork[]): void {
  const before = ownNetworks.read()
  const urlOf = (list: readonly OwnNetwork[], chainId: number) =>
    list.find((one) => one.chainId === chainId)?.rpcUrl
  const keep = (urls: Environment['rpcUrls']) =>
    urls.filter(
      ({ chainId }) => urlOf(before, chainId) === urlOf(networks, chainId),
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

type Described = NonNullable<OwnNetwork['described']>

type Listed = readonly { chainId: number; name: string; shortName: string }[]

/** A network from what was typed, or what is wrong with each field. */
export function readNetworkFields(
  fields: NetworkFields,
  {
    listed,
    own,
  }: {
    /** All that the page knows. */
    listed: Listed
    /** As they are stored now: another tab may have added some. */
    own: readonly OwnNetwork[]
  },
): { network: OwnNetwork } | { mistakes: NetworkMistakes } {
  const chainId = readChainId(fields.chainId)
  const isDescribed = chainId !== undefined && !findChain(chainId)
  const described = {
    name: cleanText(fields.name),
    shortName: cleanText(fields.shortName),
    symbol: cleanText(fields.symbol),
  }
  const mistakes = {
    ...findIdMistake(chainId, listed),
    ...(!isAllowedRpcUrl(fields.rpcUrl.trim()) && { rpcUrl: wrongUrl }),
    ...(isDescribed &&
      findNameMistakes(
        described,
        [...listed, ...listDescribed(own)].filter(
          (one) => one.chainId !== chainId,
        ),
      )),
  }
  if (chainId === undefined || Object.keys(mistakes).length > 0)
    return { mistakes }
  return {
    network: {
      chainId,
      rpcUrl: fields.rpcUrl.trim(),
      ...(isDescribed && { described }),
    },
  }
}

function cleanText(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function listDescribed(networks: readonly OwnNetwork[]): Listed {
  return networks.flatMap(({ chainId, described }) =>
    described ? [{ chainId, ...described }] : [],
  )
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
  described: Described,
  others: Listed,
): NetworkMistakes {
  const isRight = (field: keyof Described) =>
    z.safeParse(names[field], described[field]).success
  const { name, shortName } = described
  return {
    ...(isNameTaken(name, others) && {
      name: `Another network is called ${name}. Enter a different name.`,
    }),
    ...(!isRight('name') && {
      name: 'Enter a name of up to 40 letters and digits.',
    }),
    ...(isTaken(shortName, others) && {
      shortName: `Another network has the short name ${shortName}.`,
    }),
    ...(!isRight('shortName') && {
      shortName:
        'Enter up to 32 lowercase letters, digits and hyphens. Start with a letter and end with a letter or digit.',
    }),
    ...(!isRight('symbol') && {
      symbol: 'Enter the symbol, such as ETH.',
    }),
  }
}

/** A link to a safe names its network by it: it must lead to one network only. */
export function isTaken(shortName: string, others: Listed): boolean {
  return [...released, ...others].some(
    (one) => fold(one.shortName) === fold(shortName),
  )
}

/** Whoever reads it would take the one for the other. */
export function isNameTaken(name: string, others: Listed): boolean {
  return [...released, ...others].some((one) => fold(one.name) === fold(name))
}

/** Letters of other widths and faces look like those of the name. */
function fold(text: string): string {
  return cleanText(text.normalize('NFKC')).toLowerCase()
}

class TooManyNetworksError extends BaseError {
  override name = 'TooManyNetworksError'

  constructor() {
    super(
      `You can add up to ${mostNetworks} networks. List more in chains.json.`,
    )
  }
}
