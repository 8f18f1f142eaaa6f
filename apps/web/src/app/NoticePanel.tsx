import {
  IconAlertOctagon,
  IconArrowRight,
  IconCheck,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { GatewayReports } from '../components/ProvenanceMark.js'
import { useAppConfig } from '../hooks/useAppConfig.js'
import { useFindName } from '../hooks/useFindName.js'
import { formatAddress } from '../lib/formatAddress.js'
import { toSafeSearch } from '../lib/safeParameter.js'
import type { News } from '../preferences/notices.js'
import { Moment } from '../ui/Moment.js'
import { writeNews } from '../words/notices.js'
import { findNewsPage } from './findNewsPage.js'
import classes from './NoticeButton.module.css'
import type { Notice } from './notices.js'

const look = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

export function NoticePanel({
  notices,
  onLeave,
}: {
  notices: readonly Notice[]
  onLeave: () => void
}) {
  return (
    <>
      <h2 className={classes.title}>
        Notifications{' '}
        {notices.some(isTold) && (
          <GatewayReports>transactions: reported by the gateway</GatewayReports>
        )}
      </h2>
      {notices.length === 0 ? (
        <p className={classes.empty}>
          No notifications yet. Transactions that need your signature, are ready
          to execute or were executed appear here.
        </p>
      ) : (
        <ul className={classes.list}>
          {notices.map((notice) => (
            <li key={notice.key} className={classes.notice}>
              {notice.kind === 'news' ? (
                <NewsLine news={notice.news} onLeave={onLeave} />
              ) : (
                <Line icon={notice.kind === 'error' ? <Failed /> : <Done />}>
                  {notice.text}
                </Line>
              )}
              <Moment at={notice.time} form="time" className={classes.time} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** What the gateway alone says a transaction does. */
function isTold(notice: Notice): boolean {
  return notice.kind === 'news' && notice.news.told !== undefined
}

function NewsLine({ news, onLeave }: { news: News; onLeave: () => void }) {
  const { chainId, safe, id, told } = news
  const config = useAppConfig()
  const name = useFindName()({ chainId, address: safe })
  const chain = config.chains.find((one) => one.chainId === chainId)
  const who = name ?? formatAddress(safe, { digits: 4 })
  return (
    <Line icon={<IconArrowRight {...look} />}>
      {chain ? (
        <Link
          to={findNewsPage(news)}
          search={{
            ...toSafeSearch({ chain, address: safe }),
            ...(id && { id }),
          }}
          onClick={onLeave}
        >
          <b>{who}</b>, {chain.name}
        </Link>
      ) : (
        <b>{who}</b>
      )}
      {told && <span className={classes.words}>{told}</span>}
      {!(told && news.about === 'history') && (
        <span className={classes.words}>{writeNews(news)}</span>
      )}
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
