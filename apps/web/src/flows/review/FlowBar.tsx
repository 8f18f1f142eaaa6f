import { Button } from '@mantine/core'
import { formatCount } from '../../lib/formatCount.js'
import { Status } from '../../ui/Status.js'
import { useInView } from '../../ui/useInView.js'
import classes from './FlowBar.module.css'
import { goTo } from './goTo.js'
import { isDanger } from './useUnseen.js'

/**
 * On a phone the button is far below what is read: what it is about, what is
 * open, and the way there, past every finding that was not on screen yet. It
 * stands in the place of the tabs.
 */
export function FlowBar({
  summary,
  openDangers,
  unseen,
  sealId,
}: {
  summary: string
  openDangers: number
  unseen: readonly HTMLElement[]
  sealId: string
}) {
  const isThere = useInView(sealId)
  const [next] = unseen
  if (isThere && !next) return null
  return (
    <div className={classes.bar}>
      <p className={classes.words}>
        <b>{summary}</b>
        {openDangers > 0 && (
          <Status kind="danger">
            {formatCount(openDangers, 'open danger')}
          </Status>
        )}
      </p>
      <Button onClick={() => goTo(next ?? document.getElementById(sealId))}>
        {next
          ? `Show ${isDanger(next) ? 'danger' : 'warning'}`
          : 'Go to signing'}
      </Button>
    </div>
  )
}
