import { Button } from '@mantine/core'
import { skipToken, useQuery } from '@tanstack/react-query'
import { SignInButton } from '../../components/SignInButton.js'
import { useAppConfig } from '../../hooks/useAppConfig.js'
import { useIsUsedUp } from '../../hooks/useIsUsedUp.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { choosePlural, formatCount, listWords } from '../../lib/formatCount.js'
import { pollInterval } from '../../lib/timing.js'
import { useRecords } from '../../preferences/records.js'
import { isAlone } from '../../queries/gateway.js'
import type { SignableKind } from '../../trust/signable.js'
import { Banner } from '../../ui/Banner.js'
import { describeError } from '../../words/errors.js'
import {
  describeKept,
  forgetKept,
  forgetLate,
  hashKept,
  keepMeant,
} from '../act/kept.js'
import type { Kept } from '../act/keptWork.js'
import { acting, signableKinds } from '../act/signables/signables.js'
import { useHandIn } from '../review/useHandIn.js'
import { ShareKept } from './ShareKept.js'
import { useCheckOwners } from './useCheckOwners.js'
import { isStranded, useSubmitWhenBack } from './useSubmitWhenBack.js'

type KeptValue = Kept['value']

/** Signatures that the gateway does not have, submitted when it is back. */
export function KeptSignatures(props: {
  isShown: (kept: KeptValue) => boolean
}) {
  return signableKinds.map((kind) => (
    <KeptOf key={kind} kind={kind} {...props} />
  ))
}

function KeptOf<Kind extends SignableKind>({
  kind,
  isShown,
}: {
  kind: Kind
  isShown: (kept: KeptValue) => boolean
}) {
  const records = useRecords(acting[kind].kept.records) ?? []
  const left = records
    .filter(({ value }) => isLeft(value))
    .map(({ name, value }) => ({ name, kept: { kind, value } as Kept }))
  const isUsedUp = useIsUsedUp(left.map(({ kept }) => kept))
  return left.map(({ name, kept }) => (
    <KeptSignature
      key={name}
      kept={kept}
      // Nobody takes it any more: the queue lists what has a used nonce.
      isShown={!isUsedUp(kept) && isShown(kept.value)}
    />
  ))
}

function isLeft(value: KeptValue): boolean {
  if (value.signatures.length === 0) return false
  return (
    value.failedAt !== undefined ||
    value.signatures.some((one) => one.isLate || one.isUnchecked) ||
    isStranded(value)
  )
}

function KeptSignature({ kept, isShown }: { kept: Kept; isShown: boolean }) {
  const { refusal, passesWith } = kept.value
  const signatures = kept.value.signatures.filter((one) => !one.isUnchecked)
  const isLate = signatures.some((one) => one.isLate)
  const submit = useHandIn([kept])
  useSubmitWhenBack(kept.value, submit.mutate)
  useCheckOwners(kept, submit.mutate)
  useLetGoWhenSettled(kept)
  if (!isShown || signatures.length === 0) return null
  const count = signatures.length
  const who = signatures
    .filter((one) => !isAlone || one.isLate)
    .map(({ signer }) => formatAddress(signer, { digits: 4 }))
  const problem =
    !isAlone && (refusal ?? (submit.error && describeError(submit.error)))
  return (
    <Banner
      title={
        isLate
          ? 'Your wallet signed after you stopped waiting.'
          : choosePlural(count, {
              one: 'A signature hasn’t been submitted yet.',
              other: `${formatCount(count, 'signature')} haven’t been submitted yet.`,
            })
      }
      action={
        <>
          {isAlone ? (
            <Button size="xs" onClick={() => keepMeant(kept)}>
              Keep signature
            </Button>
          ) : (
            <Button
              size="xs"
              loading={submit.isPending}
              onClick={() => submit.mutate()}
            >
              {isLate ? 'Submit signature' : 'Resubmit'}
            </Button>
          )}{' '}
          {passesWith === 'signIn' && <SignInButton size="xs" />}{' '}
          <ShareKept kept={kept} size="xs" />{' '}
          {isLate && (
            <Button
              size="xs"
              variant="default"
              onClick={() => forgetLate(kept)}
            >
              Discard
            </Button>
          )}
          {refusal !== undefined && !isLate && (
            <Button
              size="xs"
              variant="default"
              onClick={() => forgetKept(kept)}
            >
              Discard
            </Button>
          )}
        </>
      }
    >
      {listWords(who)} signed {describeKept(kept)}
      {isAlone ? aloneWords : describeMissing(count)}
      {isLate &&
        !isAlone &&
        ' This browser keeps the signature until you submit or discard it.'}
      {problem && ` ${problem}`}
    </Banner>
  )
}

/** Only what came late is shown there: the rest is in the queue. */
const aloneWords = '. The signature doesn’t count until you keep it.'

function describeMissing(count: number): string {
  return `, and the gateway doesn’t have the ${choosePlural(count, { one: 'signature', other: 'signatures' })} yet.`
}

/** A gateway that comes back has the last blocks within this time. */
const catchUpTime = 120_000

/**
 * A gateway that was away may refuse a signature because the nonce is used,
 * and read the execution that used it only then. It needs no signature.
 */
function useLetGoWhenSettled<Kind extends SignableKind>(
  kept: Kept<Kind>,
): void {
  const { chainId, refusal, failedAt = 0 } = kept.value
  const { chains } = useAppConfig()
  const chain = chains.find((one) => one.chainId === chainId)
  useQuery({
    queryKey: ['settled', kept.kind, hashKept(kept)],
    queryFn: chain
      ? async () => {
          const { isSettled } = acting[kept.kind].kept
          const isOver = await isSettled(kept.value, chain)
          if (isOver) await forgetKept(kept)
          return isOver
        }
      : skipToken,
    enabled: refusal !== undefined,
    refetchInterval: ({ state: { data } }) =>
      data !== true && Date.now() - failedAt < catchUpTime
        ? pollInterval
        : false,
  })
}
