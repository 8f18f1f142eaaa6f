// Mantine and RainbowKit hand the text of their style elements to the browser
// as HTML. Under `require-trusted-types-for 'script'` that throws unless a
// default policy lets it pass; style text never contains `<`, markup always
// does. Script text and script addresses have no way through at all.
declare global {
  interface Window {
    trustedTypes?: {
      createPolicy: (
        name: string,
        rules: { createHTML: (text: string) => string },
      ) => unknown
    }
  }
}

window.trustedTypes?.createPolicy('default', { createHTML: refuseMarkup })

function refuseMarkup(text: string): string {
  if (text.includes('<'))
    throw new TypeError('This page doesn’t allow markup as a string.')
  return text
}

export {}
