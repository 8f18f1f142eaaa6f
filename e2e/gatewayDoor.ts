import { connect, createServer, type Server, type Socket } from 'node:net'

export type GatewayDoor = {
  url: string
  /** All that browsers have sent through it, as bytes on the wire. */
  heard: () => string
  /** As if the process were killed: every connection breaks, none is taken. */
  kill: () => Promise<void>
  revive: () => Promise<void>
  close: () => Promise<void>
}

/**
 * Stands before the gateway as a port of its own, so that one test can take
 * the gateway away while others go on with it. What is behind it lives on, as
 * the chain does when a gateway dies.
 */
export async function openGatewayDoor(target: string): Promise<GatewayDoor> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const heard: Buffer[] = []
  let server: Server | undefined
  let own = 0

  const listen = async () => {
    const next = createServer((inside) => {
      const outside = connect({ host: hostname, port: Number(port) })
      for (const socket of [inside, outside]) {
        sockets.add(socket)
        socket.on('error', () => undefined)
        socket.on('close', () => {
          sockets.delete(socket)
          inside.destroy()
          outside.destroy()
        })
      }
      inside.on('data', (chunk) => heard.push(chunk))
      inside.pipe(outside)
      outside.pipe(inside)
    })
    await new Promise<void>((resolve) =>
      next.listen(own, '127.0.0.1', () => resolve()),
    )
    const address = next.address()
    if (typeof address === 'object' && address) own = address.port
    server = next
  }

  const kill = async () => {
    const ended = new Promise((resolve) =>
      server ? server.close(resolve) : resolve(undefined),
    )
    server = undefined
    for (const socket of sockets) socket.destroy()
    await ended
  }

  await listen()
  return {
    url: `http://127.0.0.1:${own}`,
    heard: () => Buffer.concat(heard).toString('latin1'),
    kill,
    revive: listen,
    close: kill,
  }
}
