export type PairingUri = { uri: string; topic: string; expiresAt: number }

export type PairingReading =
  | (PairingUri & { mistake?: never })
  | { mistake: string; uri?: never; topic?: never; expiresAt?: never }

/** Milliseconds that a code without a time of its own is good for. */
const lifetime = 5 * 60_000

const newCode = 'Let the dapp show a new code and copy that one.'

/** `wc:<topic>@2?relay-protocol=irn&symKey=<key>&expiryTimestamp=<seconds>`. */
export function readPairingUri(
  text: string,
  { now, used }: { now: number; used: readonly string[] },
): PairingReading {
  const uri = text.trim()
  if (uri === '')
    return {
      mistake: 'Paste the code that the dapp shows. It begins with wc:.',
    }
  const parts = /^wc:([^@?]*)@(\d+)(?:\?(.*))?$/i.exec(uri)
  if (!parts)
    return {
      mistake:
        'This is not a code of WalletConnect. It begins with wc: and is copied from the dapp as a whole.',
    }
  const [, topic = '', version = '', query = ''] = parts
  if (version === '1')
    return {
      mistake:
        'This code is of version 1 of WalletConnect, which was switched off in 2023. The dapp has to use version 2.',
    }
  if (version !== '2')
    return {
      mistake: `This code is of version ${version.slice(0, 6)} of WalletConnect. Version 2 is understood here.`,
    }
  const fields = new URLSearchParams(query)
  const mistake = findMistake({ topic, fields })
  if (mistake) return { mistake: `${mistake} ${newCode}` }
  const given = fields.get('expiryTimestamp')
  const expiresAt = given ? Number(given) * 1000 : now + lifetime
  if (!(expiresAt > now))
    return { mistake: `This code has expired. ${newCode}` }
  if (used.includes(topic))
    return { mistake: `This code was used already. ${newCode}` }
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
    return 'The code is not complete: its topic is missing or cut off.'
  const key = fields.get('symKey') ?? ''
  if (key === '') return 'The code is not complete: it has no key.'
  if (!/^[0-9a-f]{64}$/i.test(key))
    return 'The code is not complete: its key is cut off.'
  const relay = fields.get('relay-protocol') ?? ''
  if (relay !== 'irn')
    return 'The code names a relay that WalletConnect does not have.'
  return undefined
}
