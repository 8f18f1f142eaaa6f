import { join } from 'node:path'
import type { Plugin } from 'vite'
import { addIntegrity, listIntegrity } from './integrity'
import { listPageFiles } from './pageFiles'
import { hashStyles } from './src/app/hashStyles'

/**
 * The document says where the configuration is, which is on its way before the
 * first script runs, and what every file must hash to. Beside it, what servers
 * need to know of the document: the hashes of its inline script and of the style
 * elements that libraries write, the files of each page, and what they hold.
 */
export function documentFacts(): Plugin {
  return {
    name: 'covault:document-facts',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // When no other plugin changes a file any more.
      order: 'post',
      async handler(_options, bundle) {
        const document = bundle['index.html']
        if (document?.type !== 'asset') throw new Error('No document is built.')
        const integrity = listIntegrity(
          bundle,
          join(import.meta.dirname, 'public'),
        )
        const { html, scriptHashes } = addIntegrity(
          String(document.source),
          integrity,
        )
        document.source = html
        const facts = {
          scriptHashes,
          styleHashes: await hashStyles(),
          pageFiles: listPageFiles(bundle),
          integrity,
          packages: listPackages(
            Object.values(bundle).flatMap((file) =>
              file.type === 'chunk' ? file.moduleIds : [],
            ),
          ),
        }
        this.emitFile({
          type: 'asset',
          fileName: 'document.json',
          source: `${JSON.stringify(facts)}\n`,
        })
      },
    },
  }
}

/** The packages of npm that the browser runs a part of, by their place. */
function listPackages(moduleIds: readonly string[]): string[] {
  const places = moduleIds.flatMap((id) => {
    const found =
      /^.*?(node_modules\/.*node_modules\/|node_modules\/)((?:@[^/]+\/)?[^/?]+)/.exec(
        id,
      )
    return found ? [`${found[1]}${found[2]}`] : []
  })
  return [...new Set(places)].sort()
}

/** Also while developing: the app reads its configuration by this link. */
export function configLink(): Plugin {
  return {
    name: 'covault:config-link',
    transformIndexHtml: () => [
      {
        tag: 'link',
        attrs: {
          id: 'app-config',
          rel: 'preload',
          as: 'fetch',
          href: '/app-config',
          crossorigin: true,
        },
        injectTo: 'head',
      },
    ],
  }
}
