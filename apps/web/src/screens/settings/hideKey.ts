/** Keys of providers stand in the path; the host is enough to recognise it. */
export function hideKey(url: string): string {
  if (!URL.canParse(url)) return url
  const { origin, pathname } = new URL(url)
  return pathname.length > 1 ? `${origin}/…` : origin
}
