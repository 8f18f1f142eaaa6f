import { paths } from '../lib/paths.js'
import type { News } from '../preferences/notices.js'

/** The page that shows what happened. */
export function findNewsPage({ about, id }: Pick<News, 'about' | 'id'>) {
  switch (about) {
    case 'history':
      return id === undefined ? paths.history : paths.transaction
    case 'message':
    case 'localMessage':
      return paths.messages
    default:
      return id === undefined ? paths.queue : paths.transaction
  }
}
