import {
  encodeNameChanges,
  hashNameChanges,
  isSharedName,
  longestSharedName,
  mostNameChanges,
  type NameChange,
  type NameChanges,
  noNameChanges,
} from '@covault/protocol'
import { type Address, type Hex, keccak256, size } from 'viem'
import { type Context, getServedChain } from '../context.js'
import { RuleFailure, StorageFailure } from '../failures.js'
import type { NewConfirmation } from '../store/confirmations.js'
import { readNamesHead, saveNameSet } from '../store/names.js'
import { noteWrite } from './noteWrite.js'
import { decideNow, type PresentSafe } from './presentSafe.js'
import { readSafeState } from './readSafeState.js'
import {
  assertNotBlocked,
  invalidSignature,
  isAccepted,
  readSigners,
  toConfirmation,
} from './signers.js'

/** In all change sets of one safe together. */
const mostInAll = 20_000

/** Seconds that a writer's clock may be off, or a wallet may take. */
const longestDelay = 3_600

/** Bytes of one signature at most, nested ones included. */
const longestSignature = 5_000

/**
 * Adds a set of changes to the names that a safe's owners share. Only an owner
 * writes: everybody who reads can ask the chain who that is, and no gateway has
 * to be believed. Sent again it changes nothing.
 */
export async function changeNames(
  context: Context,
  parameters: {
    chainId: number
    safe: Address
    previous: Hex
    time: number
    changes: readonly NameChange[]
    signature: Hex
  },
): Promise<{ sequence: number; hash: Hex }> {
  const { signature, ...asked } = parameters
  const { chainId, safe, previous } = asked
  const { store, allowances } = context
  const { access } = getServedChain(context, chainId)
  assertForm(asked)
  await allowances.assertWritable({ chainId, safe })
  const head = await readNamesHead(store, { chainId, safe })
  const again = head && { ...asked, sequence: head.sequence }
  if (again && hashNameChanges(again) === head.hash)
    return { sequence: head.sequence, hash: head.hash }
  if (previous !== (head?.hash ?? noNameChanges)) throw outdated()
  assertRoom({ stored: head?.changes ?? 0, added: asked.changes.length })
  const set = { ...asked, sequence: (head?.sequence ?? 0) + 1 }
  const confirmation = await decideNow(access.firstPool, safe, (present) =>
    checkSignature(context, present, { set, signature }),
  )
  await readSafeState(context, { chainId, safe, interest: 'proven' })
  const hash = hashNameChanges(set)
  const { owner: author, signature: own } = confirmation
  const saved = { ...set, hash, author, signature: own }
  if ((await saveNameSet(store, saved)) === 'outdated') throw outdated()
  await noteWrite(context, { chainId, safe })
  return { sequence: set.sequence, hash }
}

function assertForm({
  time,
  changes,
}: {
  time: number
  changes: readonly NameChange[]
}): void {
  if (changes.length === 0 || changes.length > mostNameChanges)
    throw new RuleFailure(`Change 1 to ${mostNameChanges} names at once.`)
  if (changes.some(({ name }) => !isSharedName(name)))
    throw new RuleFailure(
      `A name has at most ${longestSharedName} characters, no line breaks, and no spaces around it.`,
    )
  const places = changes.map(({ chainId, address }) => `${chainId}:${address}`)
  if (new Set(places).size < places.length)
    throw new RuleFailure('Two changes are about the same address.')
  if (Math.abs(Date.now() / 1000 - time) > longestDelay)
    throw new RuleFailure(
      'The names were signed more than an hour ago, or the clock of the browser is wrong. Sign them again.',
    )
}

function assertRoom({
  stored,
  added,
}: {
  stored: number
  added: number
}): void {
  if (stored + added > mostInAll)
    throw new StorageFailure(
      422,
      `The names of this safe were changed ${stored} times. The maximum is ${mostInAll}.`,
    )
}

async function checkSignature(
  { config }: Context,
  present: PresentSafe,
  { set, signature: blob }: { set: NameChanges; signature: Hex },
): Promise<NewConfirmation> {
  const { owners, version } = present
  if (!version || size(blob) > longestSignature) throw invalidSignature()
  const preimage = encodeNameChanges(set)
  const hash = keccak256(preimage)
  const signatures = await readSigners({ hash, blob, most: 1 })
  assertNotBlocked(config.access.blockedAddresses, signatures)
  const [own] = signatures
  if (!own || own.kind === 'approvedHash') throw invalidSignature()
  if (!owners.includes(own.signer))
    throw new RuleFailure(
      'Only owners of the safe can share names. The signature is not by an owner, or not over these names.',
    )
  if (!(await isAccepted(present, { version, hash, preimage, signatures })))
    throw invalidSignature()
  return toConfirmation(own)
}

function outdated(): StorageFailure {
  return new StorageFailure(
    409,
    'The names were changed meanwhile. Load them again, then sign again.',
  )
}
