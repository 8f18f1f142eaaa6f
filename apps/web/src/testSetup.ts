import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(cleanup)

// A busy machine is no reason to fail; something that never comes still is.
configure({ asyncUtilTimeout: 15_000 })

// What Mantine asks of a browser and jsdom does not have. Tests that ask for
// the node environment have no window.
if (typeof window !== 'undefined') {
  // jsdom has a Uint8Array of its own realm, and Node's buffers are not one.
  globalThis.Uint8Array = Object.getPrototypeOf(Buffer)
  window.matchMedia ??= (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: false,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    })
  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  window.HTMLElement.prototype.scrollIntoView ??= () => {}
  if (!('fonts' in document))
    Object.assign(document, { fonts: new EventTarget() })
}
