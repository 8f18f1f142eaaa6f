import { hashMessageContent } from '@covault/protocol'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Hex } from 'viem'
import { SignInButton } from '../../components/SignInButton.js'
import { isAlone } from '../../queries/gateway.js'
import { messageQuery } from '../../queries/messages.js'
import { transactionQuery } from '../../queries/transactions.js'
import { toDomain } from '../../trust/domain.js'
import type { SignableKind } from '../../trust/signable.js'
import column from '../../ui/Column.module.css'
import { Remark } from '../../ui/Remark.js'
import { checkQuery } from '../../understand/assess/checkQuery.js'
import { claimMessage } from '../../understand/assess/claim.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { describeError } from '../../words/errors.js'
import { writeSignedInVain } from '../../words/executions.js'
import { hashKept } from '../act/kept.js'
import type { Kept } from '../act/keptWork.js'
import type { Outcome } from '../act/outcome.js'
import { readRefusal } from '../act/refusal.js'
import { acting } from '../act/signables/signables.js'
import { CollectedSignature } from '../review/CollectedSignature.js'
import { useHandIn } from '../review/useHandIn.js'
import { Ending } from './Ending.js'
import { ProgressPage } from './ProgressPage.js'
import { ShareKept } from './ShareKept.js'

/** The others go on meanwhile: it is told as it stands. */
export function Signed({
  place,
  of,
  hash,
  missing,
  onClose,
}: Extract<Outcome, { kind: 'signed' }> & {
  place: SafePlace
  onClose: () => void
}) {
  const { chain, address, safe } = place
  const { comesTo, describeRest } = acting[of].ending
  const { data: details } = useQuery({
    ...transactionQuery({ chainId: chain.chainId, address, id: hash }),
    enabled: comesTo === 'execution',
  })
  return (
    <Ending place={place} title="Signed" of={of} hash={hash} onClose={onClose}>
      <p role="status">
        The gateway has your signature.{' '}
        {describeRest(safe, { missing, details })}
      </p>
      {missing === 0 && <Result place={place} of={of} hash={hash} />}
    </Ending>
  )
}

/** What the gateway did not take. */
export function KeptHere({
  place,
  kept,
  error,
  onClose,
}: Extract<Outcome, { kind: 'kept' }> & {
  place: SafePlace
  onClose: () => void
}) {
  const submit = useHandIn([kept])
  const hash = hashKept(kept)
  if (submit.isSuccess)
    return (
      <Ending
        place={place}
        title="Signed"
        of={kept.kind}
        hash={hash}
        onClose={onClose}
      >
        <p role="status">{acting[kept.kind].ending.taken}</p>
        <Result place={place} of={kept.kind} hash={hash} />
      </Ending>
    )
  const nonce = findNonce(kept)
  if (nonce !== undefined && nonce < place.safe.nonce)
    return (
      <Ending
        place={place}
        title="Signed, nonce already used"
        of={kept.kind}
        hash={hash}
        onClose={onClose}
      >
        <Remark kind="warn" role="alert">
          {writeSignedInVain(nonce, place.safe.nonce)}
        </Remark>
      </Ending>
    )
  if (isAlone)
    return (
      <ProgressPage title="Signed">
        <p role="status">
          Your signature is in this browser’s queue. Share it with the other
          owners by link, file or QR code.
        </p>
        <div className={column.actions}>
          <ShareKept kept={kept} />
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </div>
      </ProgressPage>
    )
  const reason = submit.error ?? error
  const refused = readRefusal(reason)
  return (
    <ProgressPage title="Signed, not submitted">
      <Remark kind="warn" role="alert">
        The gateway didn’t accept the signature.{' '}
        {refused?.refusal ?? describeError(reason)} This browser keeps your
        signature. Submit it later, or share it with the other owners by link,
        file or QR code.
      </Remark>
      <div className={column.actions}>
        {refused?.passesWith === 'signIn' && <SignInButton />}
        <Button loading={submit.isPending} onClick={() => submit.mutate()}>
          Resubmit
        </Button>
        <ShareKept kept={kept} />
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </ProgressPage>
  )
}

/** It may have been used while the wallet was asking. */
function findNonce({ value }: Kept): bigint | undefined {
  return 'transaction' in value ? value.transaction.nonce : undefined
}

/** What comes of it once all have signed. */
function Result({ of, ...ended }: Ended & { of: SignableKind }) {
  return acting[of].ending.comesTo === 'signature' && <Collected {...ended} />
}

type Ended = { place: SafePlace; hash: Hex }

/** Read back from the gateway, and checked like anything it says. */
function Collected({ place, hash }: Ended) {
  const { chain, address, safe } = place
  const { data: message } = useQuery(
    messageQuery({ chainId: chain.chainId, address, messageHash: hash }),
  )
  const domain = toDomain(chain, safe)
  const { data: check } = useQuery({
    ...checkQuery({
      chain,
      signable: { kind: 'message', domain, message: message?.message ?? '' },
      claim: message && claimMessage(message),
      hash,
    }),
    enabled: message !== undefined,
  })
  // Another content under this hash would be a lie, and is not shown.
  if (!message || check?.hash !== hash) return null
  return (
    <CollectedSignature
      place={place}
      domain={domain}
      contentHash={hashMessageContent(message.message)}
      check={check}
      proposal={message}
    />
  )
}
