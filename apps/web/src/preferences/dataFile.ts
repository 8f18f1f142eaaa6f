import { BaseError } from '@covault/protocol'
import { type Address, checksumAddress } from 'viem'
import * as z from 'zod/mini'
import { parseJson } from '../lib/parseJson.js'
import { addressBook, mergeContacts } from './addressBook.js'
import {
  applyCarried,
  checkCarried,
  readCarried,
} from './carriedPreferences.js'
import { readForeignSettings } from './foreignSettings.js'
import type { ImportedData } from './importedData.js'
import { type KnownSafe, knownSafes } from './knownSafes.js'
import { readLegacyData } from './legacyData.js'

/** Each part is checked by the preference it belongs to. */
const ownPart = z.looseObject({
  version: z.literal(1),
  knownSafes: z.optional(z.unknown()),
})

const file = z.object({
  version: z.enum(['1.0', '2.0', '3.0']),
  data: z.record(z.string(), z.unknown()),
  covault: z.optional(ownPart),
})

/**
 * Everything local as the ecosystem's own file, version 3.0, so that other
 * products can read it, with what only we know in a part of its own.
 */
export function writeDataFile(): string {
  const safes = knownSafes.read()
  return JSON.stringify(
    {
      version: '3.0',
      data: {
        addressBook: byChain(addressBook.read(), ({ name }) => name),
        addedSafes: byChain(safes, () => ({ owners: [], threshold: -1 })),
        settings: {},
        safeApps: {},
        undeployedSafes: {},
        visitedSafes: {},
      },
      covault: {
        version: 1,
        knownSafes: safes,
        ...readCarried(),
      },
    },
    null,
    2,
  )
}

/** Reads the ecosystem's export 1.0, 2.0 and 3.0, and our own. */
export function readDataFile(text: string): ImportedData {
  const parsed = z.safeParse(file, parseJson(text))
  if (!parsed.success) throw new UnknownDataFileError()
  const { version, data, covault } = parsed.data
  const found = version === '1.0' ? readLegacyData(data) : readData(data)
  if (!covault) return found
  return {
    ...found,
    safes: [...(knownSafes.check(covault.knownSafes) ?? found.safes)],
    own: checkCarried(covault),
  }
}

/** Adds to what is here, or takes its place. */
export function applyData(
  data: ImportedData,
  mode: 'merge' | 'overwrite',
): void {
  const isMerge = mode === 'merge'
  addressBook.write(
    mergeContacts(isMerge ? addressBook.read() : [], data.contacts),
  )
  knownSafes.write(mergeSafes(isMerge ? knownSafes.read() : [], data.safes))
  if (data.own) applyCarried(data.own, { isMerge })
}

function mergeSafes(
  safes: readonly KnownSafe[],
  added: readonly KnownSafe[],
): KnownSafe[] {
  const byPlace = new Map<string, KnownSafe>()
  for (const safe of [...safes, ...added]) {
    const key = `${safe.chainId}:${safe.address}`
    const pinned = safe.pinned || (byPlace.get(key)?.pinned ?? false)
    byPlace.set(key, { ...safe, pinned })
  }
  return [...byPlace.values()]
}

function readData(data: Record<string, unknown>): ImportedData {
  const { addressBook: book, addedSafes, ...rest } = data
  const own = readForeignSettings(data.settings)
  const contacts = readByChain(book).flatMap(({ chainId, address, value }) =>
    typeof value === 'string' && isName(value)
      ? { chainId, address, name: value.trim() }
      : [],
  )
  const safes = readByChain(addedSafes).map(({ chainId, address }) => ({
    chainId,
    address,
    pinned: false,
  }))
  return {
    contacts,
    safes,
    own,
    ignored: Object.entries(rest)
      .filter(
        ([name, value]) => isFilled(value) && !(own && name === 'settings'),
      )
      .map(([name]) => name),
    skipped:
      countByChain(book) +
      countByChain(addedSafes) -
      contacts.length -
      safes.length,
  }
}

/** `{chainId: {address: value}}`; keys that are neither are passed over. */
function readByChain(value: unknown) {
  return entriesOf(value).flatMap(([chainText, addresses]) => {
    const chainId = Number(chainText)
    if (!Number.isSafeInteger(chainId) || chainId < 1) return []
    return entriesOf(addresses).flatMap(([address, entry]) =>
      isAddress(address)
        ? { chainId, address: checksumAddress(address), value: entry }
        : [],
    )
  })
}

function countByChain(value: unknown): number {
  return entriesOf(value).reduce(
    (sum, [, addresses]) => sum + entriesOf(addresses).length,
    0,
  )
}

function byChain<Entry extends { chainId: number; address: Address }>(
  entries: readonly Entry[],
  toValue: (entry: Entry) => unknown,
): Record<string, Record<string, unknown>> {
  const chains = [...new Set(entries.map(({ chainId }) => chainId))]
  return Object.fromEntries(
    chains.map((chainId) => [
      String(chainId),
      Object.fromEntries(
        entries
          .filter((entry) => entry.chainId === chainId)
          .map((entry) => [entry.address, toValue(entry)]),
      ),
    ]),
  )
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null
    ? Object.entries(value)
    : []
}

function isFilled(value: unknown): boolean {
  return entriesOf(value).length > 0
}

function isAddress(text: string): text is Address {
  return /^0x[0-9a-fA-F]{40}$/.test(text)
}

function isName(text: string): boolean {
  return text.trim().length > 0 && text.length <= 200
}

export class UnknownDataFileError extends BaseError {
  constructor() {
    super(
      'This isn’t a data file. Choose an export in format version 1.0, 2.0 or 3.0.',
    )
  }
}
