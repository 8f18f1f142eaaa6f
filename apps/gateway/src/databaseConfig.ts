import { ConfigError } from './configError.js'
import { readHosts } from './store/hosts.js'

/** Where the database is; all undefined: inside the data folder. */
type DatabaseConfig = {
  databaseUrl: string | undefined
  databaseDirectUrl: string | undefined
  databaseReadUrl: string | undefined
}

export function readDatabase(environment: NodeJS.ProcessEnv): DatabaseConfig {
  const [databaseUrl, databaseDirectUrl, databaseReadUrl] = (
    ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const
  ).map((name) => {
    const url = environment[name] || undefined
    if (url === undefined) return undefined
    if (name !== 'DATABASE_URL' && !environment.DATABASE_URL)
      throw new ConfigError(
        `${name} needs DATABASE_URL: it names the same database.`,
      )
    assertReadable(name, url)
    return url
  })
  return { databaseUrl, databaseDirectUrl, databaseReadUrl }
}

/** What the gateway writes to can be written to. */
function assertReadable(name: string, url: string): void {
  const wanted = (() => {
    try {
      return readHosts(url).wanted
    } catch (cause) {
      throw new ConfigError(`${name}: ${(cause as Error).message}`, { cause })
    }
  })()
  const isWritten = ['any', 'read-write', 'primary'].includes(wanted)
  if (isWritten || name === 'DATABASE_READ_URL') return
  throw new ConfigError(
    `${name} asks for a server that is ${wanted}. Use target_session_attrs=read-write: the gateway writes to it.`,
  )
}
