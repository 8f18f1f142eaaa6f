import { useRef } from 'react'
import type { Address } from 'viem'
import {
  type CallMeaning,
  useBatchMeanings,
} from '../../hooks/useBatchMeanings.js'
import { useNameOf } from '../../hooks/useNameOf.js'
import { useRowChanges } from '../../hooks/useRowChanges.js'
import { toForeignText } from '../../lib/foreignText.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { formatAmount } from '../../lib/formatAmount.js'
import type { BatchedCall, DraftBatch } from '../../preferences/draftBatches.js'
import { findEntryMethod } from '../../understand/batch/batchEntry.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import {
  describeIntent,
  type NameOf,
  nameContract,
} from '../../understand/tell/describeIntent.js'
import classes from './BatchList.module.css'
import { BatchRow } from './BatchRow.js'

/** The calls of the draft batch in words, to be put in order. */
export function BatchList({
  place,
  batch: { calls },
  editedId,
}: {
  place: SafePlace
  batch: DraftBatch
  /** The one that a form holds just now. */
  editedId?: number | undefined
}) {
  const { chain, address } = place
  const nameOf = useNameOf(place)
  const findMeaning = useBatchMeanings(place, calls)
  const list = useRef<HTMLOListElement>(null)
  const { chainId } = chain
  const { news, onChange, onDrag, onBlur } = useRowChanges(list, {
    chainId,
    address,
    calls,
  })
  return (
    <>
      <ol
        ref={list}
        className={classes.list}
        aria-label="Calls of the batch, in order of execution"
        onBlur={onBlur}
      >
        {calls.map((call, index) => {
          const meaning = findMeaning(call)
          const method = findUnknownMethod(call, meaning)
          return (
            <BatchRow
              key={call.id}
              id={call.id}
              place={index}
              count={calls.length}
              words={describe(call, { meaning, method, place, nameOf })}
              method={method}
              source={toForeignText(call.source)}
              isEditable={call.entry !== undefined}
              isEdited={call.id === editedId}
              onChange={onChange}
              onDrag={onDrag}
            />
          )
        })}
      </ol>
      <p className={classes.news} role="status">
        {news}
      </p>
    </>
  )
}

/** What the bytes tell goes before what somebody says they do. */
function findUnknownMethod(
  { entry }: BatchedCall,
  meaning: CallMeaning | undefined,
): string | undefined {
  if (meaning?.intent && meaning.intent.kind !== 'unknownCall') return undefined
  if (!entry) return undefined
  const known = methodNames.get(entry)
  if (known !== undefined) return known || undefined
  const name = findEntryMethod(entry)?.name
  methodNames.set(entry, name ?? '')
  return name
}

/** Reading an ABI hashes; rows are drawn more often than calls are built. */
const methodNames = new WeakMap<object, string>()

function describe(
  { to, value }: BatchedCall,
  {
    meaning,
    method,
    place,
    nameOf,
  }: {
    meaning: CallMeaning | undefined
    method: string | undefined
    place: SafePlace
    nameOf: NameOf
  },
): string | undefined {
  if (!meaning) return undefined
  const facts = meaning.contract
  const name = (who: Address) =>
    nameContract(who, {
      facts: facts?.address === who ? facts : undefined,
      nameOf,
    }) ?? formatAddress(who, { digits: 6 })
  // The method is named by the ABI it was built with, before these words.
  if (method) return `of ${name(to)}${describeValue(value, place)}`
  return meaning.intent
    ? describeIntent(meaning.intent, name)
    : `Call ${name(to)}`
}

function describeValue(value: bigint, { chain }: SafePlace): string {
  if (value === 0n) return ''
  const { symbol, decimals } = chain.nativeCurrency
  const { integer, fraction } = formatAmount(value, decimals)
  return `, with ${integer}${fraction && `.${fraction}`} ${symbol}`
}
