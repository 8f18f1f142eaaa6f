import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Signatures are OpenSSH's: every Debian can make and check them offline. They
// stand one after the other in `release.json.sigs`.

export const namespace = 'covault-release'

/** Who may sign, and how many of them must. */
export type ReleaseKeys = {
  threshold: number
  /** By name, as in a file of OpenSSH: `ssh-ed25519 AAAA…`. */
  signers: Record<string, string>
}

export function readKeys(text: string): ReleaseKeys {
  const { threshold, signers: lines } = JSON.parse(text)
  const names = Object.keys(lines ?? {})
  // Browsers verify plain keys only: what a security key signs is other data.
  const onHardware = names.find((name) => /^sk-/.test(lines[name]))
  if (onHardware)
    throw new Error(
      `The key of ${onHardware} is one of a security key (sk-…). A plain ssh-ed25519 key is needed; a smart card or a hardware wallet with an ssh agent can hold one.`,
    )
  // A line of a .pub file ends with a comment.
  const signers: Record<string, string> = Object.fromEntries(
    names.map((name) => [
      name,
      String(lines[name]).trim().split(/\s+/).slice(0, 2).join(' '),
    ]),
  )
  const isSound =
    Number.isInteger(threshold) &&
    threshold >= 1 &&
    threshold <= names.length &&
    new Set(Object.values(signers)).size === names.length &&
    names.every(
      (name) =>
        /^[\w.-]+$/.test(name) &&
        /^ssh-ed25519 [A-Za-z0-9+/]+=*$/.test(signers[name] ?? ''),
    )
  if (!isSound)
    throw new Error(
      'The keys need a threshold, and as many different ssh-ed25519 keys or more.',
    )
  return { threshold, signers }
}

/** The list in the source; undefined until a maintainer has made a key. */
export function readListedKeys(text: string): ReleaseKeys | undefined {
  const isEmpty = Object.keys(JSON.parse(text).signers).length === 0
  return isEmpty ? undefined : readKeys(text)
}

/** The key is a file, or one that ssh-agent holds, named by its public half. */
export function sign(content: string, key: string): string {
  return execFileSync(
    'ssh-keygen',
    ['-Y', 'sign', '-q', '-n', namespace, '-f', key],
    {
      input: content,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
}

export function splitSignatures(text: string): string[] {
  return (
    text.match(
      /-----BEGIN SSH SIGNATURE-----[^-]+-----END SSH SIGNATURE-----/g,
    ) ?? []
  )
}

/** The names of those whose signature holds, each once. */
export function findSigners(
  content: string,
  signatures: string,
  { signers }: ReleaseKeys,
): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'covault-signers-'))
  try {
    const allowed = join(folder, 'allowed_signers')
    writeFileSync(
      allowed,
      Object.entries(signers)
        .map(([name, key]) => `${name} namespaces="${namespace}" ${key}\n`)
        .join(''),
    )
    const found = splitSignatures(signatures).flatMap((signature) => {
      const file = join(folder, 'signature')
      writeFileSync(file, `${signature}\n`)
      return Object.keys(signers).filter((name) => {
        const { status } = spawnSync(
          'ssh-keygen',
          [
            '-Y',
            'verify',
            '-f',
            allowed,
            '-I',
            name,
            '-n',
            namespace,
            '-s',
            file,
          ],
          { input: content },
        )
        return status === 0
      })
    })
    return [...new Set(found)].sort()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export type Judgement = { signers: string[]; isAccepted: boolean }

/**
 * Whoever trusts `trusted` accepts the next release if enough of those signed
 * it. So keys are exchanged, and taken away, by those that stay.
 */
export function judgeSignatures(
  content: string,
  signatures: string,
  trusted: ReleaseKeys,
): Judgement {
  const signers = findSigners(content, signatures, trusted)
  return { signers, isAccepted: signers.length >= trusted.threshold }
}

export function readPublicKey(file: string): string {
  const [kind = '', value = ''] = readFileSync(file, 'utf8').split(' ')
  return `${kind} ${value.trim()}`
}
