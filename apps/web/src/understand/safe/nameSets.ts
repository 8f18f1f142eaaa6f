import type { NameSet } from '@covault/api'
import {
  BaseError,
  encodeNameChanges,
  identifySigner,
  noNameChanges,
  parseSignatures,
  type SignaturePart,
} from '@covault/protocol'
import { type Address, encodeFunctionData, type Hex, keccak256 } from 'viem'
import type { ChainClient } from '../../trust/chainClient.js'
import { isRefusal } from '../../trust/isRefusal.js'
import { safeMessageAbi } from '../../trust/signingAbis.js'
import { tryCall } from '../../trust/tryCall.js'

/** A set whose signature fits what it says and all that was before it. */
export type CheckedNameSet = NameSet & {
  hash: Hex
  /**
   * Whether this browser has ever found its writer among the owners. Somebody
   * who left can still sign, and can write any date: only who is an owner when
   * it is read here counts.
   */
  isByOwner: boolean
}

export type NameSetsReading = {
  sets: CheckedNameSet[]
  /** The first that does not fit, counted from 1; nothing after it is read. */
  broken?: number
}

/**
 * Goes on from the sets that are known with those that a gateway tells. Each
 * is hashed with the hash of the one before it, so that a set that was changed,
 * left out or moved fits no signature any more.
 */
export async function checkNameSets(
  client: Pick<ChainClient, 'request'>,
  {
    chainId,
    safe,
    owners,
    known,
    told,
  }: {
    chainId: number
    safe: Address
    /** As the chain has them now. */
    owners: readonly Address[]
    known: readonly CheckedNameSet[]
    told: readonly NameSet[]
  },
): Promise<NameSetsReading> {
  const sets = known.map((set) => ({
    ...set,
    // A contract has to be asked; who signs for it may be another by now.
    isByOwner:
      set.isByOwner ||
      (readPart(set.signature)?.kind !== 'contract' &&
        owners.includes(set.author)),
  }))
  for (const set of told) {
    const preimage = encodeNameChanges({
      ...{ chainId, safe, time: set.time, changes: set.changes },
      sequence: sets.length + 1,
      previous: sets.at(-1)?.hash ?? noNameChanges,
    })
    const hash = keccak256(preimage)
    const part = readPart(set.signature)
    if (!part || (await findSigner(hash, part)) !== set.author)
      return { sets, broken: sets.length + 1 }
    const isOwner = owners.includes(set.author)
    const isByOwner =
      isOwner &&
      (part.kind !== 'contract' ||
        (await isSignedByContract(client, { part, hash, preimage })))
    sets.push({ ...set, hash, isByOwner })
  }
  return { sets }
}

function readPart(signature: Hex): SignaturePart | undefined {
  try {
    const [part, ...others] = parseSignatures(signature)
    const isSigned = part && part.kind !== 'approvedHash'
    return isSigned && others.length === 0 ? part : undefined
  } catch (error) {
    if (error instanceof BaseError) return undefined
    throw error
  }
}

async function findSigner(
  hash: Hex,
  part: SignaturePart,
): Promise<Address | undefined> {
  try {
    return (await identifySigner({ hash, part })).signer
  } catch (error) {
    if (error instanceof BaseError) return undefined
    throw error
  }
}

/** EIP-1271, in its final form or in that of its draft. */
async function isSignedByContract(
  client: Pick<ChainClient, 'request'>,
  {
    part,
    hash,
    preimage,
  }: {
    part: Extract<SignaturePart, { kind: 'contract' }>
    hash: Hex
    preimage: Hex
  },
): Promise<boolean> {
  const [, finalWords, draftWords] = safeMessageAbi
  const ask = async (data: Hex, magic: Hex): Promise<boolean> => {
    try {
      const answer = await tryCall(client, { to: part.signer, data })
      return answer.startsWith(magic)
    } catch (error) {
      if (isRefusal(error)) return false
      throw error
    }
  }
  const isFinal = await ask(
    encodeFunctionData({ abi: [finalWords], args: [hash, part.data] }),
    '0x1626ba7e',
  )
  return (
    isFinal ||
    ask(
      encodeFunctionData({ abi: [draftWords], args: [preimage, part.data] }),
      '0x20c13b0b',
    )
  )
}
