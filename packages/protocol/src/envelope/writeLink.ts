import { BaseError } from '../errors.js'
import { formatPrefixedAddress } from '../prefixedAddress.js'
import { toBase64, toBase64Url } from './base64.js'
import { packText } from './payload.js'
import { payloadPrefix } from './readLink.js'
import { writeSignatures } from './signatureData.js'
import { writeTransactionData } from './transactionData.js'
import { type Parcel, toEnvelope } from './writeEnvelope.js'

/** Chats and mail cut longer ones; then a file or codes serve better. */
export const longestLink = 8_192

/** Ours. The fragment is never sent to a server. */
export async function writeLink(
  parcel: Parcel,
  { origin, shortName }: { origin: string; shortName: string },
): Promise<string> {
  const packed = await packText(JSON.stringify(toEnvelope(parcel)))
  const { safe } = parcel.signable.domain
  const prefixed = formatPrefixedAddress({ shortName, address: safe })
  return `${origin}/transactions/tx?safe=${prefixed}#tx=${payloadPrefix}${toBase64Url(packed)}`
}

/** Eternal Safe's: the transaction reaches the log of anyone who serves it. */
export function writeEternalSafeLink(
  { signable, signatures }: Parcel,
  { origin, shortName }: { origin: string; shortName: string },
): string {
  if (signable.kind !== 'transaction') throw new NoMessageLinkError()
  const value = writeSignatures(signatures).map(
    ({ signer, data, isContractSignature }) => [
      signer.toLowerCase(),
      isContractSignature
        ? { signer, data, isContractSignature }
        : { signer, data },
    ],
  )
  const text = JSON.stringify({
    signatures: { dataType: 'Map', value },
    data: writeTransactionData(signable.transaction),
  })
  const { safe } = signable.domain
  const prefixed = formatPrefixedAddress({ shortName, address: safe })
  return `${origin}/transactions/tx/?safe=${prefixed}&tx=${toBase64Url(encode(text))}`
}

export function writeLocalsafeLink(
  { signable, signatures }: Parcel,
  { origin }: { origin: string },
): string {
  const { chainId, safe } = signable.domain
  const list = writeSignatures(signatures)
  const [name, content] =
    signable.kind === 'transaction'
      ? ([
          'importTx',
          {
            tx: {
              data: writeTransactionData(signable.transaction),
              signatures: list,
            },
          },
        ] as const)
      : ([
          'importMsg',
          {
            message: { data: signable.message, signatures: list },
          },
        ] as const)
  const payload = toBase64(encode(toAscii(JSON.stringify(content))))
  return `${origin}/#/safe/${safe}?${name}=${encodeURIComponent(payload)}&chainId=${chainId}`
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** localsafe decodes with `atob` alone, which knows no other letters. */
function toAscii(json: string): string {
  return json.replace(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

export class NoMessageLinkError extends BaseError {
  override name = 'NoMessageLinkError'

  constructor() {
    super('Eternal Safe has no links for messages. Send a file instead.')
  }
}
