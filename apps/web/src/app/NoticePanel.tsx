import {
  IconAlertOctagon,
  IconArrowRight,
  IconCheck,
} from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFindName } from '../components/names.js'
import { formatAddress } from '../lib/formatAddress.js'
import { formatExactTime, formatTime } from '../lib/formatTime.js'
import { paths } from '../lib/paths.js'
import { toSafeSearch } from '../lib/safeParameter.js'
import { appConfigQuery } from '../queries/appConfig.js'
import classes from './NoticeButton.module.css'
import type { Notice } from './notices.js'

const news = {
  queue: { path: paths.queue, words: 'The queue has changed' },
  history: { path: paths.history, words: 'The history has a new entry' },
  message: { path: paths.messages, words: 'A message has changed' },
} as const

const look = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

export default function NoticePanel({
  notices,
  onLeave,
}: {
  notices: readonly Notice[]
  onLeave: () => void
}) {
  return (
    <>
      <h2 className={classes.title}>Notifications</h2>
      {notices.length === 0 ? (
        <p className={classes.empty}>
          Nothing has happened since this page was opened. What changes about
          your safes, and what the app tells you, is kept here.
        </p>
      ) : (
        <ul className={classes.list}>
          {notices.map((notice) => (
            <li key={notice.id} className={classes.notice}>
              {notice.kind === 'news' ? (
                <NewsLine notice={notice} onLeave={onLeave} />
              ) : (
                <Line icon={notice.kind === 'error' ? <Failed /> : <Done />}>
                  {notice.text}
                </Line>
              )}
              <time
                className={classes.time}
                dateTime={new Date(notice.time).toISOString()}
                title={formatExactTime(notice.time)}
              >
                {formatTime(notice.time)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function NewsLine({
  notice: { about, chainId, safe },
  onLeave,
}: {
  notice: Extract<Notice, { kind: 'news' }>
  onLeave: () => void
}) {
  const { data: config } = useSuspenseQuery(appConfigQuery)
  const name = useFindName()({ chainId, address: safe })
  const chain = config.chains.find((one) => one.chainId === chainId)
  const { path, words } = news[about]
  const who = name ?? formatAddress(safe, { digits: 4 })
  return (
    <Line icon={<IconArrowRight {...look} />}>
      {chain ? (
        <Link
          to={path}
          search={toSafeSearch({ chain, address: safe })}
          onClick={onLeave}
        >
          <b>{who}</b>, {chain.name}
        </Link>
      ) : (
        <b>{who}</b>
      )}
      <span className={classes.words}>{words}.</span>
    </Line>
  )
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <>
      {icon}
      <span className={classes.lines}>{children}</span>
    </>
  )
}

function Done() {
  return <IconCheck {...look} className={classes.done} />
}

function Failed() {
  return <IconAlertOctagon {...look} className={classes.failed} />
}
