import { z } from 'zod'
import { isLoopbackHost } from './accessConfig.js'
import { ConfigError } from './configError.js'

/** A token is named, so that the file holds no secret. */
export const tokenVariable = z
  .string()
  .regex(/^COVAULT_[A-Z0-9_]+$/, 'The name must begin with COVAULT_')

/** The token for a service, which must not be readable on the way there. */
export function readToken(
  whose: string,
  parameters: {
    environment: NodeJS.ProcessEnv
    url: string
    tokenFrom: string
  },
): string {
  const { environment, url, tokenFrom } = parameters
  const token = environment[tokenFrom]
  if (!token)
    throw new ConfigError(
      `${whose} takes its token from ${tokenFrom}, which is not set.`,
    )
  const { protocol, hostname } = new URL(url)
  if (protocol === 'http:' && !isLoopbackHost(hostname))
    throw new ConfigError(
      `${whose} has a token, so the address of the service must begin with https://.`,
    )
  return token
}
