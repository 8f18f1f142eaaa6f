import { useEffect } from 'react'
import { useIsUsedUp } from '../hooks/useIsUsedUp.js'
import { writeTransactionId } from '../lib/transactionId.js'
import {
  type LocalKind,
  type LocalKinds,
  type LocalRecord,
  useAllLocal,
} from '../preferences/localQueue.js'
import type { News } from '../preferences/notices.js'
import { localNotices, type Notice } from './notices.js'

/** Tells the bell of what is only in this browser, and can still be done. */
export function useLocalNews(): void {
  const local = useAllLocal()
  const isUsedUp = useIsUsedUp(local ?? [])
  const used = JSON.stringify(
    local?.filter(isUsedUp).map(({ kind, name }) => [kind, name]) ?? [],
  )
  useEffect(() => {
    const isUsed = ({ kind, name }: LocalRecord) =>
      used.includes(JSON.stringify([kind, name]))
    localNotices.write(
      tellTogether((local ?? []).filter((one) => !isUsed(one))),
    )
  }, [local, used])
}

/** What would be said twice is said once, and leads to the list. */
function tellTogether(records: readonly LocalRecord[]): Notice[] {
  const said = new Map<string, LocalNotice>()
  for (const record of records) {
    const notice = tell(record)
    const { about, chainId, safe, nonce } = notice.news
    const name = `${about} ${chainId} ${safe} ${nonce}`
    const before = said.get(name)
    said.set(name, before ? join(before, notice) : notice)
  }
  return [...said.values()]
}

function join(before: LocalNotice, notice: LocalNotice): LocalNotice {
  const { id: _, ...news } = notice.news
  const time = Math.max(before.time, notice.time)
  return { ...before, time, news: { ...news, time } }
}

type LocalNotice = Extract<Notice, { kind: 'news' }>

/** What is news of each kind: one that is missing does not compile. */
const newsOf: {
  [Kind in LocalKind]: (
    value: LocalKinds[Kind],
  ) => Pick<News, 'about' | 'id' | 'nonce'>
} = {
  transaction: (value) => ({
    about: 'local',
    id: writeTransactionId(value),
    nonce: value.transaction.nonce,
  }),
  message: () => ({ about: 'localMessage' }),
}

function tell<Kind extends LocalKind>({
  kind,
  name,
  value,
}: LocalRecord<Kind>): LocalNotice {
  const { chainId, safe, at: time } = value
  return {
    kind: 'news',
    key: `local ${kind} ${name}`,
    time,
    news: { ...newsOf[kind](value), chainId, safe, time },
  }
}
