import type { Address } from 'viem'
import { toForeignText } from '../../lib/foreignText.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { formatExactTime } from '../../lib/formatTime.js'
import type { CheckedFact, FieldCheck } from '../../trust/fieldCheck.js'
import { gatewaySays, type Provenance } from '../../trust/provenance.js'
import { checkingHow, saidHow, writeClaim } from '../../words/reasons.js'

/** One fact that a decision rests on, and why it is believed. */
export type Reason = {
  fact: string
  /** In short. */
  value: string
  /** Undefined: there is nothing it could be compared with. */
  status: 'ok' | 'differs' | 'unknown' | undefined
  /** Undefined: it is not known. */
  provenance: Provenance | undefined
  /** How it was checked, in a sentence. */
  how: string
}

/** All of them, by where they come from. */
export type ReasonGroups = {
  computed: readonly Reason[]
  chain: readonly Reason[]
  said: readonly Reason[]
  /** Who was asked, and what came of it. */
  sources: readonly Reason[]
}

/** What only somebody's word vouches for. */
export function listSaid({
  note,
  app,
  by,
  at,
}: {
  note?: string | null
  app: string | null | undefined
  by: Address | undefined
  /** Undefined: nobody says. */
  at: number | undefined
}): Reason[] {
  return [
    ...(note ? [toSaid('Note', toForeignText(note, 80))] : []),
    ...(app ? [toSaid('Proposed in', toForeignText(app, 80))] : []),
    ...(by ? [toSaid('Proposed by', formatAddress(by, { digits: 4 }))] : []),
    ...(at === undefined ? [] : [toSaid('Proposed at', formatExactTime(at))]),
  ]
}

function toSaid(fact: string, value: string): Reason {
  return {
    fact,
    value,
    status: 'unknown',
    provenance: gatewaySays,
    how: saidHow,
  }
}

/** What came of all that was asked about one fact. */
export function judge(
  fields: readonly FieldCheck[],
  fact: CheckedFact,
  words: { ok: string; unknown: string },
): Pick<Reason, 'status' | 'how'> {
  const about = fields.filter((one) => one.fact === fact)
  const differing = about.filter(({ status }) => status === 'differs')
  if (differing.length > 0)
    return { status: 'differs', how: differing.map(tellDifference).join(' ') }
  return about.some(({ status }) => status === 'ok')
    ? { status: 'ok', how: words.ok }
    : { status: 'unknown', how: words.unknown }
}

export function tellDifference({
  field,
  here,
  claim,
  sentence,
}: FieldCheck): string {
  return sentence ?? `${field}: ${here}${writeClaim(claim)}.`
}

/** Whatever could not be looked at. */
export function toUnknown(fact: string, how = checkingHow): Reason {
  return {
    fact,
    value: 'not known',
    status: 'unknown',
    provenance: undefined,
    how,
  }
}
