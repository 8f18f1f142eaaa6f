// Signatures of OpenSSH, as `ssh-keygen -Y sign` makes them, read and verified
// by the browser itself.

export type ReleaseKeys = {
  threshold: number
  /** By name: `ssh-ed25519 AAAA…`. */
  signers: Record<string, string>
}

type Bytes = Uint8Array<ArrayBuffer>

/** Whose signature holds, each once. */
export async function findSigners(
  content: Bytes,
  signatures: string,
  { signers }: ReleaseKeys,
): Promise<string[]> {
  const found = new Set<string>()
  for (const [, armoured = ''] of signatures.matchAll(
    /BEGIN SSH SIGNATURE-----([^-]+)-----END/g,
  )) {
    const key = await verify(content, armoured).catch(() => undefined)
    for (const [name, trusted] of Object.entries(signers))
      if (key && trusted === `ssh-ed25519 ${key}`) found.add(name)
  }
  return [...found].sort()
}

/**
 * The key that made it, or undefined. After a magic word and a version come key,
 * purpose, something reserved, the name of the hash, and the signature; each
 * after its length. Signed are the magic word, the three in the middle as they
 * stand, and the hash of the content.
 */
async function verify(
  content: Bytes,
  armoured: string,
): Promise<string | undefined> {
  const blob = Uint8Array.from(atob(armoured.replace(/\s/g, '')), (letter) =>
    letter.charCodeAt(0),
  )
  const view = new DataView(blob.buffer)
  let at = 10
  const read = () => {
    const end = at + 4 + view.getUint32(at)
    const part = blob.slice(at + 4, end)
    at = end
    return part
  }
  const key = read()
  const start = at
  const [purpose, , hashName] = [read(), read(), read()].map((part) =>
    String.fromCharCode(...part),
  )
  const middle = blob.slice(start, at)
  const magic = String.fromCharCode(...blob.slice(0, 6))
  // SHA-512 is what ssh-keygen takes unless it is told another.
  if (magic !== 'SSHSIG' || purpose !== 'covault-release') return undefined
  if (hashName !== 'sha512') return undefined
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-512', content))
  const holds = await crypto.subtle.verify(
    'Ed25519',
    await crypto.subtle.importKey('raw', key.slice(-32), 'Ed25519', false, [
      'verify',
    ]),
    read().slice(-64),
    new Uint8Array([...blob.slice(0, 6), ...middle, 0, 0, 0, 64, ...digest]),
  )
  return holds ? btoa(String.fromCharCode(...key)) : undefined
}
