import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Hex } from 'viem'
import { SealList } from '../../components/transaction/SealList.js'
import { formatCount } from '../../lib/formatCount.js'
import { usePreference } from '../../preferences/preference.js'
import { security } from '../../preferences/security.js'
import { isAlone } from '../../queries/gateway.js'
import type { Claim, SignableCheck } from '../../trust/checkSignable.js'
import { isAtGateway } from '../../understand/assess/claim.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import type { NameOf } from '../../understand/tell/describeIntent.js'
import { countSeals } from '../act/execute.js'
import type { Reason } from '../act/findPlaceReason.js'
import { isWithoutTypedData, WrongSignatureError } from '../act/signErrors.js'
import { Acknowledgements } from './Acknowledgements.js'
import { ActFrame } from './ActBlock.js'
import { ActButton } from './ActButton.js'
import { BlindSigning } from './BlindSigning.js'
import type { Demands } from './demands.js'
import classes from './SealBlock.module.css'
import type { WalletWork } from './useWalletWork.js'
import { WorkError } from './WorkError.js'
import { WrongSignatureAlarm } from './WrongSignatureAlarm.js'

/** The end of every document: who signs it, what is open, and the button. */
export function SealFrame({
  place,
  summary,
  claim,
  check,
  nameOf,
  hash,
  demands,
  unseen,
  words,
  reason,
  work,
  onAct,
  alarm,
  back,
  children,
}: {
  place: SafePlace
  /** What it is about, in very few words. */
  summary: string
  claim: Claim | undefined
  check: Pick<SignableCheck, 'safe' | 'confirmations'> | undefined
  nameOf: NameOf
  hash: Hex
  demands: Demands
  /** Findings that were not on screen yet. */
  unseen: readonly HTMLElement[]
  words: string
  reason: Reason | undefined
  work: WalletWork<'approve' | 'signBlindly'>
  onAct: () => void
  /** What can be done about a wrong signature. */
  alarm: { nonce: bigint; words: string | undefined }
  back: { title: string; onBack: () => void }
  /** What is chosen before the button is pressed. */
  children?: ReactNode
}) {
  const { chain, safe } = place
  const { blindSigning } = usePreference(security)
  const isBare = isWithoutTypedData(work.error)
  // What shows the bare hash stays while the wallet does.
  const [wasBare, setWasBare] = useState(false)
  if (isBare && !wasBare) setWasBare(true)
  const wrong = work.error instanceof WrongSignatureError && work.error
  return (
    <ActFrame
      title={<Title safe={safe} check={check} />}
      bar={{ summary, openDangers: demands.open, unseen }}
    >
      <div className={classes.columns}>
        <SealList
          place={place}
          hash={hash}
          owners={safe.owners}
          claims={claim?.confirmations ?? []}
          checked={check?.confirmations}
          nameOf={nameOf}
          isReported={!isAlone && isAtGateway(claim)}
        />
        <div className={classes.act}>
          {wrong && <WrongSignatureAlarm error={wrong} {...alarm} />}
          {demands.list.length > 0 && <Acknowledgements demands={demands} />}
          {children}
          <ActButton
            words={words}
            chain={chain}
            reason={reason}
            isWorking={work.isPending}
            onAct={onAct}
            onStop={work.stop}
          />
          {!wrong && !isBare && <WorkError error={work.error} />}
          {(isBare || (wasBare && work.isPending)) && (
            <BlindSigning
              isAllowed={blindSigning}
              hash={hash}
              isWorking={work.isPending}
              onSign={() => work.start('signBlindly')}
              onApprove={() => work.start('approve')}
            />
          )}
          <Button variant="subtle" onClick={back.onBack}>
            {back.title}
          </Button>
        </div>
      </div>
    </ActFrame>
  )
}

function Title({
  safe,
  check,
}: Pick<SafePlace, 'safe'> & {
  check: Pick<SignableCheck, 'safe' | 'confirmations'> | undefined
}) {
  const seals =
    check && countSeals({ ...check.safe, ...check, sender: undefined })
  return (
    <>
      Sign
      <span className={classes.count}>
        {seals ?? 0} of {formatCount(safe.threshold, 'signature')}
      </span>
    </>
  )
}
