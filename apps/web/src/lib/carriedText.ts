/** Names under which links of ours and of others carry something. */
const carrying =
  /^https?:\/\/\S*[#?&](tx|importTx|importSig|importMsg|importMsgSig)=/m

/**
 * Whether a text may carry a transaction or a message: JSON, a code or a link.
 * What it is in fact is found out by the code that reads it, loaded then.
 */
export function looksCarried(text: string): boolean {
  const trimmed = text.trim()
  return (
    (trimmed.startsWith('{') && trimmed.length > 40) ||
    /^ur:bytes\//i.test(trimmed) ||
    carrying.test(trimmed)
  )
}

/** What somebody handed over, and the name of the file it was in. */
export type BroughtText = { text: string; file?: string }

/** What something came in, for words; of a copy, that lay here already. */
export type BroughtFrom = 'file' | 'link' | 'QR code' | 'text' | 'copy'

export function nameSource({ text, file }: BroughtText): BroughtFrom {
  if (file !== undefined) return 'file'
  const trimmed = text.trim()
  if (/^ur:/i.test(trimmed)) return 'QR code'
  return trimmed.startsWith('{') ? 'text' : 'link'
}

/** One mebibyte: what is carried is refused beyond that, and so not read. */
export const largestCarried = 1024 * 1024

/** Travels with the entry of the history, where Back and reload find it. */
declare module '@tanstack/history' {
  interface HistoryState {
    brought?: readonly BroughtText[]
  }
}
