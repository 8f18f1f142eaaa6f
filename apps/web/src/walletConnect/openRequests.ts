import type { BaseError } from '@covault/protocol'
import type {
  PersonAnswer,
  PersonRequest,
  requestDesk,
} from '../apps/requestDesk.js'
import type { DappRequest } from './request.js'
import { RefusedError } from './rpcError.js'
import type { DappSession } from './session.js'

/** Something that a person is to decide, or has decided. */
export type WaitingRequest = {
  key: string
  session: DappSession
  kind: PersonRequest['kind']
  expiresAt: number
  /** For a person, under review, or for the other owners. */
  stage: 'waiting' | 'open' | 'owners'
  /** The dapp was refused so often that it is not shown by itself. */
  isHeld: boolean
}

/** A request that was not answered yet. */
export type OpenRequest = DappRequest & {
  timer: ReturnType<typeof setTimeout>
  waiting?: WaitingRequest
  /** How a person is asked; undefined before and after that. */
  person?: {
    request: PersonRequest
    settle: (answer: PersonAnswer) => void
    reject: (error: BaseError) => void
    deskId?: string
  }
}

export type OpenRequests = ReturnType<typeof createOpenRequests>

const longestTimer = 2 ** 31 - 1

/** What was asked and not answered, until it is or has expired. */
export function createOpenRequests(parameters: {
  desk: typeof requestDesk
  onChange: (requests: readonly WaitingRequest[]) => void
  now: () => number
}) {
  const { desk, onChange, now } = parameters
  const open = new Map<string, OpenRequest>()

  const announce = (): void =>
    onChange([...open.values()].flatMap(({ waiting }) => waiting ?? []))

  return {
    /** Tells what waits now, after one was changed. */
    announce,
    list: () => [...open.entries()],
    find: (key: string) => open.get(key),
    require(key: string): OpenRequest {
      const request = open.get(key)
      if (request) return request
      throw new RefusedError('expired', 'The request has expired.')
    },
    add(key: string, request: DappRequest, onExpire: () => void): void {
      const rest = Math.max(0, request.expiresAt - now())
      const timer = setTimeout(onExpire, Math.min(rest, longestTimer))
      open.set(key, { ...request, timer })
    },
    /** False: somebody has answered or ended it before. */
    close(key: string, error?: RefusedError): boolean {
      const request = open.get(key)
      if (!request) return false
      open.delete(key)
      clearTimeout(request.timer)
      if (error && request.person) {
        const { deskId, reject } = request.person
        if (deskId) desk.withdraw(deskId, error)
        else reject(error)
      }
      announce()
      return true
    },
  }
}
