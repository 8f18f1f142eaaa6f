export function splitEvery<item>(
  items: readonly item[],
  size: number,
): item[][] {
  const parts: item[][] = []
  for (let at = 0; at < items.length; at += size)
    parts.push(items.slice(at, at + size))
  return parts
}
