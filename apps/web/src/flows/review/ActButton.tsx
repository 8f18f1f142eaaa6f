import { Button } from '@mantine/core'
import { useId } from 'react'
import { ConnectButton, SwitchButton } from '../../components/WalletButtons.js'
import { useServedRelease } from '../../hooks/useServedRelease.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import danger from '../../ui/danger.module.css'
import { alarmWords, judgingReason } from '../../words/release.js'
import type { Reason } from '../act/findPlaceReason.js'
import classes from './SealBlock.module.css'

/** The button, or what has to be done before it can be pressed. */
export function ActButton({
  words,
  isDanger = false,
  chain,
  reason: asked,
  isWorking,
  onAct,
  onStop,
}: {
  words: string
  /** It takes something away. */
  isDanger?: boolean
  chain: ChainConfig
  reason: Reason | undefined
  isWorking: boolean
  onAct: () => void
  /** A wallet may never answer: how to give it up, where that is possible. */
  onStop?: () => void
}) {
  const id = useId()
  const { alarm, isJudging } = useServedRelease()
  // A page that may be replaced next has nothing signed.
  const reason: Reason | undefined =
    alarm || isJudging
      ? {
          kind: 'reason',
          words: alarm ? alarmWords[alarm].reason : judgingReason,
        }
      : asked
  if (reason?.kind === 'connect')
    return <ConnectButton size="lg" act={words.toLowerCase()} />
  if (reason?.kind === 'switch') return <SwitchButton size="lg" chain={chain} />
  return (
    <>
      <Button
        size="lg"
        fullWidth
        className={isDanger ? danger.button : undefined}
        disabled={reason !== undefined}
        aria-describedby={reason ? id : undefined}
        loading={isWorking}
        onClick={onAct}
      >
        {words}
      </Button>
      {isWorking && (
        <p className={classes.reason} role="status">
          Waiting for your wallet. Compare what it shows with this page.
          {onStop &&
            ' If the wallet shows nothing, open it, or stop waiting and try again.'}
        </p>
      )}
      {isWorking && onStop && (
        <Button variant="default" onClick={onStop}>
          Stop waiting
        </Button>
      )}
      {reason?.kind === 'reason' && (
        <p id={id} className={classes.reason}>
          {reason.words}
        </p>
      )}
    </>
  )
}
