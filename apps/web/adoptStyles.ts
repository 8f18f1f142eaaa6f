import type { Plugin } from 'vite'

/**
 * react-remove-scroll, inside of the wallet modal, writes the width of the
 * scroll bar into a style element, which the content policy knows by no hash.
 * An adopted style sheet is no element: the script that makes it is allowed.
 */
export function adoptStyles(): Plugin {
  return {
    name: 'covault:adopt-styles',
    transform(code, id) {
      return /\/react-style-singleton\/dist\/[^/]+\/singleton\.js$/.test(id)
        ? adopt(code)
        : undefined
    },
  }
}

export function adopt(code: string): string {
  return code
    .replace("import { getNonce } from 'get-nonce';\n", '')
    .replace('= makeStyleTag()', '= new CSSStyleSheet()')
    .replace('injectStyles(stylesheet, style)', 'stylesheet.replaceSync(style)')
    .replace(
      'insertStyleTag(stylesheet)',
      'document.adoptedStyleSheets = [...document.adoptedStyleSheets, stylesheet]',
    )
    .replace(
      'stylesheet.parentNode && stylesheet.parentNode.removeChild(stylesheet)',
      'const gone = stylesheet;\n                document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== gone)',
    )
    .replace(/function makeStyleTag[\s\S]*?(?=export var)/, '')
}
