import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Address, Hex } from 'viem'
import { useFindName } from '../hooks/useFindName.js'
import { formatAddress } from '../lib/formatAddress.js'
import { formatCount, listWords } from '../lib/formatCount.js'
import { toSafeSearch } from '../lib/safeParameter.js'
import {
  changeLocal,
  type Local,
  localRecords,
  nameLocal,
} from '../preferences/localQueue.js'
import { type Records, useRecords } from '../preferences/records.js'
import {
  forgetSeen,
  type SeenSignature,
  seenSignatures,
} from '../preferences/seenSignatures.js'
import { isAlone } from '../queries/gateway.js'
import { refreshAfter } from '../queries/liveEvents.js'
import type { SignableKind } from '../trust/signable.js'
import { isSameSignature } from '../trust/signables/claimedSignature.js'
import { Dialog, DialogActions } from '../ui/Dialog.js'
import { Remark } from '../ui/Remark.js'
import type { SafePlace } from '../understand/safe/safePlace.js'
import { signableLists } from '../understand/signables/lists.js'
import { describeError } from '../words/errors.js'

type Discarded = {
  place: SafePlace
  kind: SignableKind
  hash: Hex
  local: Local
}

/** For what lies here and the gateway does not have, or would not take. */
export function DiscardLocal(props: Discarded) {
  const { local } = props
  const [isAsking, setAsking] = useState(false)
  if (local.isProposed && local.failedAt === undefined) return null
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        Discard
      </Button>
      {isAsking && <Question {...props} onClose={() => setAsking(false)} />}
    </>
  )
}

function Question({
  place: { chain, address },
  kind,
  hash,
  local,
  onClose,
}: Discarded & { onClose: () => void }) {
  const { chainId } = chain
  const queries = useQueryClient()
  const navigate = useNavigate()
  const findName = useFindName()
  const seen = useRecords(seenSignatures)
  const discard = useMutation({
    mutationFn: () => discardLocal(localRecords[kind], hash, local),
    onSuccess: async () => {
      const search = toSafeSearch({ chain, address })
      const { list: to, event } = signableLists[kind]
      await navigate({ to, search, replace: true })
      await refreshAfter(queries, { name: event, chainId, safe: address })
    },
  })
  if (!seen) return null
  const signers = listLost(
    hash,
    local,
    seen.map(({ value }) => value),
  ).map(
    (signer) =>
      findName({ chainId, address: signer }) ??
      formatAddress(signer, { digits: 4 }),
  )
  return (
    <Dialog title={`Discard this ${kind}?`} onClose={onClose}>
      <p>
        This browser’s copy of the {kind} is removed.
        {(isAlone || !local.isProposed) &&
          ` The ${kind} leaves your list too${isAlone ? '' : ', unless the gateway has it by now'}.`}
      </p>
      <p>{describeLoss(kind, signers)}</p>
      {discard.error && (
        <Remark kind="danger" role="alert">
          {describeError(discard.error)}
        </Remark>
      )}
      <DialogActions onCancel={onClose}>
        <Button loading={discard.isPending} onClick={() => discard.mutate()}>
          Discard
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Whose signatures go with it: those of the copy, and those seen elsewhere. */
function listLost(
  hash: Hex,
  local: Local,
  seen: readonly SeenSignature[],
): Address[] {
  const remembered = seen.filter(
    (one) => one.safeTxHash === hash && isForgottenWith(local, one),
  )
  const lost = [...local.signatures, ...remembered]
  return [...new Set(lost.map(({ signer }) => signer))]
}

async function discardLocal(
  records: Records<Local>,
  hash: Hex,
  local: Local,
): Promise<void> {
  await forgetSeen(hash, (one) => isForgottenWith(local, one))
  await changeLocal(records, nameLocal(local, hash), () => undefined)
}

/** What is lost is not remembered as the gateway’s. */
function isForgottenWith(
  { isProposed, signatures }: Local,
  seen: SeenSignature,
): boolean {
  const isOwn = signatures.some((own) => isSameSignature(own, seen))
  return isAlone || !isProposed || isOwn
}

/** What was shared is out of reach, and may still be used. */
function describeLoss(kind: SignableKind, signers: readonly string[]): string {
  if (signers.length === 0)
    return `No signatures are lost, because there are none here. To get the ${kind} back, import it again.`
  const [what, they] =
    signers.length === 1
      ? ['The signature', 'it']
      : [`The ${formatCount(signers.length, 'signature')}`, 'them']
  return `${what} by ${listWords(signers)} ${they === 'it' ? 'is' : 'are'} lost, unless you have shared ${they}. Shared copies stay valid, and anyone who has one can use it.`
}
