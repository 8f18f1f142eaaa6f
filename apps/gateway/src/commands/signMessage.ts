import type { Hex } from 'viem'
import { type Context, getServedChain } from '../context.js'
import { NotFoundFailure, RuleFailure, StorageFailure } from '../failures.js'
import { addMessageSignature, readMessage } from '../store/messages.js'
import { checkMessageSignature, hashMessageNow } from './messageHash.js'
import { noteWrite } from './noteWrite.js'
import { decideNow } from './presentSafe.js'
import { readSafeState } from './readSafeState.js'

/** Adds an owner's signature to a message; sent again it changes nothing. */
export async function signMessage(
  context: Context,
  parameters: { chainId: number; messageHash: Hex; signature: Hex },
): Promise<'stored' | 'unchanged'> {
  const { chainId, messageHash, signature } = parameters
  const { store, allowances } = context
  const { access } = getServedChain(context, chainId)
  const known = await readMessage(store, { chainId, messageHash })
  if (!known) throw new NotFoundFailure()
  const { safe, content } = known
  await allowances.assertWritable({ chainId, safe })
  const confirmation = await decideNow(
    access.firstPool,
    safe,
    async (present) => {
      if (hashMessageNow(present, content) !== messageHash)
        throw new RuleFailure('Invalid messageHash')
      return checkMessageSignature(context, present, {
        content,
        messageHash,
        signature,
      })
    },
  )
  await readSafeState(context, { chainId, safe, interest: 'proven' })
  const isNew = await addMessageSignature(store, {
    chainId,
    safe,
    messageHash,
    confirmation,
  })
  if (isNew) {
    await noteWrite(context, { chainId, safe })
    return 'stored'
  }
  const now = await readMessage(store, { chainId, messageHash })
  const first = now?.confirmations.find(
    ({ owner }) => owner === confirmation.owner,
  )
  if (first?.signature !== confirmation.signature)
    throw new StorageFailure(
      400,
      `${confirmation.owner} has already signed the message.`,
    )
  return 'unchanged'
}
