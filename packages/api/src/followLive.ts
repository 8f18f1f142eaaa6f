import * as z from 'zod/mini'
import type { Client } from './createClient.js'
import {
  getLive,
  type LiveEvent,
  liveEventData,
  liveEventNames,
} from './endpoints/live.js'
import {
  GatewayReplyError,
  GatewayUnreachableError,
  ResponseSchemaError,
} from './errors.js'
import { createStreamReader, type StreamMessage } from './eventStream.js'
import { pause } from './pause.js'
import { buildUrl, nameOf } from './request.js'
import { backOff, mayRecover } from './retry.js'
import type { SafeReference } from './schemas/safeReference.js'

/** Servers send a comment every 20 s; three missed ones mean a dead line. */
const longestSilence = 65_000

export type LiveOptions = {
  safes: SafeReference[]
  /** Ends the stream. */
  signal: AbortSignal
  /** Resumes after the event with this id. */
  lastEventId?: string | undefined
  /** Milliseconds without a byte after which the line is opened again. */
  silence?: number | undefined
  /** After each failure, with the milliseconds until the next attempt. */
  onFailure?: ((failure: LiveFailure) => void) | undefined
}

export type LiveFailure = { error: Error; failures: number; delay: number }

/**
 * The changes of some safes, as they happen. A line that breaks is opened
 * again and resumed where it broke; only a refusal by the gateway is thrown.
 */
export async function* followLive(
  client: Client,
  options: LiveOptions,
): AsyncGenerator<LiveEvent, void, void> {
  const { safes, signal, silence = longestSilence, onFailure } = options
  const url = buildUrl(client.baseUrl, getLive, { query: { safes } })
  let lastEventId = options.lastEventId
  let failures = 0
  while (!signal.aborted) {
    const line = openLine(signal, silence)
    try {
      for await (const event of readEvents(url, { line, lastEventId })) {
        lastEventId = event.id || lastEventId
        failures = 0
        yield event
      }
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof Error) || !mayRecover(error)) throw error
      failures += 1
      const delay = backOff(failures, Math.random())
      onFailure?.({ error, failures, delay })
      await pause(delay, signal).catch(() => undefined)
    } finally {
      line.close()
    }
  }
}

type Line = ReturnType<typeof openLine>

/** Aborts with the caller, when closed, or after too long a silence. */
function openLine(caller: AbortSignal, silence: number) {
  const controller = new AbortController()
  const close = () => controller.abort()
  let timer = setTimeout(close, silence)
  caller.addEventListener('abort', close)
  return {
    signal: controller.signal,
    heard: () => {
      clearTimeout(timer)
      timer = setTimeout(close, silence)
    },
    close: () => {
      clearTimeout(timer)
      caller.removeEventListener('abort', close)
      close()
    },
  }
}

/** Throws at its end: a live stream is not meant to have one. */
async function* readEvents(
  url: string,
  { line, lastEventId }: { line: Line; lastEventId: string | undefined },
): AsyncGenerator<LiveEvent, void, void> {
  const read = createStreamReader()
  for await (const text of readTexts(url, { line, lastEventId }))
    for (const message of read(text)) {
      const event = readEvent(message)
      if (event) yield event
    }
}

async function* readTexts(
  url: string,
  { line, lastEventId }: { line: Line; lastEventId: string | undefined },
): AsyncGenerator<string, void, void> {
  try {
    const response = await fetch(url, {
      headers: {
        accept: 'text/event-stream',
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
      signal: line.signal,
      redirect: 'manual',
    })
    if (!response.ok) throw new GatewayReplyError(response)
    const reader = response.body?.getReader()
    const decoder = new TextDecoder()
    while (reader) {
      const { done, value } = await reader.read()
      if (done) break
      line.heard()
      yield decoder.decode(value, { stream: true })
    }
    throw new Error('The stream ended.')
  } catch (cause) {
    if (cause instanceof GatewayReplyError) throw cause
    throw new GatewayUnreachableError(new URL(url).origin, { cause })
  }
}

/** An event this version does not know is passed over. */
function readEvent({ event, data, id }: StreamMessage): LiveEvent | undefined {
  const name = liveEventNames.find((known) => known === event)
  if (name === undefined) return undefined
  try {
    return { name, id, ...z.decode(liveEventData, JSON.parse(data)) }
  } catch (cause) {
    throw new ResponseSchemaError(nameOf(getLive), cause)
  }
}
