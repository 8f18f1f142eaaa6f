import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Hex } from 'viem'
import type { SignableKind } from '../../trust/signable.js'
import { hashKept } from '../act/kept.js'
import type { Outcome } from '../act/outcome.js'

type Ended = { of: SignableKind; hash: Hex }

/** Stays with the entry of the history: reload and Back find no empty form. */
declare module '@tanstack/history' {
  interface HistoryState {
    ended?: Ended
  }
}

/** What this entry had come to before it was opened once more. */
export function useEnded(): Ended | undefined {
  const ended = useLocation({ select: ({ state }) => state.ended })
  const [before] = useState(ended)
  return before
}

export function useRememberEnd(outcome: Outcome): void {
  const navigate = useNavigate()
  // An app that asked for it stays open below.
  const isAsked = useSearch({
    strict: false,
    select: ({ appUrl }) => appUrl !== undefined,
  })
  const ended = findEnded(outcome)
  const { of, hash } = ended ?? {}
  useEffect(() => {
    if (!of || !hash || isAsked) return
    void navigate({
      to: '.',
      search: true,
      state: (before) => ({ ...before, ended: { of, hash } }),
      replace: true,
      resetScroll: false,
    })
  }, [navigate, of, hash, isAsked])
}

/** Undefined: it has no page to be found again on. */
function findEnded(outcome: Outcome): Ended | undefined {
  switch (outcome.kind) {
    case 'signed':
      return { of: outcome.of, hash: outcome.hash }
    case 'kept':
      return { of: outcome.kept.kind, hash: hashKept(outcome.kept) }
    case 'proposed':
    case 'drafted':
      return { of: 'transaction', hash: outcome.safeTxHash }
    case 'sent':
      return { of: 'transaction', hash: outcome.sent.safeTxHash }
    default:
      return undefined
  }
}
