import type { SafeInfo } from '@covault/api'
import type { Address } from 'viem'
import type { ChainConfig } from './chainClient.js'
import type {
  CheckedConfirmation,
  ClaimedConfirmation,
} from './confirmations.js'
import type { CheckedFact, FieldCheck } from './fieldCheck.js'
import { computedHere, type Provenance } from './provenance.js'
import type { SafeState } from './safe.js'
import type { SignableKind } from './signable.js'

/** What everybody knows of a chain is not the gateway’s to tell. */
export function compareChain({
  nativeCurrency,
  denied,
}: ChainConfig): FieldCheck[] {
  if (!denied) return []
  return [
    {
      fact: 'currency',
      field: 'Native currency',
      status: 'differs',
      here: describeCurrency(nativeCurrency),
      claim: { by: 'gateway', value: describeCurrency(denied) },
      provenance: computedHere,
    },
  ]
}

function describeCurrency({
  symbol,
  decimals,
}: ChainConfig['nativeCurrency']): string {
  return `${symbol} with ${decimals} decimals`
}

export function compareSafe(
  safe: SafeState,
  {
    info,
    claim,
    provenance,
  }: {
    info: SafeInfo | undefined
    claim: { threshold: number | undefined } | undefined
    provenance: Provenance
  },
): FieldCheck[] {
  const thresholds = [claim?.threshold, info?.threshold].filter(
    (one) => one !== undefined,
  )
  // The gateway says it twice: one that is wrong is enough.
  const threshold =
    thresholds.find((one) => one !== safe.threshold) ?? thresholds[0]
  const compare = (
    fact: CheckedFact,
    field: string,
    { here, claimed }: { here: string; claimed: string | undefined },
  ) => judge({ fact, field, here, provenance }, claimed)
  return [
    compare('owners', 'Owners', {
      here: listSorted(safe.owners),
      claimed: info && listSorted(info.owners.map(({ value }) => value)),
    }),
    compare('threshold', 'Threshold', {
      here: String(safe.threshold),
      claimed: threshold === undefined ? undefined : String(threshold),
    }),
    {
      ...compare('singleton', 'Implementation', {
        here: safe.singleton,
        claimed: info?.implementation.value,
      }),
      ...(safe.known ? {} : { here: `${safe.singleton}, unknown code` }),
    },
    compare('modules', 'Modules', {
      here: listSorted(safe.modules),
      claimed:
        info && listSorted(info.modules?.map(({ value }) => value) ?? []),
    }),
    compare('guard', 'Guard', {
      here: safe.guard ?? 'none',
      claimed: info && (info.guard?.value ?? 'none'),
    }),
    compare('handler', 'Fallback handler', {
      here: safe.fallbackHandler ?? 'none',
      claimed: info && (info.fallbackHandler?.value ?? 'none'),
    }),
  ]
}

function judge(
  read: Pick<FieldCheck, 'fact' | 'field' | 'here' | 'provenance'>,
  claimed: string | undefined,
): FieldCheck {
  if (claimed === undefined) return { ...read, status: 'unknown' }
  return {
    ...read,
    status: claimed === read.here ? 'ok' : 'differs',
    claim: { by: 'gateway', value: claimed },
  }
}

/** One that is not by whom it is said to be is a lie, not a mishap. */
export function judgeConfirmation(
  one: Exclude<CheckedConfirmation, { status: 'leftOut' }>,
  {
    kind,
    claim,
    provenance,
  }: {
    kind: SignableKind
    claim:
      | {
          threshold: number | undefined
          confirmations: readonly ClaimedConfirmation[]
        }
      | undefined
    /** Of what the chain says of approvals. */
    provenance: Provenance
  },
): FieldCheck {
  const judged = {
    fact: 'confirmations',
    field: `Signature of ${one.signer}`,
    provenance: computedHere,
  } as const
  // What only this browser has, no gateway has reported.
  const report = (value: string) =>
    claim?.threshold === undefined
      ? {}
      : { claim: { by: 'gateway', value } as const }
  const count = claim?.confirmations.filter(
    ({ signer }) => signer === one.signer,
  ).length
  if (count !== 1)
    return {
      ...judged,
      status: 'differs',
      here: 'each owner signs once',
      ...report(`signed ${count} times`),
    }
  if (one.status === 'invalid')
    return {
      ...judged,
      status: 'differs',
      here: 'not valid',
      ...report('signed'),
      sentence: `The signature ${claim?.threshold === undefined ? 'kept in this browser' : 'that the gateway reports'} for ${one.signer} is not valid for this ${kind}: ${uncapitalise(one.reason)}`,
    }
  if (one.status === 'unchecked')
    return {
      ...judged,
      status: 'unknown',
      here:
        one.cause === undefined
          ? 'not by an owner, so not checked'
          : 'could not be checked',
    }
  const here =
    one.status === 'verified' ? 'signed' : 'signed, but is no longer an owner'
  const isOnChain = one.kind === 'approvedHash' || one.kind === 'contract'
  return {
    ...judged,
    status: 'ok',
    here,
    ...(isOnChain && { provenance }),
  }
}

function uncapitalise(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}

/** Approvals on chain are the node's word: the other one is asked as well. */
export function compareConfirmations(
  confirmations: readonly CheckedConfirmation[],
  {
    twins,
    provenance,
  }: {
    twins: readonly CheckedConfirmation[] | undefined
    provenance: Provenance
  },
): FieldCheck[] {
  if (!twins) return []
  return confirmations.flatMap((one): FieldCheck[] => {
    const twin = twins.find(({ signer }) => signer === one.signer)
    if (!twin || nameStatus(twin) === nameStatus(one)) return []
    // Nobody who was not heard contradicts.
    if (twin.status === 'unchecked' || one.status === 'unchecked') return []
    return [
      {
        fact: 'confirmations',
        field: `Signature of ${one.signer}, at the second RPC endpoint`,
        status: 'differs',
        here: nameStatus(one),
        claim: { by: 'second', value: nameStatus(twin) },
        provenance,
      },
    ]
  })
}

/** It is left out because it is not valid. */
function nameStatus({ status }: CheckedConfirmation): string {
  return status === 'leftOut' ? 'invalid' : status
}

export function listOnce(
  claims: readonly ClaimedConfirmation[],
): ClaimedConfirmation[] {
  return [...new Map(claims.map((one) => [one.signer, one])).values()]
}

function listSorted(addresses: readonly Address[]): string {
  return addresses.length === 0 ? 'none' : [...addresses].sort().join(', ')
}
