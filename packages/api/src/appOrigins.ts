import { readOrigin } from './chosenOrigins.js'

/** What the document of an app may do with the origin that its address names. */
export type AppOrigins = {
  connect: string | undefined
  frame: string | undefined
}

const none: AppOrigins = { connect: undefined, frame: undefined }

/** Only the first shows the app; all read what the app says about itself. */
const openPath = '/apps/open'
const readingPaths = [openPath, '/apps/custom', '/share/safe-app']

/**
 * The Safe App of `?appUrl=`. Exactly one origin, https or on this machine,
 * and never our own: what we serve must not frame itself with our rights.
 */
export function readAppOrigins(
  url: string,
  { host }: { host: string },
): AppOrigins {
  if (!url.startsWith('/')) return none
  // With a host in front nothing that follows, // or /\, is read as one.
  const { pathname, searchParams } = new URL(`http://localhost${url}`)
  const path = pathname.replace(/\/$/, '')
  if (!readingPaths.includes(path)) return none
  const [appUrl, ...others] = searchParams.getAll('appUrl')
  if (appUrl === undefined || others.length > 0) return none
  const [origin] = readOrigin(appUrl)
  if (!origin || new URL(origin).host === host) return none
  return { connect: origin, frame: path === openPath ? origin : undefined }
}
