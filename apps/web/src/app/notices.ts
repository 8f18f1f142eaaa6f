import type { LiveEvent } from '@covault/api'
import { useSyncExternalStore } from 'react'
import type { Address } from 'viem'
import { onToast } from '../ui/toasts.js'

/** What was said in this tab, or what changed about a safe while it was open. */
export type Notice = { id: number; time: number } & (
  | { kind: 'done' | 'error'; text: string }
  | { kind: 'news'; about: News; chainId: number; safe: Address }
)

type News = 'queue' | 'history' | 'message'

/** Older ones are in the lists themselves. */
const mostNotices = 20

/** One change often makes several events; they are one piece of news. */
const sameWithin = 5000

const changed = new EventTarget()
let notices: readonly Notice[] = []
let seen = 0
let lastId = 0

onToast(({ kind, text }) => add({ kind, text }))

export function noteNews({ name, chainId, safe }: LiveEvent): void {
  if (name !== 'queue' && name !== 'history' && name !== 'message') return
  if (chainId === null || safe === null) return
  const isKnown = notices.some(
    (notice) =>
      notice.kind === 'news' &&
      notice.about === name &&
      notice.chainId === chainId &&
      notice.safe === safe &&
      Date.now() - notice.time < sameWithin,
  )
  if (!isKnown) add({ kind: 'news', about: name, chainId, safe })
}

export function useNotices(): { notices: readonly Notice[]; unseen: number } {
  const all = useSyncExternalStore(subscribe, () => notices)
  const last = useSyncExternalStore(subscribe, () => seen)
  return { notices: all, unseen: all.filter(({ id }) => id > last).length }
}

export function markSeen(): void {
  seen = lastId
  changed.dispatchEvent(new Event('change'))
}

type Content<Each> = Each extends Notice ? Omit<Each, 'id' | 'time'> : never

function add(content: Content<Notice>): void {
  lastId += 1
  const notice: Notice = { ...content, id: lastId, time: Date.now() }
  notices = [notice, ...notices].slice(0, mostNotices)
  changed.dispatchEvent(new Event('change'))
}

function subscribe(onChange: () => void): () => void {
  changed.addEventListener('change', onChange)
  return () => changed.removeEventListener('change', onChange)
}
