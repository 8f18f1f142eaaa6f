import { vi } from 'vitest'

/** Modules as a folder loads them, which has no gateway behind it. */
export async function loadInFolder<Loaded>(
  load: () => Promise<Loaded>,
): Promise<Loaded> {
  const link = document.createElement('link')
  link.id = 'app-config'
  link.setAttribute('href', '/chains.json')
  document.head.append(link)
  vi.resetModules()
  try {
    return await load()
  } finally {
    link.remove()
    // Later files share what is loaded, and are in no folder.
    vi.resetModules()
  }
}
