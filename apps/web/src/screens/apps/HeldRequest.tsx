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
          Whatever this app asks you for is refused, until the page is loaded
          again.
        </span>
        <div className={classes.actions}>
          <Button variant="default" onClick={onUnmute}>
            Let it ask again
          </Button>
        </div>
      </div>
    )
  return (
    <div className={classes.features} role="status">
      <span>
        The app asks again, after {patience} requests in a row that came to
        nothing.
      </span>
      <div className={classes.actions}>
        <Button variant="default" onClick={onShow}>
          Show the request
        </Button>
        <Button variant="default" onClick={onRefuse}>
          Refuse
        </Button>
        <Button variant="default" onClick={onMute}>
          Refuse all it asks for
        </Button>
      </div>
    </div>
  )
}
