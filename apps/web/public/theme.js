// Runs before the first paint, so that a light page never flashes dark or the
// other way round. A classic script of its own: the content policy allows no
// inline one. It says the same as src/preferences/theme.ts; a test compares.
;(() => {
  const ground = { light: '#fafaf9', dark: '#0a0a0a' }
  const stored = (() => {
    try {
      return localStorage.getItem('covault.v1.theme')
    } catch {
      return null
    }
  })()
  const scheme = (() => {
    if (stored === 'light' || stored === 'dark') return stored
    return matchMedia('(prefers-color-scheme: light)').matches
      ? 'light'
      : 'dark'
  })()
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', ground[scheme])
})()
