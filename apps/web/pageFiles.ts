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
 * What the app asks for by itself when the content stands, on every page: in
 * `app/Shell.tsx`, `app/Afterwards.tsx` and `machine/usePrefetchWhenIdle.ts`.
 * A page links to any of the flows.
 */
const comesAhead = [
  /\/src\/app\/(Afterwards|NoticePanel)\.tsx$/,
  /\/src\/flows\/progress\/PendingWork\.tsx$/,
  /\/src\/flows\/machine\/FlowDialog\.tsx$/,
  /\/src\/flows\/\w+\/(f|\w+F)low\.tsx?$/,
  /\/src\/understand\/assess\/heavyHalf\.ts$/,
  /\/src\/standIn\/answer\.ts$/,
  /\/src\/components\/transaction\/TransactionDetails\.tsx$/,
  /\/src\/screens\/bringIn\/BringInScreen\.tsx$/,
  /\/src\/screens\/transaction\/TransactionScreen\.tsx$/,
  /\/src\/wallet\/WalletButton\.tsx$/,
  // The wallet layer asks for these itself.
  /\/rainbowkit\/dist\/.*injectedWallet-/,
]

export type PageFiles = {
  /** All that is loaded before the first content. */
  first: string[]
  /** All that is fetched when the content stands. */
  ahead: string[]
}

/** By path, how many files a page asks for: the size check holds their number. */
export function listAllFiles(
  bundle: Rolldown.OutputBundle,
): Record<string, PageFiles> {
  const chunks = listChunks(bundle)
  const later = comesAhead.flatMap((test) => {
    const files = collectFiles(chunks, ({ moduleIds }) =>
      moduleIds.some((id) => test.test(id)),
    )
    if (files.size === 0) throw new Error(`No file has ${test}.`)
    return [...files]
  })
  const named = collectFiles(chunks, ({ isEntry }) => isEntry)
  const pages = Object.entries(listPageFiles(bundle)).map(
    ([path, own]): [string, PageFiles] => {
      const first = [...new Set([...named, ...own])]
      const ahead = [...new Set(later)].filter((file) => !first.includes(file))
      return [path, { first, ahead }]
    },
  )
  return Object.fromEntries(pages)
}

/**
 * By path, the files that a page needs besides what the document names: told
 * with the document, they are on their way before the first script has run.
 */
export function listPageFiles(
  bundle: Rolldown.OutputBundle,
): Record<string, string[]> {
  const chunks = listChunks(bundle)
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

function listChunks(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  return Object.values(bundle).filter((file) => file.type === 'chunk')
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
