import type { Message } from '@covault/api'
import * as z from 'zod/mini'
import { toForeignText } from '../../lib/foreignText.js'
import { gatewaySays } from '../../trust/provenance.js'
import { ProvenanceMark } from '../ProvenanceMark.js'

type Said = Pick<Message, 'name' | 'origin'>

const origin = z.object({
  url: z.optional(z.string()),
  name: z.optional(z.string()),
})

/** Which app asked for a message, as the one who proposed it has said. */
export function readMessageApp(
  message: Said,
): { host?: string; name?: string } | undefined {
  const { url = '', name: claimed } = readOrigin(message.origin)
  const name = message.name ?? claimed
  // The origin is what counts; a name is only a claim. It is never a link.
  const host = URL.canParse(url) ? new URL(url).host || url : url
  if (!host && !name) return undefined
  return {
    ...(host && { host: toForeignText(host) }),
    ...(name && { name: toForeignText(name) }),
  }
}

function readOrigin(text: string | null): z.output<typeof origin> {
  try {
    return z.safeParse(origin, JSON.parse(text ?? '{}')).data ?? {}
  } catch {
    return {}
  }
}

export function MessageApp({ message }: { message: Said }) {
  const { host, name } = readMessageApp(message) ?? {}
  return (
    <>
      {[host, name && `“${name}”`].filter(Boolean).join(', ')}{' '}
      <ProvenanceMark of={gatewaySays} />
    </>
  )
}
