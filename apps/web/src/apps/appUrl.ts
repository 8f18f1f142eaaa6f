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
  if (trimmed === '') return { mistake: 'Enter the address of the app.' }
  if (!URL.canParse(trimmed))
    return {
      mistake:
        'This is not a complete web address. It begins with https:// and names a host.',
    }
  const parsed = new URL(trimmed)
  const { protocol, hostname, origin, username, password } = parsed
  if (protocol === 'http:' && !loopback.has(hostname))
    return {
      mistake:
        'The address begins with http://, which anybody on the way can change. Apps are opened over https://; http:// only on this machine.',
    }
  if (protocol !== 'https:' && protocol !== 'http:')
    return { mistake: 'Apps are web pages: the address begins with https://.' }
  if (username !== '' || password !== '')
    return { mistake: 'The address contains a name or password. Leave it out.' }
  if (origin === ownOrigin)
    return {
      mistake:
        'This is the address of this page itself, and an app must come from another origin.',
    }
  const { pathname, search, hash } = parsed
  // Of some apps it is the page; else it is a place on one.
  const route = hash.startsWith('#/') ? hash : ''
  const path = pathname.replace(/\/+$/, '')
  return { url: `${origin}${path}${search}${route}`, origin }
}
