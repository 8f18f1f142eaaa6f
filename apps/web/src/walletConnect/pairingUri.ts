export type PairingUri = { uri: string; topic: string; expiresAt: number }

export type PairingReading =
  | (PairingUri & { mistake?: never })
  | { mistake: string; uri?: never; topic?: never; expiresAt?: never }

/** Milliseconds that a code without a time of its own is good for. */
const lifetime = 5 * 60_000

const newCode = 'Copy a new link from the dapp.'

/** `wc:<topic>@2?relay-protocol=irn&symKey=<key>&expiryTimestamp=<seconds>`. */
export function readPairingUri(
  text: string,
  { now, used }: { now: number; used: readonly string[] },
): PairingReading {
  const uri = text.trim()
  if (uri === '')
    return {
      mistake:
        'Paste the WalletConnect link from the dapp. It starts with wc:.',
    }
  const parts = /^wc:([^@?]*)@(\d+)(?:\?(.*))?$/i.exec(uri)
  if (!parts)
    return {
      mistake:
        'This isn’t a WalletConnect link. Copy the whole link from the dapp; it starts with wc:.',
    }
  const [, topic = '', version = '', query = ''] = parts
  if (version === '1')
    return {
      mistake:
        'This link uses WalletConnect version 1, which was shut down in 2023. The dapp must use version 2.',
    }
  if (version !== '2')
    return {
      mistake: `This link uses WalletConnect version ${version.slice(0, 6)}. Only version 2 is supported.`,
    }
  const fields = new URLSearchParams(query)
  const mistake = findMistake({ topic, fields })
  if (mistake) return { mistake: `${mistake} ${newCode}` }
  const given = fields.get('expiryTimestamp')
  const expiresAt = given ? Number(given) * 1000 : now + lifetime
  if (!(expiresAt > now))
    return { mistake: `This link has expired. ${newCode}` }
  if (used.includes(topic))
    return { mistake: `This link was already used. ${newCode}` }
  return { uri, topic, expiresAt }
}

function findMistake({
  topic,
  fields,
}: {
  topic: string
  fields: URLSearchParams
}): string | undefined {
  if (!/^[0-9a-f]{64}$/i.test(topic))
    return 'The link is incomplete: its topic is missing or cut off.'
  const key = fields.get('symKey') ?? ''
  if (key === '') return 'The link is incomplete: its key is missing.'
  if (!/^[0-9a-f]{64}$/i.test(key))
    return 'The link is incomplete: its key is cut off.'
  const relay = fields.get('relay-protocol') ?? ''
  if (relay !== 'irn') return 'The link names an unknown WalletConnect relay.'
  return undefined
}
