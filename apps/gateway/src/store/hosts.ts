import { BaseError } from '@covault/protocol'

/** As libpq names them in `target_session_attrs`. */
const wantedSessions = [
  'any',
  'read-write',
  'read-only',
  'primary',
  'standby',
  'prefer-standby',
] as const

/** Which of several servers is meant. */
export type WantedSession = (typeof wantedSessions)[number]

/** The servers that an address names, each with an address of its own. */
export type Hosts = { urls: readonly string[]; wanted: WantedSession }

/**
 * Reads what an address says as libpq does: several hosts with their ports,
 * separated by commas, and `target_session_attrs`.
 */
export function readHosts(url: string): Hosts {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/.exec(url)
  if (!parts) return { urls: [url], wanted: 'any' }
  const [, start = '', hosts = '', end = ''] = parts
  const [path = '', query = ''] = end.split('?', 2)
  const settings = query.split('&').filter((setting) => setting !== '')
  const said = settings.find((setting) => setting.startsWith(attribute))
  const others = settings.filter((setting) => setting !== said)
  const rest = others.length > 0 ? `${path}?${others.join('&')}` : path
  return {
    urls: hosts.split(',').map((host) => `${start}${host}${rest}`),
    wanted: readWanted(said),
  }
}

/** Whether it may be another server tomorrow. */
export function canMove({ urls, wanted }: Hosts): boolean {
  return urls.length > 1 || wanted !== 'any'
}

/** The same, for those who write: one of several is the primary. */
export function readWriterHosts(url: string): Hosts {
  const hosts = readHosts(url)
  return canMove(hosts) ? { ...hosts, wanted: 'read-write' } : hosts
}

const attribute = 'target_session_attrs='

function readWanted(said: string | undefined): WantedSession {
  if (said === undefined) return 'any'
  const wanted = wantedSessions.find(
    (known) => known === said.slice(attribute.length),
  )
  if (wanted) return wanted
  throw new UnknownSessionError()
}

class UnknownSessionError extends BaseError {
  override name = 'UnknownSessionError'
  constructor() {
    super(
      `target_session_attrs must be one of ${wantedSessions.join(', ')}. Correct it in the address of the database.`,
    )
  }
}
