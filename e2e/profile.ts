import {
  type DevnetClient,
  demoAccounts,
  deploySafe,
  describeSafe,
} from '@covault/devnet'
import type { APIRequestContext, Page } from '@playwright/test'
import type { Address } from 'viem'
import { patiently, waitUntilKnown } from './otherOwners.js'

/** As JSON; what JSON cannot say is marked. */
type StoredRecord = { key: string; value: unknown }

/** Everything that one version has left in a browser, as it was written. */
export type Profile = {
  /** Milliseconds. */
  takenAt: number
  /** The first of the product's ports. */
  port: number
  cookie: string
  localStorage: Record<string, string>
  databases: {
    name: string
    version: number
    stores: { name: string; records: StoredRecord[] }[]
  }[]
}

const { bob, erin } = demoAccounts

/** Whose browser it is. Nobody else sends from her account. */
export const person = erin

/** Their addresses, and so all hashes, are the same in every run. */
const plans = {
  household: {
    owners: [erin.address, bob.address],
    threshold: 2,
    saltNonce: 1_701n,
  },
  pocket: { owners: [erin.address], threshold: 1, saltNonce: 1_702n },
}

/** The safes that the profile is about, where they are not there yet. */
export async function makeSafes(
  client: DevnetClient,
  request: APIRequestContext,
): Promise<Record<keyof typeof plans, Address>> {
  const make = async (plan: (typeof plans)[keyof typeof plans]) => {
    const { address } = describeSafe(31337, plan)
    if (!(await client.getCode({ address })))
      await patiently(() => deploySafe({ chainId: 31337, client }, plan))
    await waitUntilKnown(request, address)
    return address
  }
  return {
    household: await make(plans.household),
    pocket: await make(plans.pocket),
  }
}

/** The demo has no collectible whose picture lies on another host. */
export async function movePicturesAway(page: Page): Promise<void> {
  await page.route(/\/safes\/0x\w+\/collectibles/, async (route) => {
    const response = await route.fetch()
    if (!response.ok()) return route.fulfill({ response })
    const json = await response.json()
    const results = json.results.map((one: object) => ({
      ...one,
      imageUri: 'https://pictures.example/one.png',
    }))
    await route.fulfill({ json: { ...json, results } })
  })
}

export async function readProfile(page: Page): Promise<Profile> {
  const takenAt = Date.now()
  const port = Number(new URL(page.url()).port)
  return { takenAt, port, ...(await page.evaluate(readStorage)) }
}

/** The records of a kind, by the key that the app gave them. */
export function listRecords(profile: Profile, kind: string): StoredRecord[] {
  return profile.databases
    .flatMap(({ stores }) => stores)
    .flatMap(({ records }) => records)
    .filter(({ key }) => key.startsWith(`${kind}/`))
}

/** A document of the product that runs no script of the app. */
const quietPath = '/app-config'

/**
 * Fills an empty browser. Only what a run decides is replaced: ports, how long
 * ago something was, and the number of the account's next transaction.
 */
export async function writeProfile(
  page: Page,
  profile: Profile,
  { port, senderNonce }: { port: number; senderNonce: number },
): Promise<void> {
  const later = Date.now() - profile.takenAt
  const text = JSON.stringify(profile)
    .replace(
      /(127\.0\.0\.1|localhost)(:|%3A)(\d+)/g,
      (_, host, colon, old) =>
        `${host}${colon}${port + Number(old) - profile.port}`,
    )
    .replace(
      /"(at|failedAt|time)":(\d+)/g,
      (_, name, at) => `"${name}":${Number(at) + later}`,
    )
    .replace(/"senderNonce":\d+/g, `"senderNonce":${senderNonce}`)
  await page.goto(quietPath)
  await page.evaluate(writeStorage, JSON.parse(text))
}

/** Runs in the page. */
async function readStorage(): Promise<Omit<Profile, 'takenAt' | 'port'>> {
  const settle = <Result>(asked: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result)
      asked.onerror = () => reject(asked.error)
    })
  const mark = (value: unknown): unknown => {
    if (typeof value === 'bigint') return { $bigint: String(value) }
    if (Array.isArray(value)) return value.map(mark)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        inner === undefined ? { $undefined: true } : mark(inner),
      ]),
    )
  }
  const databases: Profile['databases'] = []
  for (const { name = '', version = 1 } of await indexedDB.databases()) {
    const database = await settle(indexedDB.open(name))
    const stores: Profile['databases'][number]['stores'] = []
    for (const storeName of database.objectStoreNames) {
      const store = database.transaction(storeName).objectStore(storeName)
      const [keys, values] = await Promise.all([
        settle(store.getAllKeys()),
        settle(store.getAll()),
      ])
      const records = keys.map((key, index) => ({
        key: String(key),
        value: mark(values[index]),
      }))
      stores.push({ name: storeName, records })
    }
    database.close()
    databases.push({ name, version, stores })
  }
  const keys = Object.keys(localStorage).sort()
  return {
    cookie: document.cookie,
    localStorage: Object.fromEntries(
      keys.map((key) => [key, localStorage.getItem(key) ?? '']),
    ),
    databases,
  }
}

/** Runs in the page. */
async function writeStorage(profile: Profile): Promise<void> {
  const settle = <Result>(asked: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result)
      asked.onerror = () => reject(asked.error)
    })
  const unmark = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(unmark)
    if (typeof value !== 'object' || value === null) return value
    if ('$bigint' in value) return BigInt(String(value.$bigint))
    if ('$undefined' in value) return undefined
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, unmark(inner)]),
    )
  }
  // biome-ignore lint/suspicious/noDocumentCookie: as the app writes it.
  if (profile.cookie) document.cookie = `${profile.cookie}; Path=/`
  for (const [key, text] of Object.entries(profile.localStorage))
    localStorage.setItem(key, text)
  for (const { name, version, stores } of profile.databases) {
    const opening = indexedDB.open(name, version)
    opening.onupgradeneeded = () => {
      for (const store of stores) opening.result.createObjectStore(store.name)
    }
    const database = await settle(opening)
    for (const { name: storeName, records } of stores) {
      const store = database
        .transaction(storeName, 'readwrite')
        .objectStore(storeName)
      await Promise.all(
        records.map(({ key, value }) => settle(store.put(unmark(value), key))),
      )
    }
    database.close()
  }
}
