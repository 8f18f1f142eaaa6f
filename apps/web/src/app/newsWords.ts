import { paths } from '../lib/paths.js'
import type { News } from '../preferences/notices.js'

/** What happened, in a sentence, and the page that shows it. */
export function describeNews({
  about,
  nonce,
  id,
}: Pick<News, 'about' | 'nonce' | 'id'>): { words: string; path: NewsPath } {
  const which = nonce === undefined ? 'A transaction' : `Nonce ${nonce}`
  const page = id === undefined ? paths.queue : paths.transaction
  switch (about) {
    case 'waits':
      return { words: `${which} waits for your seal.`, path: page }
    case 'executable':
      return { words: `${which} has its seals and can run.`, path: page }
    case 'executed':
      return { words: `${which} was executed.`, path: page }
    case 'failed':
      return { words: `${which} was executed and failed.`, path: page }
    case 'queue':
      return { words: 'The queue has changed.', path: paths.queue }
    case 'history':
      return { words: 'The history has a new entry.', path: paths.history }
    case 'message':
      return { words: 'A message has changed.', path: paths.messages }
  }
}

type NewsPath =
  | typeof paths.queue
  | typeof paths.transaction
  | typeof paths.history
  | typeof paths.messages
