import type { Hex } from 'viem'
import { capitalise } from '../../lib/capitalise.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { formatCount } from '../../lib/formatCount.js'
import { isAlone } from '../../queries/gateway.js'
import type { SignableCheck } from '../../trust/checkSignable.js'
import {
  type CheckedFact,
  type FieldCheck,
  singleSource,
} from '../../trust/fieldCheck.js'
import {
  computedHere,
  gatewaySays,
  isGatewaysWord,
  nameEndpoint,
} from '../../trust/provenance.js'
import type { SafeState } from '../../trust/safe.js'
import {
  confirmationsHow,
  uncheckedHow,
  unsignedHow,
  validityHow,
  writeGatewayHow,
  writeHashHow,
  writeReadHow,
  writeSourceHow,
} from '../../words/reasons.js'
import { judge, type Reason, tellDifference, toUnknown } from './reasons.js'

/** What the check of a transaction or a message comes to. */
type CheckReasons = {
  hash: Reason
  confirmations: Reason
  chain: readonly Reason[]
  sources: readonly Reason[]
}

/** Undefined: the check has not ended, or could not be made. */
export function listCheckReasons(
  check: SignableCheck | undefined,
  signed: { name: string; hash: Hex; from: string },
): CheckReasons {
  return {
    hash: toHash(check?.fields ?? [], signed),
    confirmations: check ? toConfirmations(check) : toUnknown('Signatures'),
    chain: check
      ? [...listCurrency(check), ...listState(check), ...listValidity(check)]
      : [toUnknown('State of the safe')],
    sources: check ? listSources(check) : [],
  }
}

function toHash(
  fields: readonly FieldCheck[],
  { name, hash, from }: { name: string; hash: Hex; from: string },
): Reason {
  const claims = fields.flatMap(({ fact, claim }) =>
    fact === 'hash' && claim ? claim.by : [],
  )
  const others = [
    claims.includes('contract') ? 'the safe’s own code' : '',
    claims.includes('gateway') ? 'the proposal' : '',
  ].filter(Boolean)
  return {
    fact: name,
    value: `${hash.slice(0, 10)}…${hash.slice(-8)}`,
    provenance: computedHere,
    ...judge(fields, 'hash', {
      ok: writeHashHow(from, others),
      unknown: writeHashHow(from, []),
    }),
  }
}

function toConfirmations({
  confirmations,
  fields,
  safe,
}: SignableCheck): Reason {
  const isWhole = fields.every(
    ({ fact, status }) => fact !== 'confirmations' || status !== 'unknown',
  )
  const how = isWhole ? confirmationsHow : uncheckedHow
  const valid = confirmations.filter(({ status }) => status === 'verified')
  const onChain = fields.find(
    ({ fact, provenance }) =>
      fact === 'confirmations' && provenance.kind !== 'computed',
  )
  return {
    fact: 'Signatures',
    value: `${valid.length} of ${safe.threshold} verified`,
    provenance: onChain?.provenance ?? computedHere,
    ...(confirmations.every(({ status }) => status === 'leftOut')
      ? { status: undefined, how: unsignedHow }
      : judge(fields, 'confirmations', { ok: how, unknown: how })),
  }
}

/** Told only where the gateway denies what everybody knows. */
function listCurrency({ fields }: SignableCheck): Reason[] {
  return fields
    .filter(({ fact }) => fact === 'currency')
    .map((one) => ({
      fact: one.field,
      value: one.here,
      status: one.status,
      provenance: one.provenance,
      how: tellDifference(one),
    }))
}

/** What decides who can move what, each with how it was asked for. */
function listState({ safe, fields, provenance }: SignableCheck): Reason[] {
  return describeState(safe, fields).map(({ id, fact, value, read }) => ({
    fact,
    value,
    provenance,
    ...judgeState(
      fields.filter((one) => one.fact === id),
      { id, read, hasSecond: provenance.second !== undefined },
    ),
  }))
}

/** Of what apps may ask the safe about. */
function listValidity({ canValidate, provenance }: SignableCheck): Reason[] {
  if (canValidate === undefined) return []
  return [
    {
      fact: 'Signature check for apps',
      value: canValidate ? 'answered' : 'no answer',
      status: undefined,
      provenance,
      how: validityHow,
    },
  ]
}

