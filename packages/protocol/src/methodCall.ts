import { type Address, zeroAddress } from 'viem'
import type { MethodReading } from './callTree.js'
import type { IntentMeaning, TokenFacts } from './intent.js'
import type { OwnerSet } from './ownerChanges.js'

/** What the caller knows beside the bytes. */
export type IntentContext = {
  /** Of the safe's transaction, to name what an empty one rejects. */
  readonly nonce?: bigint | undefined
  readonly nativeCurrency?: TokenFacts | undefined
  /** By checksummed address. */
  readonly tokens?: ReadonlyMap<Address, TokenFacts> | undefined
  /** The owners of safes at present, by checksummed address. */
  readonly ownerSets?: ReadonlyMap<Address, OwnerSet> | undefined
}

/** What a method means on its target, when `from` calls it. */
export type MethodCall = {
  readonly reading: MethodReading
  readonly target: Address
  /** The target is known to have the method: this is no mere candidate. */
  readonly isKnown: boolean
  readonly from: Address | undefined
  readonly context: IntentContext
  /** As earlier calls of the same transaction have left them. */
  readonly ownerSets: OwnerSets
}

type OwnerSets = {
  readonly get: (safe: Address) => OwnerSet | undefined
  readonly set: (safe: Address, ownerSet: OwnerSet) => void
}

export type Describe = (call: MethodCall) => IntentMeaning

export function contractCall({ reading, target }: MethodCall): IntentMeaning {
  const { name, signature, parameters } = reading
  return {
    kind: 'contractCall',
    to: target,
    method: name,
    signature,
    parameters,
  }
}

export function otherThan(
  actor: Address | undefined,
  address: Address,
): Address | undefined {
  return address === actor ? undefined : address
}

export function unlessZero(address: Address): Address | undefined {
  return address === zeroAddress ? undefined : address
}
