import { useMemo, useSyncExternalStore } from 'react'
import { createStore } from '../lib/store.js'
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

/** Of what is only in this browser, once somebody has looked. */
export const localNotices = createStore<readonly Notice[]>([])

const said = createStore<readonly Notice[]>([])
let count = 0

onToast(({ kind, text }) => {
  count += 1
  const notice: Notice = { kind, text, key: `said ${count}`, time: Date.now() }
  said.write([notice, ...said.read()].slice(0, mostNotices))
})

/** The newest first. */
export function useNotices(): { notices: readonly Notice[]; unseen: number } {
  const here = useSyncExternalStore(said.subscribe, said.read)
  const records = useRecords(newsRecords)
  const local = useSyncExternalStore(localNotices.subscribe, localNotices.read)
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
    return [...here, ...kept, ...local]
      .sort((a, b) => b.time - a.time)
      .slice(0, mostNotices)
  }, [here, records, local])
  const unseen = notices.filter(({ time }) => time > seenAt).length
  return { notices, unseen }
}

export function markSeen(): void {
  noticeSettings.write({ ...noticeSettings.read(), seenAt: Date.now() })
}
