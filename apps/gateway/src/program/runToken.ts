import { BaseError } from '@covault/protocol'
import { readConfig } from '../config.js'
import { createToken } from '../http/session.js'
import type { Store } from '../store/openStore.js'
import {
  deleteServiceToken,
  listServiceTokens,
  saveServiceToken,
} from '../store/serviceTokens.js'
import { type CommandInput, UsageError } from './command.js'
import { withStore } from './withStore.js'

/**
 * `token add NAME`, `token remove NAME` and `token list`: what clients of the
 * transaction service's API send as their key. A token is printed once and
 * only its hash is kept.
 */
export async function runToken(input: CommandInput): Promise<number> {
  const { environment, log, print } = input
  const [verb = '', ...args] = input.args
  const isNamed = verb === 'add' || verb === 'remove'
  const name = isNamed ? args.shift() : undefined
  if (isNamed ? !name || name.startsWith('-') : verb !== 'list')
    throw new UsageError('Say token add NAME, token remove NAME or token list.')
  const config = await readConfig(args, environment)
  const lines = await withStore({ config, log }, (store) =>
    change(store, { verb, name: name ?? '' }),
  )
  for (const line of lines) print(line)
  return 0
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

export class TokenNameError extends BaseError {
  override name = 'TokenNameError'
  constructor(name: string) {
    super(`Token ${name} already exists. Remove it first.`)
  }
}
