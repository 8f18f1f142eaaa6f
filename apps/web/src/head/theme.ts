const grounds = { light: '#fafaf9', dark: '#0a0a0a' }

/**
 * Before the first paint, so that a light page never flashes dark or the other
 * way round. It says the same as preferences/theme.ts; a test compares.
 */
export function paintTheme(): void {
  const scheme = readScheme()
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', grounds[scheme])
}

function readScheme(): 'light' | 'dark' {
  const stored = readStored('theme')
  if (stored === 'light' || stored === 'dark') return stored
  return matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
}

/** What this browser remembers, where it may. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(`covault.v1.${name}`)
  } catch {
    return null
  }
}
