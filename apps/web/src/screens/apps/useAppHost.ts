import { type RefObject, useEffect, useState } from 'react'
import { answerRequest, type Host } from '../../apps/answerRequest.js'
import {
  type AppReply,
  type AppRequest,
  toErrorReply,
  toReply,
} from '../../apps/appMessage.js'
import { createGate } from '../../apps/gate.js'
import {
  DelegatecallRefusedError,
  describeRefusedDelegatecall,
} from '../../apps/readCalls.js'
import { showToast } from '../../ui/toasts.js'
import { describeError } from '../../words/errors.js'

/**
 * The rim of the host: listens to one frame of one origin and answers to
 * nobody else. Tells whether the app has spoken since it was loaded.
 */
export function useAppHost(
  frame: RefObject<HTMLIFrameElement | null>,
  { origin, host, load }: { origin: string; host: Host; load: string },
): { hasSpoken: boolean } {
  const [spoken, setSpoken] = useState<string>()
  useEffect(() => {
    const gate = createGate()
    // The browser drops what would reach another origin than the app's.
    const reply = (message: AppReply) =>
      frame.current?.contentWindow?.postMessage(message, origin)
    const onMessage = (event: MessageEvent<unknown>) => {
      const judgement = gate.judge(event, {
        window: frame.current?.contentWindow,
        origin,
      })
      if (judgement.kind === 'ignored') return
      setSpoken(load)
      const { request } = judgement
      if (judgement.kind === 'refused')
        return reply(toErrorReply(request, judgement.reason))
      void answer(host, { origin, request }).then(reply)
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [frame, origin, host, load])
  return { hasSpoken: spoken === load }
}

async function answer(
  host: Host,
  { origin, request }: { origin: string; request: AppRequest },
): Promise<AppReply> {
  try {
    return toReply(request, await answerRequest(host, request))
  } catch (error) {
    if (error instanceof DelegatecallRefusedError)
      showToast({ kind: 'error', text: describeRefusedDelegatecall(origin) })
    return toErrorReply(request, describeError(error))
  }
}
