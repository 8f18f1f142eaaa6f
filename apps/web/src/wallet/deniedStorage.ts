/**
 * In the frame of another site a browser may deny a page its storage, by an
 * error at the first touch. Wallets' libraries touch it without asking; they
 * get one that lasts as long as the page.
 */
export function replaceDeniedStorage(target: Window): void {
  try {
    target.localStorage.getItem('')
  } catch {
    Object.defineProperty(target, 'localStorage', {
      configurable: true,
      value: createStorage(),
    })
  }
}

function createStorage(): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: (index) => [...items.keys()][index] ?? null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, value) => void items.set(key, String(value)),
  }
}
