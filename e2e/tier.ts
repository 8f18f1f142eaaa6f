/**
 * Of the four looks of a page two are looked at in every run, so that each
 * colour scheme and each size is; the others belong to the whole matrix.
 */
export function tier(
  colorScheme: 'dark' | 'light',
  size: 'desktop' | 'phone' = 'desktop',
): '' | ' @full' {
  return (size === 'desktop') === (colorScheme === 'dark') ? '' : ' @full'
}
