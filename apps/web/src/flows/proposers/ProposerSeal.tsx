import { getTotp } from '@covault/protocol'
import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { connectionQuery } from '../../wallet/connection.js'
import { findPlaceReason } from '../act/findPlaceReason.js'
import { ActBlock } from '../review/ActBlock.js'
import seal from '../review/SealBlock.module.css'
import type { WalletWork } from '../review/useWalletWork.js'

/** What the wallet will show, and the button. */
export function ProposerSeal({
  place: { chain },
  title,
  words,
  delegate,
  refusal,
  work,
  onAct,
  onClose,
}: {
  place: SafePlace
  title: string
  words: string
  delegate: Address | undefined
  refusal: string | undefined
  work: Pick<WalletWork<never>, 'isPending' | 'error' | 'stop'>
  onAct: () => void
  onClose: () => void
}) {
  const { data: connection } = useQuery(connectionQuery)
  return (
    <ActBlock
      title={title}
      words={words}
      chain={chain}
      reason={findPlaceReason(connection, { chain, refuse: () => refusal })}
      work={work}
      onAct={onAct}
      back={{ title: 'Cancel', onBack: onClose }}
    >
      <p className={seal.reason}>
        Your wallet shows “Delegate”, {delegate ?? 'the proposer’s address'} and
        the number {String(getTotp({ unixSeconds: Date.now() / 1000 }))}: the
        time, in hours since 1970. The gateway stores your signed request.
        Nothing happens on the chain.
      </p>
    </ActBlock>
  )
}