function judgeState(
  fields: readonly FieldCheck[],
  {
    id,
    read,
    hasSecond,
  }: { id: CheckedFact; read: string; hasSecond: boolean },
): Pick<Reason, 'status' | 'how'> {
  const isCompared = fields.some(({ claim }) => claim?.by === 'gateway')
  const agreed = [
    ...(hasSecond ? ['a second RPC endpoint'] : []),
    ...(isCompared ? ['the gateway'] : []),
  ]
  const how = writeReadHow(read, { agreed })
  // Of some facts nothing that a gateway says is used.
  if (fields.length === 0) return { status: hasSecond ? 'ok' : undefined, how }
  const silent = writeReadHow(read, { agreed, isGatewaySilent: !isAlone })
  const judged = judge(fields, id, { ok: how, unknown: silent })
  // Two that agree are enough, no matter who else is silent.
  return judged.status === 'unknown' && hasSecond
    ? { ...judged, status: 'ok' }
    : judged
}

function describeState(
  safe: SafeState,
  fields: readonly FieldCheck[],
): { id: CheckedFact; fact: string; value: string; read: string }[] {
  const toShort = (contract: Hex | null) =>
    contract ? formatAddress(contract, { digits: 4 }) : 'none'
  const row = (id: CheckedFact, fact: string, value: string, read: string) => ({
    id,
    fact,
    value,
    read,
  })
  const slot = 'from its storage slot'
  // A message has none.
  const nonce = fields.find(
    ({ fact, claim }) => fact === 'nonce' && claim?.by !== 'second',
  )
  return [
    row(
      'owners',
      'Owners',
      formatCount(safe.owners.length, 'owner'),
      'with getOwners()',
    ),
    row(
      'threshold',
      'Threshold',
      String(safe.threshold),
      'with getThreshold()',
    ),
    ...(nonce ? [row('nonce', 'Nonce', nonce.here, 'with nonce()')] : []),
    row('version', 'Version', safe.version, 'with VERSION()'),
    row(
      'singleton',
      'Implementation',
      `${toShort(safe.singleton)}, ${safe.known ? 'official Safe code' : 'unknown code'}`,
      'from storage slot 0, its code compared by hash',
    ),
    row(
      'modules',
      'Modules',
      safe.modules.length === 0
        ? 'none'
        : formatCount(safe.modules.length, 'module'),
      'with getModulesPaginated()',
    ),
    row('guard', 'Guard', toShort(safe.guard), slot),
    ...(safe.moduleGuard === undefined
      ? []
      : [row('moduleGuard', 'Module guard', toShort(safe.moduleGuard), slot)]),
    row('handler', 'Fallback handler', toShort(safe.fallbackHandler), slot),
  ]
}

function listSources(check: SignableCheck): Reason[] {
  const { fields, provenance } = check
  const isSecond = ({ fact, claim }: FieldCheck) =>
    fact === 'sources' || claim?.by === 'second'
  const second = fields.filter(isSecond)
  const differing = second.filter(({ status }) => status === 'differs')
  const [told] = second
  return [
    {
      fact: 'RPC endpoint',
      value: nameEndpoint(provenance.endpoint),
      status: undefined,
      provenance,
      how: writeSourceHow(provenance.block),
    },
    {
      fact: 'Second RPC endpoint',
      value: provenance.second ? nameEndpoint(provenance.second) : 'none',
      status: differing.length > 0 ? 'differs' : (told?.status ?? 'unknown'),
      provenance: provenance.second && { ...provenance },
      how:
        differing.length > 0
          ? differing.map(tellDifference).join(' ')
          : `${capitalise(told?.here ?? singleSource)}.`,
    },
    // Where there is none, none was asked.
    ...(isAlone ? [] : [describeGateway(check)]),
  ]
}

function describeGateway({ fields, provenance }: SignableCheck): Reason {
  const claims = fields.filter(({ claim }) => claim?.by === 'gateway')
  const denied = claims.filter(({ status }) => status === 'differs')
  const isWord = isGatewaysWord(provenance)
  return {
    fact: 'Gateway',
    value:
      claims.length > 0
        ? `${claims.length - denied.length} of ${claims.length} claims agree`
        : 'nothing to compare',
    status:
      denied.length > 0
        ? 'differs'
        : claims.length > 0 && !isWord
          ? 'ok'
          : 'unknown',
    provenance: gatewaySays,
    how: writeGatewayHow(isWord),
  }
}
