import { getContract } from '@covault/api'
import type { FastifyInstance } from 'fastify'
import { type Context, getServedChain } from '../context.js'
import { RuleFailure } from '../failures.js'
import { route } from '../http/route.js'
import { findContractName } from '../wire/addressInfo.js'
import { openBook } from './openBook.js'

export function contractRoutes(app: FastifyInstance, context: Context): void {
  route(app, getContract, async ({ params, query }) => {
    const { chainId, address } = params
    getServedChain(context, chainId)
    await context.verified.learn({ chainId, address })
    const book = await openBook(context, { chainId, addresses: [address] })
    const token = book.findToken(address)
    const verified = book.findVerified(address)
    const names = [findContractName(address), verified?.name, token?.name]
    const name = names.find((each) => each !== undefined)
    if (name === undefined && !query.allow_unknown)
      throw new RuleFailure('Error fetching the contract data.', {
        status: 404,
      })
    return {
      address,
      name: name ?? '',
      displayName: name ?? '',
      logoUri: token?.logoUri ?? '',
      contractAbi: verified ? { abi: verified.abi } : null,
      trustedForDelegateCall: book.isPinned(address),
    }
  })
}
