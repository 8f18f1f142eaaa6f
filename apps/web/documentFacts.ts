import type { Plugin } from 'vite'
import { buildHeadScript, type HeadFile, writeFrameStyle } from './headFiles'
import { addIntegrity, listIntegrity } from './integrity'
import { listAllFiles, listPageFiles } from './pageFiles'
import { hashStyles } from './src/app/hashStyles'
import { renderFrame } from './src/head/Frame'

/**
 * The document says where the configuration is, which is on its way before the
 * first script runs, and what every file must hash to. Beside it, what servers
 * need to know of the document: the hashes of its inline script and of the style
 * elements that libraries write, and what every file holds.
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
        const script = await buildHeadScript(listPageFiles(bundle))
        const style = writeFrameStyle()
        for (const { fileName, source } of [script, style])
          this.emitFile({ type: 'asset', fileName, source })
        const integrity = listIntegrity(bundle, [script, style])
        const { html, scriptHashes } = addIntegrity(
          addFrame(String(document.source), { script, style }),
          integrity,
        )
        document.source = html
        const facts = {
          scriptHashes,
          styleHashes: await hashStyles(),
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
        this.emitFile({
          type: 'asset',
          fileName: '.vite/pages.json',
          source: `${JSON.stringify(listAllFiles(bundle))}\n`,
        })
      },
    },
  }
}

/**
 * The frame before the app, its style and the head script before all else. The
 * app's own style stands between the two: it holds up the scripts, which wait for
 * the end of the document, and nothing that is painted before it.
 */
export function addFrame(
  html: string,
  { script, style }: { script: HeadFile; style: HeadFile },
): string {
  const ofApp = /\n *<link rel="stylesheet"[^>]*>/.exec(html)?.[0]
  const place = '<div id="root"></div>'
  const first = html.indexOf('<script')
  if (!ofApp || first < 0 || html.split(place).length !== 2)
    throw new Error('The document is not as the frame expects it.')
  const ofFrame = `<link rel="stylesheet" crossorigin href="/${style.fileName}">\n    `
  // It reads the link to the configuration, which stands before it.
  const head = `  <script src="/${script.fileName}" crossorigin></script>\n  </head>`
  return `${html.slice(0, first)}${ofFrame}${html.slice(first)}`
    .replace(ofApp, '')
    .replace('</head>', head)
    .replace(place, () => `${renderFrame()}${ofApp}\n    ${place}`)
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
    transformIndexHtml: (_html, { server }) => [
      // The build has it as a file of its own.
      ...(server
        ? [
            {
              tag: 'script',
              attrs: { type: 'module', src: '/src/head/head.ts' },
              injectTo: 'head-prepend' as const,
            },
          ]
        : []),
      {
        tag: 'link',
        attrs: {
          id: 'app-config',
          rel: 'preload',
          as: 'fetch',
          href: '/app-config',
          crossorigin: true,
        },
        injectTo: 'head' as const,
      },
    ],
  }
}
