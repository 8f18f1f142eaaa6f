import { IconBell } from '@tabler/icons-react'
import { Suspense, useId, useState } from 'react'
import { latePart } from '../ui/latePart.js'
import { useClosing } from '../ui/useClosing.js'
import classes from './NoticeButton.module.css'
import { markSeen, useNotices } from './notices.js'
import { loadNotices } from './providers.js'

const NoticePanel = latePart(loadNotices)

/** What was said and what changed, for those who looked away. */
export function NoticeButton() {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { notices, unseen } = useNotices()
  const menu = useClosing(isOpen, () => setOpen(false))
  return (
    <div ref={menu} className={classes.menu}>
      <button
        type="button"
        className={classes.button}
        aria-label={
          unseen > 0 ? `Notifications, ${unseen} new` : 'Notifications'
        }
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        title="Notifications"
        onClick={() => {
          markSeen()
          setOpen(!isOpen)
        }}
      >
        <IconBell size={20} stroke={1.75} aria-hidden="true" />
        {unseen > 0 && (
          <span className={classes.count} aria-hidden="true">
            {unseen}
          </span>
        )}
      </button>
      {isOpen && (
        <section id={id} className={classes.panel} aria-label="Notifications">
          <Suspense fallback={null}>
            <NoticePanel notices={notices} onLeave={() => setOpen(false)} />
          </Suspense>
        </section>
      )}
    </div>
  )
}
