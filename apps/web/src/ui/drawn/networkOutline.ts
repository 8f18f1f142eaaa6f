const outlines = [
  'M7 1.5 12.5 12h-11z',
  'M7 1 11.5 7 7 13 2.5 7z',
  'M1.7 7a5.3 5.3 0 1 0 10.6 0a5.3 5.3 0 1 0-10.6 0zM1.7 7h7',
  'M2 2h10v10H2zM2 2l10 10',
  'M4 2h6l3 5-3 5H4L1 7z',
]

/**
 * The glyph of a network in a box of 14. It follows from the chain id, so that
 * networks of one's own can be told apart without anybody drawing for them.
 */
export function getNetworkOutline(chainId: number): string {
  return outlines[chainId % outlines.length] ?? ''
}
