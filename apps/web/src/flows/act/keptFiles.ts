import { downloadText } from '../../lib/files.js'
import type { KeptSignature } from '../../preferences/keptSignatures.js'
import type { KeptMessageSignature } from './keptWork.js'

/** For handing a signature to the others when the gateway does not take it. */
export function saveSignature(kept: KeptSignature): void {
  save(`covault-signature-${kept.safeTxHash.slice(2, 10)}.json`, kept)
}

export function saveMessageSignature(kept: KeptMessageSignature): void {
  save(`covault-message-${kept.messageHash.slice(2, 10)}.json`, kept)
}

function save(name: string, kept: object): void {
  const text = JSON.stringify(
    kept,
    (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    2,
  )
  downloadText({ name, type: 'application/json', text })
}
