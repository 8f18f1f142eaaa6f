import { Button } from '@mantine/core'
import { patience } from '../../apps/requestDesk.js'
import classes from './AppFrame.module.css'

/** An app that does not take no for an answer does not get the whole screen. */
export function HeldRequest({
  isMuted,
  onShow,
  onRefuse,
  onMute,
  onUnmute,
}: {
  isMuted: boolean
  onShow: () => void
  onRefuse: () => void
  onMute: () => void
  onUnmute: () => void
}) {
  if (isMuted)
    return (
      <div className={classes.features} role="status">
        <span>
          All requests from this app are refused until you reload the page.
        </span>
        <div className={classes.actions}>
          <Button variant="default" onClick={onUnmute}>
            Allow requests
          </Button>
        </div>
      </div>
    )
  return (
    <div className={classes.features} role="status">
      <span>
        You didn’t sign the last {patience} requests from this app, and it has
        sent another.
      </span>
      <div className={classes.actions}>
        <Button variant="default" onClick={onShow}>
          Show request
        </Button>
        <Button variant="default" onClick={onRefuse}>
          Refuse
        </Button>
        <Button variant="default" onClick={onMute}>
          Refuse all requests
        </Button>
      </div>
    </div>
  )
}
