import {
  cacheOf,
  FileDiffersError,
  fetchFile,
  findSound,
  type Kept,
  keep,
  type Release,
  readKept,
} from '../../worker/release.js'
import { fetchSigned } from './offered.js'
import { fetchConfig, fetchDocument } from './servedDocument.js'

/** Why this browser keeps no copy although the site says that its release is signed. */
export type NoCopy = 'unsigned' | 'differs' | 'failed'

/** Why an update was refused. */
export type Refusal = 'unsigned' | 'other' | 'older' | 'partial'

/** The first visit: the release that is served, if all of it is what was signed. */
export async function keepFirst(): Promise<NoCopy | undefined> {
  try {
    const signed = await fetchSigned()
    if (!signed || signed.release.retire) return 'unsigned'
    await keepFiles(signed.release)
    const { connect, parents } = await fetchDocument()
    await keep('/origins', Response.json({ connect, parents }))
    const config = await fetchConfig()
    if (config) await keep('/app-config', Response.json(config))
    await keepAs({ ...signed, first: Date.now() })
    return undefined
  } catch (error) {
    return error instanceof FileDiffersError ? 'differs' : 'failed'
  }
}

/** After the reader's yes to exactly this one, instead of what was agreed to before. */
export async function updateTo(
  id: string,
  before: Release | undefined,
): Promise<Refusal | undefined> {
  const signed = await fetchSigned(before?.keys).catch(() => undefined)
  const kept = await readKept()
  if (!before || !kept || !signed) return 'unsigned'
  const { release } = signed
  if (signed.id !== id || release.retire) return 'other'
  if (release.sequence <= before.sequence) return 'older'
  try {
    if (release.root !== before.root) await keepFiles(release, before)
  } catch {
    return 'partial'
  }
  const keys = release.keys ?? before.keys
  const { first } = kept
  await keepAs({ ...signed, release: { ...release, keys }, first })
  // The former one stays: pages that are open still need their parts.
  await dropCaches([release, before])
  return undefined
}

/** All of it, also what the worker would answer with. */
export async function forgetRelease(): Promise<void> {
  await dropCaches([])
  await caches.delete('covault-proof')
}

async function keepAs(signed: Omit<Kept, 'since'>): Promise<void> {
  await keep('/kept', Response.json({ ...signed, since: Date.now() }))
}

async function dropCaches(needed: Release[]): Promise<void> {
  const names = needed.map(cacheOf)
  for (const name of await caches.keys())
    if (/^covault-[0-9a-f]{64}$/.test(name) && !names.includes(name))
      await caches.delete(name)
}

const atOnce = 8

/**
 * Keeps every file that is what the release says; what is here already is not
 * fetched again. One that is not, or is missing, refuses the whole.
 */
async function keepFiles(release: Release, before?: Release): Promise<void> {
  const kept = await caches.open(cacheOf(release))
  const old = before && (await caches.open(cacheOf(before)))
  const files = Object.entries(release.files)
  const keepNext = async (): Promise<void> => {
    const [path, file] = files.pop() ?? []
    if (!path) return
    if (!(await findSound(kept, path, file?.sha256))) {
      const known = old && (await findSound(old, path, file?.sha256))
      await kept.put(path, known ?? (await fetchFile(path, file?.sha256)))
    }
    await keepNext()
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, keepNext))
  } catch (error) {
    await caches.delete(cacheOf(release))
    throw error
  }
}
