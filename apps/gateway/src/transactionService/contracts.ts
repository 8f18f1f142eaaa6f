import type { EndpointWire } from '@covault/api'
import {
  decodeServiceData,
  getServiceContract,
  listServiceContracts,
} from '@covault/api/transaction-service'
import type { FastifyInstance } from 'fastify'
import { type Address, zeroAddress } from 'viem'
import { assertSize } from '../commands/refusals.js'
import type { Context } from '../context.js'
import { NotFoundFailure } from '../failures.js'
import { openBook } from '../routes/openBook.js'
import { findContractName } from '../wire/addressInfo.js'
import { type ChainBook, listTargets } from '../wire/chainBook.js'
import { readOrdering, readPlace, toPageOf } from './paging.js'
import { serve } from './serve.js'
import { toDecoded } from './wire/decoded.js'

type ContractWire = EndpointWire<typeof getServiceContract>

export function contractRoutes(scope: FastifyInstance, context: Context): void {
  serve(scope, context, listServiceContracts, async (asked) => {
    const { chainId, query, url } = asked
    const place = readPlace(query, listServiceContracts.paging)
    const order = readOrdering(query.ordering, ['address', 'name'])
    const contracts = await listContracts(context, chainId)
    const wanted = query.trusted_for_delegate_call
    const { by, descending } = order ?? { by: 'address', descending: false }
    const sorted = contracts
      .filter(
        (each) =>
          (wanted ?? each.trustedForDelegateCall) ===
          each.trustedForDelegateCall,
      )
      .sort((a, b) => (a[by] < b[by] ? -1 : 1) * (descending ? -1 : 1))
    return toPageOf(url, place, sorted)
  })

  serve(scope, context, getServiceContract, async ({ chainId, params }) => {
    const { address } = params
    await context.verified.learn({ chainId, address })
    const book = await openBook(context, { chainId, addresses: [address] })
    const contract = toContract(book, address)
    if (!contract) throw new NotFoundFailure()
    return contract
  })

  serve(scope, context, decodeServiceData, async ({ chainId, body }) => {
    const { data } = body
    const to = body.to ?? zeroAddress
    assertSize({ data })
    const call = { to, value: 0n, data, operation: 0 }
    if (body.to) await context.verified.learn({ chainId, address: body.to })
    const book = await openBook(context, {
      chainId,
      addresses: listTargets(call),
    })
    const decoded = toDecoded(book, call)
    if (!decoded) throw new NotFoundFailure()
    return decoded
  })
}

/** Safe's own, and those whose source the operator has given. */
async function listContracts(
  context: Context,
  chainId: number,
): Promise<ContractWire[]> {
  const pinned = await context.readPinnedContracts(chainId)
  const given = context.config.contracts.get(chainId)
  const addresses = [...new Set([...pinned.keys(), ...(given?.keys() ?? [])])]
  const book = await openBook(context, { chainId, addresses })
  return addresses.flatMap((address) => toContract(book, address) ?? [])
}

function toContract(
  book: ChainBook,
  address: Address,
): ContractWire | undefined {
  const token = book.findToken(address)
  const verified = book.findVerified(address)
  const name = findContractName(address) ?? verified?.name ?? token?.name
  if (name === undefined) return undefined
  return {
    address,
    name,
    displayName: name,
    logoUri: token?.logoUri ?? null,
    contractAbi: verified
      ? { abi: [...verified.abi], description: name, relevance: 100 }
      : null,
    trustedForDelegateCall: book.isPinned(address),
  }
}
