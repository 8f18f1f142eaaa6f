import { Button } from '@mantine/core'
import { type ComponentProps, type ReactNode, useId } from 'react'
import type { ChainConfig } from '../../trust/chainClient.js'
import type { Reason } from '../act/findPlaceReason.js'
import { ActButton } from './ActButton.js'
import { FlowBar } from './FlowBar.js'
import classes from './SealBlock.module.css'
import type { WalletWork } from './useWalletWork.js'
import { WorkError } from './WorkError.js'

type Bar = Omit<ComponentProps<typeof FlowBar>, 'sealId'>

/** The end of what one account does by itself: what to know, and the button. */
export function ActBlock({
  title,
  words,
  isDanger = false,
  chain,
  reason,
  work,
  onAct,
  back,
  bar,
  children,
}: {
  title: string
  words: string
  /** It takes something away. */
  isDanger?: boolean
  chain: ChainConfig
  reason: Reason | undefined
  work: Pick<WalletWork<never>, 'isPending' | 'error' | 'stop'>
  onAct: () => void
  back: { title: string; onBack: () => void }
  /** Where findings stand above, which a phone leads through. */
  bar?: Bar
  children: ReactNode
}) {
  return (
    <ActFrame title={title} bar={bar}>
      <div className={classes.act}>
        {children}
        <ActButton
          words={words}
          isDanger={isDanger}
          chain={chain}
          reason={reason}
          isWorking={work.isPending}
          onAct={onAct}
          onStop={work.stop}
        />
        <WorkError error={work.error} />
        <Button variant="subtle" onClick={back.onBack}>
          {back.title}
        </Button>
      </div>
    </ActFrame>
  )
}

/** What stands around the button, and leads to it on a phone. */
export function ActFrame({
  title,
  bar,
  children,
}: {
  title: ReactNode
  bar: Bar | undefined
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      id={`${id}-act`}
      className={classes.block}
      aria-labelledby={id}
      tabIndex={-1}
    >
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      {children}
      {bar && <FlowBar {...bar} sealId={`${id}-act`} />}
    </section>
  )
}
