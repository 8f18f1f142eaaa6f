import { SignClient } from '@walletconnect/sign-client'
import {
  type ClientEvent,
  type DappClient,
  RelayUnreachableError,
  VerifierSilentError,
} from './client.js'
import { provideBuffer } from './provideBuffer.js'

/** Milliseconds until the relay must have answered. */
const relayTimeout = 20_000
/** Milliseconds that the library may try by itself to reach it again. */
const patience = 30_000

/** Milliseconds after which an origin counts as not verified. */
const verifierTimeout = 8_000

const forwarded = [
  'session_proposal',
  'session_request',
  'session_delete',
  'session_expire',
  'proposal_expire',
  'session_request_expire',
] as const

type RelayPlace = { projectId: string; relayUrl: string | undefined }

/** The library itself. Nothing else in the house knows it. */
export async function createSignClient(place: RelayPlace): Promise<DappClient> {
  const client = await openLibrary(place)
  const { relayer, pairing } = client.core
  const listeners = new Set<(event: ClientEvent) => void>()
  const report = (event: ClientEvent) => {
    for (const listener of listeners) listener(event)
  }
  for (const name of forwarded)
    client.on(name, (data: unknown) => report({ name, data }))

  const { inTime, giveUp, reconnect } = keepRelay(relayer, report)

  return {
    pair: async (uri) => {
      await inTime(client.pair({ uri }))
    },
    approve: async ({ id, namespaces }) => {
      const { topic } = await inTime(client.approve({ id, namespaces }))
      return topic
    },
    reject: ({ id, error }) => inTime(client.reject({ id, reason: error })),
    respond: ({ topic, id, reply }) =>
      inTime(
        client.respond({
          topic,
          response:
            reply.error === undefined
              ? { id, jsonrpc: '2.0', result: reply.result }
              : { id, jsonrpc: '2.0', error: reply.error },
        }),
      ),
    disconnect: (topic) =>
      inTime(
        client.disconnect({
          topic,
          reason: { code: 6000, message: 'The wallet has ended the session.' },
        }),
      ),
    listSessions: () => client.session.getAll(),
    listRequests: () => client.getPendingSessionRequests(),
    listUsedTopics: () =>
      pairing
        .getPairings()
        .filter(({ active }) => active)
        .map(({ topic }) => topic),
    watch(listener) {
      listeners.add(listener)
      // A relay that was away while the library started is not tried for ever.
      if (client.session.length > 0 && !relayer.connected) void giveUp()
    },
    reconnect,
  }
}

async function openLibrary({ projectId, relayUrl }: RelayPlace) {
  provideBuffer()
  const client = await SignClient.init({
    projectId,
    ...(relayUrl === undefined ? {} : { relayUrl }),
    metadata: {
      name: 'Covault',
      description: 'A wallet that several people own together',
      url: window.location.origin,
      icons: [],
    },
    // The same library serves as a dapp's where a wallet is connected.
    customStoragePrefix: 'covault-wallet',
    // What only needs an answer is not kept waiting for a person.
    signConfig: { disableRequestQueue: true },
    telemetryEnabled: false,
    logger: 'silent',
  })
  // Without the verifier's key the library would keep every offer to itself.
  const { verify } = client.core
  const { resolve } = verify
  verify.resolve = (asked) =>
    Promise.race([
      resolve(asked),
      new Promise<never>((_, reject) => {
        setTimeout(() => reject(new VerifierSilentError()), verifierTimeout)
      }),
    ])
  return client
}

type Library = Awaited<ReturnType<typeof openLibrary>>

/** The library would try for ever, several times a minute. */
function keepRelay(
  relayer: Library['core']['relayer'],
  report: (event: ClientEvent) => void,
) {
  const giveUp = async () => {
    await relayer.transportClose()
    report({ name: 'relay', isConnected: false })
    window.addEventListener('online', () => void reconnect(), { once: true })
  }
  let outage: ReturnType<typeof setTimeout> | undefined
  relayer.on('relayer_connect', () => {
    clearTimeout(outage)
    report({ name: 'relay', isConnected: true })
  })
  relayer.on('relayer_disconnect', () => {
    clearTimeout(outage)
    outage = setTimeout(() => {
      if (!relayer.connected) void giveUp()
    }, patience)
  })
  const inTime = async <Value>(asked: Promise<Value>): Promise<Value> => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new RelayUnreachableError()),
        relayTimeout,
      )
    })
    try {
      return await Promise.race([asked, silence])
    } catch (error) {
      if (!relayer.connected) await giveUp()
      throw relayer.connected ? error : new RelayUnreachableError()
    } finally {
      clearTimeout(timer)
    }
  }
  const reconnect = () => inTime(relayer.transportOpen())
  return { inTime, giveUp, reconnect }
}
