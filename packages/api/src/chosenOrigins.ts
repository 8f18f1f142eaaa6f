/** A policy with more than this is a mistake or an attempt. */
const mostOrigins = 10

/** A cookie of ten origins is shorter; a longer one is not looked at. */
const longestValue = 4096

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * The servers a reader chose, from the cookie `covault_origins`: origins with
 * a space between. Nothing of it is reflected: each is parsed, and what is
 * written into the policy is what the parser makes of it.
 */
export function readChosenOrigins(cookie: string | undefined): string[] {
  const value = findCookie(cookie ?? '', 'covault_origins')
  if (!value || value.length > longestValue) return []
  const origins = decode(value).split(' ').flatMap(readServer)
  return [...new Set(origins)].slice(0, mostOrigins)
}

function findCookie(header: string, name: string): string | undefined {
  return header
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}

/** A websocket is allowed wherever a request is. */
function readServer(text: string): string[] {
  if (!/^wss?:/.test(text)) return readOrigin(text)
  return readOrigin(text.replace(/^ws/, 'http')).map((origin) =>
    origin.replace(/^http/, 'ws'),
  )
}

/** https anywhere, http on this machine only; a wildcard is no host name. */
export function readOrigin(text: string): string[] {
  if (!URL.canParse(text)) return []
  const { protocol, hostname, origin } = new URL(text)
  if (!/^[a-z0-9.-]+$|^\[[0-9a-f:.]+\]$/.test(hostname)) return []
  const isAllowed =
    protocol === 'https:' || (protocol === 'http:' && loopback.has(hostname))
  return isAllowed ? [origin] : []
}
