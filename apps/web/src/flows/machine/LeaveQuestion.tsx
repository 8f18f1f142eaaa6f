import { Button } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Dialog, DialogActions } from '../../ui/Dialog.js'

/**
 * Asks before somebody leaves a form they have filled in. The way back from
 * the review leads to the form, not out of the flow.
 */
export function LeaveQuestion({
  isOpenWork,
  onBack,
  onDiscard,
}: {
  isOpenWork: boolean
  onBack: (() => void) | undefined
  onDiscard: () => void
}) {
  /** The last way out was the one back to the form, which is no leaving. */
  const isGoneBack = useRef(false)
  const leaving = useBlocker({
    withResolver: true,
    enableBeforeUnload: false,
    disabled: !isOpenWork && !onBack,
    shouldBlockFn: ({ current, next, action }) => {
      const isStaying = readFlow(current) === readFlow(next)
      if (isStaying || isRemedy(next)) return false
      isGoneBack.current = action === 'BACK' && onBack !== undefined
      if (isGoneBack.current) onBack?.()
      return isGoneBack.current || isOpenWork
    },
  })
  useEffect(() => {
    if (leaving.status === 'blocked' && isGoneBack.current) leaving.reset()
  }, [leaving])
  if (leaving.status !== 'blocked' || isGoneBack.current) return null
  return (
    <Dialog title="Leave without finishing?" onClose={leaving.reset}>
      <p>You can save your entries in this browser and continue later.</p>
      <DialogActions>
        <Button onClick={leaving.proceed}>Save and close</Button>
        <Button
          variant="default"
          onClick={() => {
            onDiscard()
            leaving.proceed()
          }}
        >
          Discard
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** To burn a nonce is urgent, and the draft is kept anyway. */
function isRemedy({ search }: { search: object }): boolean {
  return Reflect.get(search, 'flow') === 'reject'
}

function readFlow({ pathname, search }: { pathname: string; search: object }) {
  return `${pathname} ${String(Reflect.get(search, 'flow') ?? '')}`
}
