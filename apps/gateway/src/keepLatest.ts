/** Remembers one more, and forgets what was remembered first beyond so many. */
export function keepLatest<key, value>(
  map: Map<key, value>,
  parameters: { key: key; value: value; most: number },
): void {
  const { key, value, most } = parameters
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= most) break
    map.delete(oldest)
  }
}
