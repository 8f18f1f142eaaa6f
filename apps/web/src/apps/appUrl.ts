/** Where an app is: its address as it is opened, and the origin that counts. */
export type AppUrl = { url: string; origin: string }

export type AppUrlReading =
  | (AppUrl & { mistake?: never })
  | { mistake: string; url?: never; origin?: never }

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * The address of an app: https, or http on this machine, and never on our own
 * origin, where it could act as this page.
 */
export function readAppUrl(
  text: string,
  { ownOrigin }: { ownOrigin: string },
): AppUrlReading {
  const trimmed = text.trim()
  if (trimmed === '') return { mistake: 'Enter the app’s address.' }
  if (!URL.canParse(trimmed))
    return {
      mistake:
        'This isn’t a complete web address. Enter one that starts with https://.',
    }
  const parsed = new URL(trimmed)
  const { protocol, hostname, origin, username, password } = parsed
  if (protocol === 'http:' && !loopback.has(hostname))
    return {
      mistake:
        'The address starts with http://, which isn’t secure. Use https://; http:// only works for apps on this computer.',
    }
  if (protocol !== 'https:' && protocol !== 'http:')
    return { mistake: 'The address must start with https://.' }
  if (username !== '' || password !== '')
    return {
      mistake: 'The address contains a user name or password. Remove it.',
    }
  if (origin === ownOrigin)
    return {
      mistake:
        'This is Covault’s own address. An app must come from another origin.',
    }
  const { pathname, search, hash } = parsed
  // Of some apps it is the page; else it is a place on one.
  const route = hash.startsWith('#/') ? hash : ''
  const path = pathname.replace(/\/+$/, '')
  return { url: `${origin}${path}${search}${route}`, origin }
}
