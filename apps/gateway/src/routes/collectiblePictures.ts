import type { FastifyInstance } from 'fastify'
import { getAddress, isAddress } from 'viem'
import { readPicture } from '../assets/readPicture.js'
import type { Context } from '../context.js'
import { NotFoundFailure } from '../failures.js'

type Params = { chainId: string; address: string; id: string }

/**
 * The picture of a collectible, fetched by the gateway so that anyone who looks
 * at it stays unknown to the host that has it. Not of the wire: it answers with
 * the picture itself.
 */
export function collectiblePictureRoutes(
  app: FastifyInstance,
  { assets }: Context,
): void {
  app.get<{ Params: Params }>(
    '/v1/chains/:chainId/collectibles/:address/:id/picture',
    { config: { access: { for: 'members', does: 'read' } } },
    async ({ params }, reply) => {
      const { chainId, address, id } = params
      if (!isAddress(address, { strict: false }) || !/^\d{1,78}$/.test(id))
        throw new NotFoundFailure('This collectible does not exist.')
      const picture = await readPicture(assets, {
        chainId: Number(chainId),
        token: getAddress(address),
        tokenId: BigInt(id),
      })
      if (!picture)
        throw new NotFoundFailure('This collectible has no picture.')
      return reply
        .headers({
          'content-type': picture.mediaType,
          'cache-control': 'private, max-age=86400',
          // Opened by itself, it still runs nothing and asks nobody.
          'content-security-policy':
            "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        })
        .send(picture.body)
    },
  )
}
