import type { Rolldown } from 'vite'
import { paths } from './src/lib/paths'

/** The pages that people come back to, and where each begins. */
const screens = {
  [paths.accounts]: 'accounts/AccountsScreen.tsx',
  [paths.home]: 'home/HomeScreen.tsx',
  [paths.balances]: 'assets/TokensScreen.tsx',
  [paths.collectibles]: 'assets/CollectiblesScreen.tsx',
  [paths.queue]: 'queue/QueueScreen.tsx',
  [paths.history]: 'history/HistoryScreen.tsx',
  [paths.messages]: 'messages/MessagesScreen.tsx',
  [paths.transaction]: 'transaction/TransactionScreen.tsx',
  [paths.message]: 'transaction/TransactionScreen.tsx',
}

/**
 * By path, the files that a page needs besides what the document names: told
 * with the document, they are on their way before the first script has run.
 */
export function listPageFiles(
  bundle: Rolldown.OutputBundle,
): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const named = collectFiles(chunks, ({ isEntry }) => isEntry)
  const pages = Object.entries(screens).map(([path, screen]) => {
    const end = `/src/screens/${screen}`
    const files = collectFiles(
      chunks,
      ({ facadeModuleId }) => facadeModuleId?.endsWith(end) ?? false,
    )
    if (files.size === 0) throw new Error(`No file begins with ${end}.`)
    return [path, [...files].filter((file) => !named.has(file))]
  })
  return Object.fromEntries(pages)
}

/** All that the chosen ones import, themselves included. */
function collectFiles(
  chunks: readonly Rolldown.OutputChunk[],
  isChosen: (chunk: Rolldown.OutputChunk) => boolean,
): Set<string> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const names = new Set(chunks.filter(isChosen).map(({ fileName }) => fileName))
  for (const name of names)
    for (const needed of byName.get(name)?.imports ?? []) names.add(needed)
  return names
}
