import type { Message } from '@covault/api'
import { skipToken, useQuery } from '@tanstack/react-query'
import type { CheckedConfirmation } from '../trust/confirmations.js'
import type { OpenSafe } from './SafeGate.js'

/** What is left of a message in a list when nobody is believed. */
export type MessageRowCheck =
  | {
      status: 'checked'
      /** Each one claimed, verified over the hash computed here. */
      confirmations: readonly CheckedConfirmation[]
      /** The gravest of what the rules find in it. */
      warning: string | undefined
    }
  | { status: 'differs'; reason: string }

/** Undefined until it was checked, and where nobody answers. */
export function useMessageCheck(
  { chain, address, safe }: Pick<OpenSafe, 'chain' | 'address' | 'safe'>,
  message: Message | undefined,
): MessageRowCheck | undefined {
  const { data } = useQuery({
    queryKey: [
      'messageRow',
      chain.chainId,
      address,
      message?.messageHash,
      message?.message,
      message?.confirmations.map(({ signature }) => signature),
      safe && [safe.version, safe.owners],
    ],
    queryFn:
      safe && message
        ? async ({ client }) => {
            const { checkMessageRow } = await import(
              './transaction/checkMessageRow.js'
            )
            const place = { chain, address, safe }
            return checkMessageRow(client, { place, message })
          }
        : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  return data
}

/** How many owners have signed it, and who says so. */
export function countSeals(
  message: Message,
  check: MessageRowCheck | undefined,
): { signed: number; isChecked: boolean } {
  if (check?.status !== 'checked')
    return { signed: message.confirmationsSubmitted, isChecked: false }
  const signers = check.confirmations
    .filter(({ status }) => status === 'verified')
    .map(({ signer }) => signer)
  return { signed: new Set(signers).size, isChecked: true }
}
