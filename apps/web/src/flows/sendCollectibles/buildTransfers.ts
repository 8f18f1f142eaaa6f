import {
  BaseError,
  type Call,
  encodeMethod,
  erc721SafeTransferFromMethod,
} from '@covault/protocol'
import { type Address, isAddressEqual } from 'viem'
import { readAddressText } from '../../lib/readAddressText.js'
import {
  type CollectibleReading,
  readCollectibles,
  wouldSucceed,
} from '../../trust/assets/collectibles.js'
import { resolveName } from '../../trust/ens.js'
import type { Snapshot } from '../machine/flow.js'
import { PinnedNameMovedError } from '../machine/pinnedAddress.js'
import { checkSending } from './checkSending.js'
import type { Item, SendCollectiblesInput } from './input.js'

/** One safeTransferFrom for each, after the chain was asked whose they are. */
export async function buildTransfers(
  input: SendCollectiblesInput,
  snapshot: Snapshot,
): Promise<readonly Call[]> {
  const { address: safe, client, block: blockNumber } = snapshot
  const { items } = input
  const recipient = await readRecipient(input, snapshot)
  const ids = items.map(({ token, id }) => ({ token, id: BigInt(id) }))
  const readings = await readCollectibles(client, { items: ids, blockNumber })
  for (const [index, item] of items.entries())
    assertOwned(item, readings[index], safe)
  const calls = toCalls(items, { safe, recipient })
  await Promise.all(
    calls.map(async ({ to, data }, index) => {
      const item = items[index]
      const call = { from: safe, to, data, blockNumber }
      if (item && !(await wouldSucceed(client, call)))
        throw new TransferRefusedError({ item, recipient })
    }),
  )
  return calls
}

export function toCalls(
  items: readonly Item[],
  { safe, recipient }: { safe: Address; recipient: Address },
): Call[] {
  return items.map(({ token, id }) => ({
    to: token,
    value: 0n,
    data: encodeMethod(erc721SafeTransferFromMethod, {
      from: safe,
      to: recipient,
      tokenId: BigInt(id),
    }),
    operation: 0,
  }))
}

/** A name must still resolve to what was shown when it was entered. */
async function readRecipient(
  { items, recipient, resolved }: SendCollectiblesInput,
  { chain, client }: Snapshot,
): Promise<Address> {
  const read = readAddressText(recipient, chain)
  const address = await (async () => {
    if (read.status === 'address') return read.address
    if (read.status !== 'name') return undefined
    return resolveName(client, { chain, name: read.name })
  })()
  const error = read.status === 'refused' ? read.reason : undefined
  const mistakes = checkSending({ items, recipient, to: { address, error } })
  const [reason] = Object.values(mistakes)
  if (reason || !address) throw new SendingRefusedError({ reason })
  if (resolved && !isAddressEqual(address, resolved as Address))
    throw new PinnedNameMovedError({
      name: recipient,
      before: resolved as Address,
      after: address,
    })
  return address
}

function assertOwned(
  item: Item,
  reading: CollectibleReading | undefined,
  safe: Address,
): void {
  if (reading?.status === 'many') throw new ManyOfAKindError({ item })
  if (reading?.status !== 'owned') throw new NoSuchCollectibleError({ item })
  if (!isAddressEqual(reading.owner, safe))
    throw new NotOwnedError({ item, owner: reading.owner })
}

class SendingRefusedError extends BaseError {
  constructor({ reason = '' }: { reason: string | undefined }) {
    super(reason)
  }
}

class ManyOfAKindError extends BaseError {
  constructor({ item: { token, id } }: { item: Item }) {
    super(
      `${token} #${id} is an ERC-1155 token. Only ERC-721 collectibles can be sent here. Remove it.`,
    )
  }
}

class NoSuchCollectibleError extends BaseError {
  constructor({ item: { token, id } }: { item: Item }) {
    super(
      `The contract ${token} reports no owner of #${id}. It isn’t an ERC-721 collectible, or doesn’t exist. Remove it.`,
    )
  }
}

class NotOwnedError extends BaseError {
  constructor({ item: { token, id }, owner }: { item: Item; owner: Address }) {
    super(
      `#${id} of ${token} belongs to ${owner} and not to this safe. Remove it.`,
    )
  }
}

class TransferRefusedError extends BaseError {
  constructor({
    item: { token, id },
    recipient,
  }: {
    item: Item
    recipient: Address
  }) {
    super(
      `The contract ${token} refuses to move #${id} to ${recipient}. A contract must support collectibles to receive them. Choose another recipient.`,
    )
  }
}
