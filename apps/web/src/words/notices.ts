import { onlyHereWords } from './rows.js'

/** What may happen to a safe, of what the bell keeps. */
export type Happening =
  | 'waits'
  | 'executable'
  | 'executed'
  | 'failed'
  | 'queue'
  | 'history'
  | 'message'
  | 'local'
  | 'localMessage'

/** What happened, in a sentence. */
export function writeNews({
  about,
  nonce,
}: {
  about: Happening
  nonce?: bigint | undefined
}): string {
  const which = nonce === undefined ? 'A transaction' : `Nonce ${nonce}`
  switch (about) {
    case 'waits':
      return `${which} needs your signature.`
    case 'executable':
      return `${which} is ready to execute.`
    case 'executed':
      return `${which} was executed.`
    case 'failed':
      return `${which} failed.`
    case 'queue':
      return nonce === undefined
        ? 'The queue has changed.'
        : `${which} was proposed or signed.`
    case 'history':
      return 'The history has a new entry.'
    case 'message':
      return 'A message has changed.'
    case 'local':
      return `${which} is ${onlyHereWords}.`
    case 'localMessage':
      return `A message is ${onlyHereWords}.`
  }
}

/** The same outside of the page, where no mark says who told it. */
export function writeNotification({
  told,
  ...news
}: Parameters<typeof writeNews>[0] & { told?: string | undefined }): string {
  const words = writeNews(news)
  return told ? `${words} Reported by the gateway: ${told}.` : words
}
