import type { Carried } from '@covault/protocol/envelope'
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { Conflicts } from '../../components/transaction/Conflicts.js'
import { HashValue } from '../../components/transaction/HashValue.js'
import { Record } from '../../components/transaction/Record.js'
import type { BroughtFrom } from '../../lib/carriedText.js'
import type { FlowName } from '../../lib/flowSearch.js'
import { formatCount } from '../../lib/formatCount.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { isAlone } from '../../queries/gateway.js'
import { createChainClient } from '../../trust/chainClient.js'
import { computedHere } from '../../trust/provenance.js'
import { Remark } from '../../ui/Remark.js'
import { RetryButton } from '../../ui/RetryButton.js'
import { Section } from '../../ui/Section.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { understanding } from '../../understand/signables/signables.js'
import { describeError } from '../../words/errors.js'
import { refreshSigned } from '../act/refreshSigned.js'
import { acting } from '../act/signables/signables.js'
import classes from './BringIn.module.css'
import { BroughtContent } from './BroughtContent.js'
import { BroughtSignatures } from './BroughtSignatures.js'
import { BroughtStates } from './BroughtStates.js'
import { Differences } from './Differences.js'
import { createFindKnown } from './findKnown.js'
import { type Judged, judgeCarried, nameCarried } from './judgeCarried.js'
import { keepJudged, listNew } from './keepJudged.js'
import { OfflineReview } from './OfflineReview.js'
import { Rivals } from './Rivals.js'
import { listSenderFacts } from './senderFacts.js'

