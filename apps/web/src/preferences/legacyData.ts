import { type Address, checksumAddress } from 'viem'
import * as z from 'zod/mini'
import type { Contact } from './addressBook.js'
import type { ImportedData } from './importedData.js'
import type { KnownSafe } from './knownSafes.js'

/*
 * Version 1.0 of the ecosystem's export is a dump of the local storage that
 * its oldest interface had: every value is JSON text inside of the JSON.
 */

const contactsKey = 'SAFE__addressBook'
const safesKey = /^_immortal\|v2_([A-Z0-9_]+)__SAFES$/

/** Names of networks in keys; newer ones are there by their id. */
const chainIds: Readonly<Record<string, number>> = {
  MAINNET: 1,
  RINKEBY: 4,
  BSC: 56,
  XDAI: 100,
  POLYGON: 137,
  ENERGY_WEB_CHAIN: 246,
  ARBITRUM: 42161,
  VOLTA: 73799,
}

const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const contact = z.object({
  address,
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  chainId: z.string().check(z.regex(/^[1-9][0-9]{0,14}$/)),
})

export function readLegacyData(data: Record<string, unknown>): ImportedData {
  const read = new Set<string>()
  const contacts = readContacts(data[contactsKey])
  if (contactsKey in data) read.add(contactsKey)
  const safes = Object.entries(data).flatMap(([key, value]) => {
    const network = safesKey.exec(key)?.[1]
    const chainId = network && (chainIds[network] ?? Number(network))
    if (!chainId || !Number.isSafeInteger(chainId)) return []
    read.add(key)
    return readSafes(value, chainId)
  })
  return {
    contacts,
    safes,
    own: undefined,
    ignored: Object.keys(data).filter((key) => !read.has(key)),
    skipped: countEntries(data[contactsKey]) - contacts.length,
  }
}

function readContacts(value: unknown): Contact[] {
  const list = unpack(value)
  if (!Array.isArray(list)) return []
  return list.flatMap((entry) => {
    const parsed = z.safeParse(contact, entry)
    if (!parsed.success) return []
    return {
      chainId: Number(parsed.data.chainId),
      address: checksumAddress(parsed.data.address as Address),
      name: parsed.data.name.trim(),
    }
  })
}

function countEntries(value: unknown): number {
  const list = unpack(value)
  return Array.isArray(list) ? list.length : 0
}

function readSafes(value: unknown, chainId: number): KnownSafe[] {
  const byAddress = unpack(value)
  if (typeof byAddress !== 'object' || byAddress === null) return []
  return Object.keys(byAddress).flatMap((key) => {
    const parsed = z.safeParse(address, key)
    return parsed.success
      ? {
          chainId,
          address: checksumAddress(parsed.data as Address),
          pinned: false,
        }
      : []
  })
}

/** Some writers packed it once, some twice. */
function unpack(value: unknown, depth = 2): unknown {
  if (typeof value !== 'string' || depth === 0) return value
  try {
    return unpack(JSON.parse(value), depth - 1)
  } catch {
    return undefined
  }
}
