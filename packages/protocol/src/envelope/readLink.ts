import type { Address } from 'viem'
import { findChainByShortName } from '../chains/chains.js'
import { nameChain } from '../chains/nameChain.js'
import { BaseError } from '../errors.js'
import { parsePrefixedAddress } from '../prefixedAddress.js'
import { fromBase64 } from './base64.js'
import type { Carried, StatedPlace } from './carried.js'
import { decodeText, unpackText } from './payload.js'
import { readEnvelope } from './readEnvelope.js'
import { parseAddress, parseChainId } from './values.js'

/** Chains that only this installation has are known by nobody else. */
export type FindChainId = (shortName: string) => number | undefined

export const payloadPrefix = 'v1.'

/** localsafe's names for what its links carry. */
const localsafeNames = ['importTx', 'importSig', 'importMsg', 'importMsgSig']

/** Whether it is a link of a form that is known, without reading it. */
export function isCarryingLink(link: string): boolean {
  return findWay(link) !== undefined
}

/** What a link carries, with what the link says around it. */
export async function readLink(
  link: string,
  { findChainId = findKnownChainId }: { findChainId?: FindChainId } = {},
): Promise<Carried[]> {
  const way = findWay(link)
  if (way === undefined) throw new UnknownLinkError()
  const place = way.readPlace(findChainId)
  const carried = readEnvelope(await way.readText())
  return carried.map((one) => ({
    ...one,
    stated: mergePlace(one.stated, place),
  }))
}

type LinkPlace = Pick<StatedPlace, 'chainId' | 'safe'>

type Way = {
  readPlace(findChainId: FindChainId): LinkPlace
  readText(): Promise<string>
}

function findWay(link: string): Way | undefined {
  if (!URL.canParse(link)) return undefined
  const { searchParams, hash } = new URL(link)
  return (
    findOurWay(searchParams, hash) ??
    findLocalsafeWay(hash) ??
    findEternalSafeWay(searchParams)
  )
}

/** `?safe=eth:0x…#tx=v1.…`; fragments stay in the browser. */
function findOurWay(search: URLSearchParams, hash: string): Way | undefined {
  const payload = /^#tx=(.*)$/.exec(hash)?.[1]
  if (payload === undefined) return undefined
  return {
    readPlace: (findChainId) => readPrefixed(search.get('safe'), findChainId),
    readText: async () => {
      if (!payload.startsWith(payloadPrefix)) throw new UnknownLinkError()
      return unpackText(fromBase64(payload.slice(payloadPrefix.length)))
    },
  }
}

/** `#/safe/0x…?importTx=…&chainId=N`, whose router lives in the fragment. */
function findLocalsafeWay(hash: string): Way | undefined {
  const start = '#/safe/'
  const question = hash.indexOf('?')
  if (!hash.startsWith(start) || question < 0) return undefined
  const [safe] = hash.slice(start.length, question).split('/', 1)
  const parameters = new URLSearchParams(hash.slice(question + 1))
  const name = localsafeNames.find((one) => parameters.has(one))
  if (!safe || name === undefined) return undefined
  const chainId = parameters.get('chainId')
  return {
    readPlace: () => ({
      safe: parseAddress(safe),
      chainId: chainId === null ? undefined : parseChainId(chainId),
    }),
    // A plus that was not escaped has become a space.
    readText: async () =>
      decodeText(fromBase64((parameters.get(name) ?? '').replaceAll(' ', '+'))),
  }
}

/** `?safe=base:0x…&tx=…`. */
function findEternalSafeWay(search: URLSearchParams): Way | undefined {
  const payload = search.get('tx')
  const safe = search.get('safe')
  if (payload === null || safe === null) return undefined
  return {
    readPlace: (findChainId) => readPrefixed(safe, findChainId),
    readText: async () => decodeText(fromBase64(payload)),
  }
}

function readPrefixed(
  text: string | null,
  findChainId: FindChainId,
): LinkPlace {
  if (text === null) return { chainId: undefined, safe: undefined }
  const { shortName, address } = parsePrefixedAddress(text)
  if (shortName === undefined) return { chainId: undefined, safe: address }
  const chainId = findChainId(shortName)
  if (chainId === undefined) throw new UnknownNetworkError({ shortName })
  return { chainId, safe: address }
}

function findKnownChainId(shortName: string): number | undefined {
  return findChainByShortName(shortName)?.chainId
}

/** Link and content were written together, so they agree or were changed. */
function mergePlace(stated: StatedPlace, place: LinkPlace): StatedPlace {
  if (differs(stated.chainId, place.chainId))
    throw new LinkNetworkError({ link: place.chainId, content: stated.chainId })
  if (differs(stated.safe?.toLowerCase(), place.safe?.toLowerCase()))
    throw new LinkSafeError({ link: place.safe, content: stated.safe })
  return {
    ...stated,
    chainId: stated.chainId ?? place.chainId,
    safe: stated.safe ?? place.safe,
  }
}

function differs<value>(
  one: value | undefined,
  other: value | undefined,
): boolean {
  return one !== undefined && other !== undefined && one !== other
}

export class UnknownLinkError extends BaseError {
  override name = 'UnknownLinkError'

  constructor() {
    super('This link contains no transaction or message that Covault can read.')
  }
}

export class UnknownNetworkError extends BaseError {
  override name = 'UnknownNetworkError'

  constructor({ shortName }: { shortName: string }) {
    super(`The link is for the network "${shortName}", which is unknown here.`)
  }
}

export class LinkNetworkError extends BaseError {
  override name = 'LinkNetworkError'

  constructor({
    link,
    content,
  }: {
    link: number | undefined
    content: number | undefined
  }) {
    super(
      `The link is for ${nameChain(String(link))}, but its content is for ${nameChain(String(content))}.`,
    )
  }
}

export class LinkSafeError extends BaseError {
  override name = 'LinkSafeError'

  constructor({
    link,
    content,
  }: {
    link: Address | undefined
    content: Address | undefined
  }) {
    super(
      `The link is for the safe ${link}, but its content is for the safe ${content}.`,
    )
  }
}
