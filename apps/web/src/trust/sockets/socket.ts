import { HttpRequestError, RpcRequestError, TimeoutError } from 'viem'
import { getWebSocketRpcClient } from 'viem/utils'
import { rpcTimeout } from '../../lib/timing.js'

type Socket = Awaited<ReturnType<typeof getWebSocketRpcClient>>
type Question = { method: string; params?: unknown }

/** Asks once: anyone who polls asks again. */
export async function askSocket(
  url: string,
  { method, params }: Question,
): Promise<unknown> {
  const body = { method, params }
  const { result, error } = await inTime(url, body)
  if (error) throw new RpcRequestError({ body, error, url })
  return result
}

type Answer = {
  result?: unknown
  error?: { code: number; message: string } | undefined
}

/** An endpoint that is not reached is told as any other. */
async function inTime(url: string, body: Question): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let socket: Socket | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), rpcTimeout)
  })
  const asked = async () => {
    socket = await openSocket(url)
    return ask(socket, body)
  }
  const answer = await Promise.race([asked(), late])
    .catch(() => undefined)
    .finally(() => clearTimeout(timer))
  if (answer !== undefined && answer !== 'late') return answer
  // Whatever is wrong with the connection, the next question opens another.
  socket?.close()
  if (answer === 'late') throw new TimeoutError({ body, url })
  throw new HttpRequestError({ body, url })
}

function ask(socket: Socket, body: Question): Promise<Answer> {
  return new Promise((onResponse, onError) => {
    socket.request({ body, onResponse, onError })
  })
}

/** Calls for every new block. Ends with the connection, and always by failing. */
export async function listenToBlocks(
  url: string,
  onBlock: () => void,
): Promise<never> {
  const socket = await openSocket(url)
  return new Promise((_, reject) => {
    socket.request({
      body: { method: 'eth_subscribe', params: ['newHeads'] },
      onError: reject,
      onResponse(answer) {
        if (answer.error) reject(answer.error)
        else if ('params' in answer) onBlock()
      },
    })
  })
}

const options = { keepAlive: false, reconnect: false }

/** The one connection to this address, opened where it is not. */
async function openSocket(url: string): Promise<Socket> {
  const socket = await getWebSocketRpcClient(url, options)
  if (socket.socket.readyState === socket.socket.OPEN) return socket
  socket.close()
  return getWebSocketRpcClient(url, options)
}
