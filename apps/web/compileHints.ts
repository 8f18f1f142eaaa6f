import type { Plugin, Rolldown } from 'vite'

const hint = '//# allFunctionsCalledOnLoad\n'

/** Files of what people come back to: most of what they hold runs at once. */
const first = /^(parts|ledger|useQueries|(Accounts|Home|Queue|Tokens)Screen)$/

/**
 * What runs before the first content is compiled while it arrives, beside the page.
 * Without a hint browsers compile a function when it is called for the first time,
 * and the page waits. Those that know no such hint read a comment.
 */
export function compileHints(): Plugin {
  return {
    name: 'covault:compile-hints',
    apply: 'build',
    enforce: 'post',
    // Another content is another name.
    augmentChunkHash: (chunk) => (isFirst(chunk) ? hint : undefined),
    generateBundle: {
      order: 'post',
      // Before anything else: Vite puts a line of its own there.
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && isFirst(file))
            file.code = `${hint}${file.code}`
      },
    },
  }
}

function isFirst({
  name,
  isEntry,
}: Pick<Rolldown.RenderedChunk, 'name' | 'isEntry'>): boolean {
  return isEntry || first.test(name)
}
