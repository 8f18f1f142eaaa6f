import { Button } from '@mantine/core'
import { Status } from '../../ui/Status.js'
import classes from './FlowBar.module.css'
import { useInView } from './useInView.js'

/**
 * On a phone the seal is far below what is read: what it is about, what is
 * open, and the way there. It stands in the place of the tabs.
 */
export function FlowBar({
  summary,
  openDangers,
  sealId,
}: {
  summary: string
  openDangers: number
  sealId: string
}) {
  // Whoever has arrived needs no way there.
  const isThere = useInView(sealId)
  if (isThere) return null
  return (
    <div className={classes.bar}>
      <p className={classes.words}>
        <b>{summary}</b>
        {openDangers > 0 && (
          <Status kind="danger">
            {openDangers === 1
              ? '1 danger open'
              : `${openDangers} dangers open`}
          </Status>
        )}
      </p>
      <Button
        onClick={() => {
          const seal = document.getElementById(sealId)
          seal?.scrollIntoView()
          seal?.focus({ preventScroll: true })
        }}
      >
        Go to the seal
      </Button>
    </div>
  )
}
