import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// What a release is made of, from the lock file: a CycloneDX list for programs,
// and the licences of what is shipped for people.

type Locked = {
  version?: string
  integrity?: string
  license?: string
  dev?: boolean
  link?: boolean
  name?: string
}
export type Lock = { packages: Record<string, Locked> }

type Part = { place: string; name: string; version: string } & Locked

export function listParts(lock: Lock): Part[] {
  return Object.entries(lock.packages)
    .filter(([place, { link }]) => place.includes('node_modules/') && !link)
    .map(([place, locked]) => ({
      ...locked,
      place,
      // An alias stands under another name than its package has.
      name: locked.name ?? place.slice(place.lastIndexOf('node_modules/') + 13),
      version: locked.version ?? '',
    }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
}

export function writeBillOfMaterials(
  lock: Lock,
  facts: { product: string; inBrowser: readonly string[] },
): object {
  const components = listParts(lock).map((part) => ({
    type: 'library',
    'bom-ref': part.place,
    name: part.name,
    version: part.version,
    purl: `pkg:npm/${part.name.replace('@', '%40')}@${part.version}`,
    scope: part.dev ? 'excluded' : 'required',
    ...(part.integrity && { hashes: [toHash(part.integrity)] }),
    ...(part.license && { licenses: [toLicence(part.license)] }),
    properties: [
      {
        name: 'covault:in-browser',
        value: String(facts.inBrowser.includes(part.place)),
      },
    ],
  }))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': 'covault',
        name: 'covault',
        version: facts.product,
        licenses: [{ license: { id: 'MIT' } }],
      },
    },
    components,
  }
}

function toHash(integrity: string) {
  const [, value = ''] = integrity.split('-')
  const content = Buffer.from(value, 'base64').toString('hex')
  return { alg: 'SHA-512', content }
}

function toLicence(text: string): object {
  return /^[\w.-]+$/.test(text) && !/^SEE|^UNLICENSED/.test(text)
    ? { license: { id: text } }
    : { expression: text }
}

/** The texts of the licences of all that is shipped, as their authors wrote them. */
export function writeNotices(
  lock: Lock,
  { root, inBrowser }: { root: string; inBrowser: readonly string[] },
): string {
  const shipped = listParts(lock).filter(
    ({ dev, place }) => !dev || inBrowser.includes(place),
  )
  const notices = shipped.map((part) => {
    const texts = readLicences(join(root, part.place))
    const title = `${part.name} ${part.version} (${part.license ?? 'licence not named'})`
    return [title, '-'.repeat(title.length), ...texts].join('\n')
  })
  return `Covault contains these packages, under their own licences.\n\n${notices.join('\n\n')}\n`
}

function readLicences(folder: string): string[] {
  // Of a package for another kind of machine only the lock file knows.
  if (!existsSync(folder)) return ['Not installed on the machine of the build.']
  return readdirSync(folder)
    .filter((name) => /^(licen[cs]e|notice|copying)(\.|-|$)/i.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
}