/** One that was brought, as far as the chain and this browser can judge it. */
export function BroughtReview({
  place,
  carried,
  from,
  isOne,
}: {
  place: SafePlace
  carried: Carried
  from: BroughtFrom
  /** Of several the others are still to be reviewed on this page. */
  isOne: boolean
}) {
  const { chain, address, safe } = place
  const query = useQuery({
    queryKey: [
      'brought',
      chain.chainId,
      address,
      [safe.version, safe.owners, safe.threshold],
      nameCarried(carried),
    ],
    queryFn: ({ client: cache }) =>
      judgeCarried(createChainClient(chain), {
        carried,
        place,
        findKnown: createFindKnown(cache, place),
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  })
  return (
    <BroughtStates
      query={query}
      offline={
        <OfflineReview
          scope={place}
          carried={carried}
          from={from}
          isOne={isOne}
          onRetry={query.refetch}
        />
      }
    >
      {(judged) => (
        <Review
          place={place}
          judged={judged}
          origin={carried.origin}
          from={from}
          isOne={isOne}
          onJudge={query.refetch}
        />
      )}
    </BroughtStates>
  )
}

function Review({
  place,
  judged,
  origin,
  from,
  isOne,
  onJudge,
}: {
  place: SafePlace
  judged: Judged
  origin: string | undefined
  from: BroughtFrom
  isOne: boolean
  /** Once more. */
  onJudge: () => Promise<unknown>
}) {
  const { signable, hash, note, knownBy, differences } = judged
  const [hasNote, setHasNote] = useState(false)
  const name = signable.kind
  return (
    <article className={classes.card} aria-label={`Imported ${name}`}>
      <div>
        <p className={classes.lead}>{describeNews(judged)}</p>
        <BroughtContent place={place} signable={signable} hash={hash} />
      </div>
      {signable.kind === 'transaction' && (
        <>
          {signable.transaction.nonce < place.safe.nonce && (
            <Remark kind="warn" role="alert">
              Nonce {String(signable.transaction.nonce)} is already used: the
              safe is at nonce {String(place.safe.nonce)}. This transaction can
              no longer be executed.
            </Remark>
          )}
          <Conflicts
            place={place}
            nonce={signable.transaction.nonce}
            hash={hash}
          />
          <Rivals place={place} from={from} signable={signable} hash={hash} />
        </>
      )}
      {differences.length > 0 && (
        <Section
          title="Differences"
          note={`from the same ${name} in the queue`}
        >
          <Differences place={place} from={from} differences={differences} />
        </Section>
      )}
      <Section title="Signatures" note={describeSignatures(judged)}>
        <BroughtSignatures place={place} signatures={judged.signatures} />
        {listUnheard(judged).length > 0 && (
          <RetryButton variant="default" onRetry={onJudge} />
        )}
      </Section>
      <Record
        facts={[
          {
            name: understanding[name].hash.name,
            value: <HashValue hash={hash} />,
            above: <ProvenanceMark of={computedHere} />,
          },
          {
            name: 'Safe',
            value: `${place.chain.shortName}:${place.address}`,
            above: null,
          },
          ...(signable.kind === 'transaction'
            ? [{ name: 'To', value: signable.transaction.to, above: null }]
            : []),
          ...listSenderFacts({ note, origin }),
        ]}
      />
      {note && name === 'transaction' && knownBy !== 'gateway' && (
        <NoteChoice isKept={hasNote} onKeep={setHasNote} />
      )}
      <Actions
        place={place}
        judged={judged}
        isKnown={knownBy !== undefined}
        hasNote={hasNote}
        isOne={isOne}
        onAdded={() => void onJudge()}
      />
    </article>
  )
}

function NoteChoice({
  isKept,
  onKeep,
}: {
  isKept: boolean
  onKeep: (isKept: boolean) => void
}) {
  return (
    <label className={classes.choice}>
      <input
        type="checkbox"
        checked={isKept}
        onChange={({ target }) => onKeep(target.checked)}
      />
      <span>
        Keep the note.{' '}
        {!isAlone && 'The gateway will show it as a note by the first signer.'}
      </span>
    </label>
  )
}

function describeNews({ signable, knownBy }: Judged): string {
  const what = signable.kind
  if (knownBy === undefined)
    return `This ${what} is new here. You have signed and sent nothing in this browser.`
  // Without a gateway only what was executed is known from elsewhere.
  const who = isAlone ? 'The chain' : 'The gateway'
  return `${knownBy === 'gateway' ? who : 'This browser'} already has this ${what}.`
}

function describeSignatures(judged: Judged): string {
  const { length } = listNew(judged)
  const { length: unheard } = listUnheard(judged)
  const dropped = judged.signatures.filter(
    ({ status }) => status === 'stranger' || status === 'refused',
  ).length
  return [
    length > 0 ? `${formatCount(length, 'new signature')}` : 'nothing new',
    ...(dropped > 0 ? [`${dropped} dropped`] : []),
    ...(unheard > 0 ? [`${unheard} not checked`] : []),
  ].join(', ')
}

function listUnheard({ signatures }: Judged) {
  return signatures.filter(({ status }) => status === 'unheard')
}

function Actions({
  place,
  judged,
  isKnown,
  hasNote,
  isOne,
  onAdded,
}: {
  place: SafePlace
  judged: Judged
  isKnown: boolean
  hasNote: boolean
  isOne: boolean
  onAdded: () => void
}) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { kind, domain } = judged.signable
  const { page } = acting[kind].ending
  const isNew = !isKnown || listNew(judged).length > 0
  const open = (flow: FlowName | undefined) =>
    navigate({
      to: page.to,
      search: {
        ...toSafeSearch(place),
        ...page.search(judged.hash),
        ...(flow && { flow }),
      },
      // Back leads to the others.
      replace: isOne,
    })
  const keep = useMutation({
    mutationFn: async (isReviewed: boolean) => {
      if (isNew) await keepJudged(judged, { hasNote })
      await refreshSigned(queries, [{ kind, ...domain }])
      if (isOne || !isNew) await open(isReviewed ? page.confirm : undefined)
      else onAdded()
    },
  })
  const isAdded = !isOne && keep.isSuccess
  return (
    <>
      {keep.error && (
        <Remark kind="danger" role="alert">
          {describeError(keep.error)}
        </Remark>
      )}
      {isAdded && (
        <Remark kind="ok" role="status">
          Added. You can review and sign it now, or continue with the others
          first.
        </Remark>
      )}
      <div className={classes.actions}>
        <Button
          loading={keep.isPending && keep.variables}
          onClick={() => keep.mutate(true)}
        >
          {isNew ? (isOne ? 'Add and review' : 'Add') : 'Review'}
        </Button>
        {(isOne || !isNew) && (
          <Button
            variant="default"
            loading={keep.isPending && !keep.variables}
            onClick={() => keep.mutate(false)}
          >
            {isNew ? 'Add only' : 'Open'}
          </Button>
        )}
      </div>
    </>
  )
}
