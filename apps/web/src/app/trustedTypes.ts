// Mantine and RainbowKit hand the text of their style elements to the browser
// as HTML. Under `require-trusted-types-for 'script'` that throws unless a
// default policy lets it pass; style text never contains `<`, markup always
// does. Of script addresses the worker's alone passes, script text never does.
declare global {
  interface Window {
    trustedTypes?: {
      createPolicy: (
        name: string,
        rules: {
          createHTML: (text: string) => string
          createScriptURL: (address: string) => string
        },
      ) => unknown
    }
  }
}

window.trustedTypes?.createPolicy('default', {
  createHTML: refuseMarkup,
  createScriptURL: refuseOthers,
})

function refuseMarkup(text: string): string {
  if (text.includes('<'))
    throw new TypeError('This page doesn’t allow markup as a string.')
  return text
}

function refuseOthers(address: string): string {
  if (address !== '/sw.js')
    throw new TypeError('This page doesn’t load scripts by their address.')
  return address
}

export {}
