import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { BaseError } from '@covault/protocol'

/** Whom a program runs as; undefined: as ourselves. */
export type Identity = { uid: number; gid: number } | undefined

/** Root hands the server to `postgres`, else `nobody`; anyone else runs it themselves. */
export async function findServerIdentity(): Promise<Identity> {
  if (process.getuid?.() !== 0) return undefined
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n')
  for (const name of ['postgres', 'nobody']) {
    const fields = accounts.find((line) => line.startsWith(`${name}:`))
    const [, , uid, gid] = fields?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new NoServerAccountError()
}

export async function canEnter(
  identity: Identity,
  folder: string,
): Promise<boolean> {
  return runToEnd({
    command: '/bin/sh',
    args: ['-c', 'cd "$0"', folder],
    identity,
  }).then(
    () => true,
    () => false,
  )
}

export async function runToEnd(parameters: {
  command: string
  args: string[]
  identity: Identity
}): Promise<void> {
  const { command, args, identity } = parameters
  const child = spawn(command, args, {
    ...identity,
    cwd: '/',
    env: { LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-4000)
    })
  const [code, signal] = await new Promise<[number | null, string | null]>(
    (resolve, reject) => {
      child.once('error', reject)
      child.once('close', (...result) => resolve(result))
    },
  )
  if (code !== 0)
    throw new CommandFailedError(
      basename(command),
      String(signal ?? code),
      output.trim(),
    )
}

export class NoServerAccountError extends BaseError {
  override name = 'NoServerAccountError'
  constructor() {
    super(
      'PostgreSQL does not run as root, and this machine has neither an account "postgres" nor "nobody" to run it as. Start as an ordinary user or set DATABASE_URL.',
    )
  }
}

export class CommandFailedError extends BaseError {
  override name = 'CommandFailedError'
  constructor(command: string, ending: string, output: string) {
    super(`${command} ended with ${ending}: ${output}`)
  }
}
