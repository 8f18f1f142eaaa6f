import { useMemo, useSyncExternalStore } from 'react'
import {
  type News,
  newsRecords,
  noticeSettings,
} from '../preferences/notices.js'
import { usePreference } from '../preferences/preference.js'
import { useRecords } from '../preferences/records.js'
import { onToast } from '../ui/toasts.js'

/** What was said in this tab, or what happened to a safe that is followed. */
export type Notice = { key: string; time: number } & (
  | { kind: 'done' | 'error'; text: string }
  | { kind: 'news'; news: News }
)

/** Older ones are in the lists themselves. */
export const mostNotices = 20

const changed = new EventTarget()
let said: readonly Notice[] = []
let count = 0

onToast(({ kind, text }) => {
  count += 1
  const notice: Notice = { kind, text, key: `said ${count}`, time: Date.now() }
  said = [notice, ...said].slice(0, mostNotices)
  changed.dispatchEvent(new Event('change'))
})

/** The newest first. */
export function useNotices(): { notices: readonly Notice[]; unseen: number } {
  const here = useSyncExternalStore(subscribe, () => said)
  const records = useRecords(newsRecords)
  const { seenAt } = usePreference(noticeSettings)
  const notices = useMemo(() => {
    const kept = (records ?? []).map(
      ({ name, value }): Notice => ({
        kind: 'news',
        key: name,
        time: value.time,
        news: value,
      }),
    )
    return [...here, ...kept]
      .sort((a, b) => b.time - a.time)
      .slice(0, mostNotices)
  }, [here, records])
  const unseen = notices.filter(({ time }) => time > seenAt).length
  return { notices, unseen }
}

export function markSeen(): void {
  noticeSettings.write({ ...noticeSettings.read(), seenAt: Date.now() })
}

function subscribe(onChange: () => void): () => void {
  changed.addEventListener('change', onChange)
  return () => changed.removeEventListener('change', onChange)
}
