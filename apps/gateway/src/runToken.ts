import { BaseError } from '@covault/protocol'
import type { Logger } from 'pino'
import { readConfig } from './config.js'
import { createToken } from './http/session.js'
import { openDatabase } from './openDatabase.js'
import { openStore, type Store } from './store/openStore.js'
import {
  deleteServiceToken,
  listServiceTokens,
  saveServiceToken,
} from './store/serviceTokens.js'

/**
 * `token add NAME`, `token remove NAME` and `token list`: what clients of the
 * transaction service's API send as their key. A token is printed once and
 * only its hash is kept.
 */
export async function runToken(parameters: {
  args: string[]
  environment: NodeJS.ProcessEnv
  log: Logger
  print(line: string): void
}): Promise<void> {
  const { environment, log, print } = parameters
  const [verb = '', ...args] = parameters.args
  const isNamed = verb === 'add' || verb === 'remove'
  const name = isNamed ? args.shift() : undefined
  if (isNamed ? !name || name.startsWith('-') : verb !== 'list')
    throw new TokenUsageError()
  const config = await readConfig(args, environment)
  const database = await openDatabase(config, log)
  try {
    const store = await openStore({ url: database.url, log })
    try {
      const lines = await change(store, { verb, name: name ?? '' })
      for (const line of lines) print(line)
    } finally {
      await store.destroy()
    }
  } finally {
    await database.close()
  }
}

async function change(
  store: Store,
  { verb, name }: { verb: string; name: string },
): Promise<string[]> {
  if (verb === 'list') {
    const tokens = await listServiceTokens(store)
    return tokens.map(
      (token) => `${token.name} ${token.createdAt.toISOString()}`,
    )
  }
  if (verb === 'remove') {
    const isGone = await deleteServiceToken(store, name)
    return [isGone ? `${name} was removed.` : `Token ${name} does not exist.`]
  }
  const token = createToken()
  const isNew = await saveServiceToken(store, { name, token })
  if (!isNew) throw new TokenNameError(name)
  return [token]
}

export class TokenUsageError extends BaseError {
  override name = 'TokenUsageError'
  constructor() {
    super(
      'Usage: token add NAME, token remove NAME or token list, each with [--config FILE] [--data DIR]',
    )
  }
}

export class TokenNameError extends BaseError {
  override name = 'TokenNameError'
  constructor(name: string) {
    super(`Token ${name} already exists. Remove it first.`)
  }
}
