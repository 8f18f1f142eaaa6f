import { findLookAlikes, type LookAlike } from '@covault/protocol'
import type { Address } from 'viem'
import { isAt } from '../../lib/isAt.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import type { Provenance } from '../../trust/provenance.js'
import type { Safe } from '../../trust/readSafes.js'
import type { ChainSafes } from '../../trust/safes.js'
import type { FindName } from '../../understand/safe/names.js'

/** What is known so far about a safe on one chain. */
export type Reading =
  | { status: 'pending' }
  | { status: 'unread' }
  | { status: 'absent'; provenance: Provenance }
  | { status: 'read'; provenance: Provenance; safe: Safe }

export type AccountOnChain = { chain: ChainConfig; reading: Reading }

/** Why an account is in the list; the first that holds decides. */
export const accountKinds = [
  'pinned',
  'owned',
  'watched',
  'demo',
  'found',
] as const
export type AccountKind = (typeof accountKinds)[number]

/** One address, on every chain where a safe is or should be there. */
export type AccountGroup = {
  address: Address
  name: string | undefined
  kind: AccountKind
  /** The connected account is among its owners on some chain, says the chain. */
  isOwner: boolean
  /** This browser was told to remember it, so it can be told to forget it. */
  isKnown: boolean
  chains: readonly AccountOnChain[]
  /** A known address it could be mistaken for. */
  lookAlike: (LookAlike & { name: string | undefined }) | undefined
}

/** A chain, what was last read from it and why nothing newer was. */
export type ChainState = {
  chain: ChainConfig
  safes: ChainSafes | undefined
  error: unknown
}

export type Place = { chainId: number; address: Address }

/** Where accounts come from, besides what is found on local chains. */
export type AccountSources = {
  known: readonly (Place & { pinned: boolean })[]
  /** The gateway's claim; the chain decides. */
  owned: readonly Place[]
  demo: readonly Place[]
}

/** Accounts by kind: pinned, owned, watched, demo, then found, newest first. */
export function groupAccounts({
  states,
  sources,
  account,
  findName,
  contacts = [],
}: {
  states: readonly ChainState[]
  sources: AccountSources
  account: Address | null | undefined
  findName: FindName
  /** Addresses of the reader's own, to compare look-alikes with. */
  contacts?: readonly Address[]
}): AccountGroup[] {
  const { known, owned, demo } = sources
  const expected = [...known, ...owned, ...demo]
  const found = states.flatMap(({ safes }) =>
    [...(safes?.found ?? [])].reverse(),
  )
  const addresses = unique([
    ...expected.map(({ address }) => address),
    ...found,
  ])
  const own = unique([...expected.map(({ address }) => address), ...contacts])
  const nameOf = (address: Address) =>
    states
      .map(({ chain }) => findName({ chainId: chain.chainId, address }))
      .find(Boolean)
  const groups = addresses.map((address): AccountGroup => {
    const chains = states.flatMap((state) => {
      const isExpected = expected.some((place) =>
        isAt(place, { chainId: state.chain.chainId, address }),
      )
      const reading = findReading(state, { address, isExpected })
      return reading ? { chain: state.chain, reading } : []
    })
    const isOwner = chains.some(
      ({ reading }) =>
        reading.status === 'read' &&
        account &&
        reading.safe.owners.includes(account),
    )
    const [lookAlike] = findLookAlikes(address, own)
    return {
      address,
      name: nameOf(address),
      kind: findKind({ address, sources, isOwner }),
      isOwner,
      isKnown: known.some((safe) => safe.address === address),
      chains,
      lookAlike: lookAlike && {
        ...lookAlike,
        name: nameOf(lookAlike.known),
      },
    }
  })
  // A proxy that never became a safe is on no chain and in no list.
  return groups.filter(({ chains }) => chains.length > 0)
}

function findKind({
  address,
  sources: { known, owned, demo },
  isOwner,
}: {
  address: Address
  sources: AccountSources
  isOwner: boolean
}): AccountKind {
  const isIn = (places: readonly Place[]) =>
    places.some((place) => place.address === address)
  if (isIn(known.filter(({ pinned }) => pinned))) return 'pinned'
  if (isOwner) return 'owned'
  if (isIn(known)) return 'watched'
  if (isIn(demo)) return 'demo'
  // The gateway says so and the chain has not answered yet.
  return isIn(owned) ? 'owned' : 'found'
}

function findReading(
  { safes, error }: ChainState,
  { address, isExpected }: { address: Address; isExpected: boolean },
): Reading | undefined {
  const safe = safes?.safes.find((candidate) => candidate.address === address)
  if (safes && safe)
    return { status: 'read', provenance: safes.provenance, safe }
  if (!isExpected) return undefined
  // What became known a moment ago has not been asked for yet.
  if (safes?.known.includes(address))
    return { status: 'absent', provenance: safes.provenance }
  return { status: error ? 'unread' : 'pending' }
}

function unique(addresses: readonly Address[]): Address[] {
  return [...new Set(addresses)]
}
