import {
  call,
  createMessage,
  GatewayReplyError,
  getMessage,
  signMessage,
} from '@covault/api'
import { hashMessageContent } from '@covault/protocol'
import { formatAddress } from '../../../lib/formatAddress.js'
import { paths } from '../../../lib/paths.js'
import {
  type LocalMessage,
  type LocalSignature,
  localRecords,
} from '../../../preferences/localQueue.js'
import { gateway, gatewayItself } from '../../../queries/gateway.js'
import { refreshAfter } from '../../../queries/liveEvents.js'
import { hashSignable } from '../../../trust/hashSignable.js'
import {
  refusalWords,
  writeMissing,
  writeWrongBefore,
  writeYouSigned,
} from '../../../words/demands.js'
import { listSigners } from '../execute.js'
import { assertListed, GatewayDiffersError } from '../gatewayDiffers.js'
import { toOrigin } from '../origin.js'
import { assertPlace } from '../sign.js'
import type { ActDefinition } from './definition.js'

export const message: ActDefinition<'message'> = {
  list: ({ check, account }) => {
    if (!check || !account) return ['sign']
    const { address, owners, threshold } = check.safe
    const signers = listSigners(check)
    // The wallet is this very safe: its host has the owners sign.
    if (account === address) return signers.length < threshold ? ['host'] : []
    return owners.includes(account) && !signers.includes(account)
      ? ['sign']
      : []
  },
  explain: (check, { account }) => {
    const { address, owners, threshold } = check.safe
    if (account === address) return refusalWords.enough
    if (!owners.includes(account)) return refusalWords.viewerOfMessage
    const missing = threshold - listSigners(check).length
    return missing > 0
      ? writeYouSigned(writeMissing(missing, false))
      : refusalWords.signedMessage
  },
  nameFinding: ({ id }) => id,
  wrong: {
    isAbout: ({ safeTxHash }, _, hash) => safeTxHash === hash,
    nonce: (_, next) => next,
    advice:
      'If your wallet signed a transaction of this safe instead, it is most likely the one at the next nonce. Reject that nonce to make the signature useless.',
    demand: writeWrongBefore('For this message'),
  },
  // Nothing of it ever runs.
  execute: async () => undefined,
  // The hash does not depend on who proposes: it is the same in the host.
  handToHost: async ({ reviewed, wallet, account, queries }) => {
    const { kind, domain, message } = reviewed.signable
    await assertPlace(wallet, { account, chainId: domain.chainId })
    await wallet.signAsSafe({ account, content: message, way: 'offChain' })
    void refreshAfter(queries, { name: 'message', ...domain })
    return { kind: 'hosted', of: kind, hash: reviewed.hash }
  },
  kept: {
    records: localRecords.message,
    hash: ({ messageHash }) => messageHash,
    describe: ({ messageHash }) =>
      `message ${formatAddress(messageHash, { digits: 4 })}`,
    keep: (one, fields) => ({
      kind: 'message',
      value: {
        ...fields,
        content: one.message,
        messageHash: hashSignable(one),
      },
    }),
    join: addSignature,
    propose,
    compare,
    isSettled: async () => false,
    onTaken: async () => undefined,
  },
  answer: (messageHash) => ({ messageHash }),
  ending: {
    comesTo: 'signature',
    describeRest: (_, { missing }) =>
      missing === 0
        ? 'The message has enough signatures.'
        : writeMissing(missing, false),
    taken: 'The gateway has your signature.',
    hosted: 'The host app has the message. The owners sign it there.',
    page: {
      words: 'Open message',
      to: paths.message,
      confirm: 'confirm-message',
      search: (messageHash) => ({ messageHash }),
    },
  },
}

/** As of a transaction: what lay here for a while is read back. */
async function compare(
  { chainId, messageHash, content, failedAt }: LocalMessage,
  taken: readonly LocalSignature[],
): Promise<void> {
  if (failedAt === undefined && taken.length < 2) return
  const told = await call(gatewayItself, getMessage, {
    params: { chainId, message_hash: messageHash },
  })
  if (
    told.messageHash !== messageHash ||
    hashMessageContent(told.message) !== hashMessageContent(content)
  )
    throw new GatewayDiffersError('message')
  const listed = told.confirmations.map(({ owner, signature }) => ({
    signer: owner.value,
    signature,
  }))
  await assertListed(messageHash, { taken, told: listed })
}

/** Somebody else may have proposed the same words meanwhile. */
async function propose(
  kept: LocalMessage,
  signed: LocalSignature,
): Promise<void> {
  const { chainId, safe, content, app } = kept
  const { signature } = signed
  try {
    await call(gateway, createMessage, {
      params: { chainId, safe_address: safe },
      body: {
        message: content,
        signature,
        origin: toOrigin({ ...app }) ?? '{}',
      },
    })
  } catch (error) {
    if (!(error instanceof GatewayReplyError) || error.status !== 400)
      throw error
    await addSignature(kept, signed).catch(() => {
      throw error
    })
  }
}

async function addSignature(
  { chainId, messageHash }: LocalMessage,
  { signature }: LocalSignature,
): Promise<void> {
  await call(gateway, signMessage, {
    params: { chainId, message_hash: messageHash },
    body: { signature },
  })
}
