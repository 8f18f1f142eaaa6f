/**
 * Features of the browser that can be granted to an app. Others, like camera
 * and location, this product denies to every page it serves.
 */
export const featureNames = {
  'clipboard-read': 'read the clipboard',
  'clipboard-write': 'write to the clipboard',
  fullscreen: 'fill the whole screen',
} as const

export function isOfferedFeature(
  name: string,
): name is keyof typeof featureNames {
  return Object.hasOwn(featureNames, name)
}
