/** Items with their place, for lists whose order is their identity. */
export function toNumbered<item>(
  items: readonly item[],
): { item: item; at: number }[] {
  return items.map((item, at) => ({ item, at }))
}
