import { BaseError } from '@covault/protocol'
import { readConfig } from '../config.js'
import { createToken } from '../http/session.js'
import { noteAct } from '../store/audit.js'
import type { Store } from '../store/openStore.js'
import {
  deleteServiceToken,
  listServiceTokens,
  saveServiceToken,
  type TokenScope,
} from '../store/serviceTokens.js'
import { type CommandInput, UsageError } from './command.js'
import { withStore } from './withStore.js'

/**
 * `token add NAME [read|propose]`, `token remove NAME` and `token list`: what
 * programs send as their key. A token is printed once and only its hash is
 * kept.
 */
export async function runToken(input: CommandInput): Promise<number> {
  const { environment, log, print } = input
  const [verb = '', ...args] = input.args
  const isNamed = verb === 'add' || verb === 'remove'
  const name = isNamed ? args.shift() : undefined
  if (isNamed ? !name || name.startsWith('-') : verb !== 'list')
    throw new UsageError(
      'Use token add NAME [read|propose], token remove NAME or token list.',
    )
  const isScoped = verb === 'add' && /^(read|propose)$/.test(args[0] ?? '')
  const scope = isScoped ? (args.shift() as TokenScope) : 'read'
  const config = await readConfig(args, environment)
  const lines = await withStore({ config, log }, (store) =>
    change(store, { verb, name: name ?? '', scope }),
  )
  for (const line of lines) print(line)
  return 0
}

async function change(
  store: Store,
  { verb, name, scope }: { verb: string; name: string; scope: TokenScope },
): Promise<string[]> {
  if (verb === 'list') {
    const tokens = await listServiceTokens(store, { account: null })
    return tokens.map(
      (token) =>
        `${token.name} ${token.createdAt.toISOString()} ${token.scope}, ${token.lastUsedAt ? `last used ${token.lastUsedAt.toISOString()}` : 'never used'}`,
    )
  }
  if (verb === 'remove') {
    const isGone = await deleteServiceToken(store, name)
    if (isGone)
      await noteAct(store, {
        ...{ account: null, act: 'revoked an access token', subject: name },
      })
    return [isGone ? `${name} was removed.` : `Token ${name} does not exist.`]
  }
  const token = createToken()
  const isNew = await saveServiceToken(store, { name, token, scope })
  if (!isNew) throw new TokenNameError(name)
  await noteAct(store, {
    ...{ account: null, act: 'created an access token', subject: name },
  })
  return [token]
}

export class TokenNameError extends BaseError {
  override name = 'TokenNameError'
  constructor(name: string) {
    super(`Token ${name} already exists. Remove it first.`)
  }
}
