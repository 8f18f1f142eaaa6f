/** Remembers no more than so many bytes: what was put first is forgotten first. */
export type WeighedMap<value> = {
  get(key: string): value | undefined
  /** With what it weighs, beside its key. */
  set(key: string, value: value, bytes: number): void
  delete(key: string): void
  clear(): void
}

/** What an entry weighs beside its key and its value. */
const entryBytes = 200

export function createWeighedMap<value>(mostBytes: number): WeighedMap<value> {
  const entries = new Map<string, { value: value; bytes: number }>()
  let held = 0
  const drop = (key: string) => {
    held -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  return {
    get: (key) => entries.get(key)?.value,
    set(key, value, weight) {
      drop(key)
      const bytes = weight + 2 * key.length + entryBytes
      entries.set(key, { value, bytes })
      held += bytes
      for (const oldest of entries.keys()) {
        if (held <= mostBytes) break
        drop(oldest)
      }
    },
    delete: drop,
    clear() {
      entries.clear()
      held = 0
    },
  }
}
