/** Of rows in lists, which every page has: words of single pages are elsewhere. */
export const movementWords = {
  mayBeMore: 'May have sent more than is shown',
} as const
