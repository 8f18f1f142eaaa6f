/** Of several bounds, the one that leaves least. */
export function highest<bound extends bigint | Date>(
  ...bounds: (bound | undefined)[]
): bound | undefined {
  return choose(bounds, (one, other) => one > other)
}

export function lowest<bound extends bigint | Date>(
  ...bounds: (bound | undefined)[]
): bound | undefined {
  return choose(bounds, (one, other) => one < other)
}

function choose<bound>(
  bounds: readonly (bound | undefined)[],
  isCloser: (one: bound, other: bound) => boolean,
): bound | undefined {
  return bounds.reduce(
    (found, bound) =>
      bound !== undefined && (found === undefined || isCloser(bound, found))
        ? bound
        : found,
    undefined,
  )
}
