import type { OpenSafe } from '../../components/SafeGate.js'
import type { GatewayState } from '../../hooks/useGatewayState.js'
import { useRecalled } from '../../hooks/useRecalled.js'
import { openFlow } from '../../lib/flowSearch.js'
import { formatCount } from '../../lib/formatCount.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { Remark } from '../../ui/Remark.js'
import classes from './QueueScreen.module.css'

/** For anyone who hands a whole queue on; one alone has Share in its row. */
export function SaveAll({
  open,
  gateway,
  rows,
}: {
  open: OpenSafe
  gateway: GatewayState
  rows: readonly { key: string }[]
}) {
  const recalled = useRecalled(open) ?? []
  const hasRow = (hash: string) => rows.some(({ key }) => key.endsWith(hash))
  const isOffered =
    gateway === 'heard'
      ? recalled.filter(({ isProposed }) => !isProposed).length > 1
      : recalled.length > 1 ||
        recalled.some(({ safeTxHash }) => !hasRow(safeTxHash))
  if (!isOffered) return null
  return (
    <div className={classes.saveAll}>
      <Remark kind="info">
        {formatCount(recalled.length, 'transaction')} in this browser can be
        saved as one file.
      </Remark>
      <LinkButton
        size="xs"
        variant="default"
        to="."
        search={openFlow('share')}
        preload={false}
      >
        Save all
      </LinkButton>
    </div>
  )
}
