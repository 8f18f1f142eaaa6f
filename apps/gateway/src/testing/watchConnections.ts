import { Socket } from 'node:net'
import { vi } from 'vitest'

/**
 * Tells to which of these ports this process tries to connect: an attempt that
 * nobody answers is one too.
 */
export function watchConnections(ports: readonly number[]) {
  const tried: string[] = []
  const connect = Socket.prototype.connect
  const spy = vi
    .spyOn(Socket.prototype, 'connect')
    .mockImplementation(function (this: Socket, ...args: unknown[]) {
      // Node hands its own calls over as one list of arguments.
      const [first] = args.flat() as [{ host?: string; port?: number | string }]
      if (ports.includes(Number(first?.port)))
        tried.push(`${first?.host}:${first?.port}`)
      return Reflect.apply(connect, this, args)
    })
  return { tried, stop: () => spy.mockRestore() }
}
