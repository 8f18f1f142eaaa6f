import { BaseError } from '@covault/protocol'
import { type Address, checksumAddress } from 'viem'
import * as z from 'zod/mini'
import { parseJson } from '../lib/parseJson.js'
import { addressBook, mergeContacts } from './addressBook.js'
import { appearance } from './appearance.js'
import { environment } from './environment.js'
import { readForeignSettings } from './foreignSettings.js'
import type { ImportedData } from './importedData.js'
import { type KnownSafe, knownSafes } from './knownSafes.js'
import { readLegacyData } from './legacyData.js'
import { mergeLabels, movementLabels } from './movementLabels.js'
import { picturePreferences } from './pictures.js'
import { mergeSafeApps, safeAppPreferences } from './safeApps.js'
import { security, strengthenSecurity } from './security.js'
import { checkThemeChoice, readThemeChoice, writeThemeChoice } from './theme.js'
import { type TokenPreferences, tokenPreferences } from './tokens.js'

/** Each part is checked by the preference it belongs to. */
const ownPart = z.object({
  version: z.literal(1),
  knownSafes: z.unknown(),
  appearance: z.unknown(),
  environment: z.unknown(),
  security: z.unknown(),
  theme: z.optional(z.unknown()),
  tokens: z.optional(z.unknown()),
  pictures: z.optional(z.unknown()),
  safeApps: z.optional(z.unknown()),
  movementLabels: z.optional(z.unknown()),
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
        appearance: appearance.read(),
        environment: environment.read(),
        security: security.read(),
        theme: readThemeChoice(),
        tokens: tokenPreferences.read(),
        pictures: picturePreferences.read(),
        safeApps: safeAppPreferences.read(),
        movementLabels: movementLabels.read(),
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
    own: {
      theme: checkThemeChoice(covault.theme),
      appearance: appearance.check(covault.appearance),
      environment: environment.check(covault.environment),
      security: security.check(covault.security),
      tokens: tokenPreferences.check(covault.tokens),
      pictures: picturePreferences.check(covault.pictures),
      safeApps: safeAppPreferences.check(covault.safeApps),
      movementLabels: movementLabels.check(covault.movementLabels),
    },
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
  if (data.own) applyOwn(data.own, isMerge)
}

/**
 * A file never weakens this browser, in either mode: it can switch a
 * protection on and not off, it gives no app a permission, and it names no
 * server (`environment` is shown and not taken), so that the endpoints that
 * answers are compared with stay.
 */
function applyOwn(
  own: NonNullable<ImportedData['own']>,
  isMerge: boolean,
): void {
  if (own.theme) writeThemeChoice(own.theme)
  if (own.appearance) appearance.write(own.appearance)
  if (own.tokens)
    tokenPreferences.write({
      ...own.tokens,
      trustedOnly:
        own.tokens.trustedOnly || tokenPreferences.read().trustedOnly,
      hidden: mergeHidden(
        isMerge ? tokenPreferences.read().hidden : [],
        own.tokens.hidden,
      ),
    })
  if (own.security)
    security.write(strengthenSecurity(security.read(), own.security))
  if (own.safeApps) {
    const here = safeAppPreferences.read()
    const kept = isMerge ? here : { ...here, pinned: [], custom: [] }
    safeAppPreferences.write(mergeSafeApps(kept, own.safeApps))
  }
  if (own.movementLabels)
    movementLabels.write(
      mergeLabels(isMerge ? movementLabels.read() : [], own.movementLabels),
    )
  if (own.pictures?.loadRemote === false) picturePreferences.write(own.pictures)
}

function mergeHidden(
  tokens: TokenPreferences['hidden'],
  added: TokenPreferences['hidden'],
): TokenPreferences['hidden'] {
  const toKey = ({ chainId, address }: (typeof tokens)[number]) =>
    `${chainId}:${address}`
  return [
    ...new Map(
      [...tokens, ...added].map((token) => [toKey(token), token]),
    ).values(),
  ]
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
