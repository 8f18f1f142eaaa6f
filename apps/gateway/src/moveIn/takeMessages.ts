import type { SafeSignature } from '@covault/protocol'
import type { Address, Hex } from 'viem'
import { hashMessageNow } from '../commands/messageHash.js'
import { postMessage, toContent } from '../commands/postMessage.js'
import { toConfirmation } from '../commands/signers.js'
import { signMessage } from '../commands/signMessage.js'
import type { Context } from '../context.js'
import { readMessage } from '../store/messages.js'
import { checkSignatures } from './checkSignatures.js'
import type { ToldMessage } from './items.js'
import type { MovedSafe } from './movedSafe.js'
import { isRefusal } from './refusal.js'
import type { Report } from './report.js'

type Moving = { context: Context; safe: MovedSafe; report: Report }

/**
 * Takes one message with its signatures, or says why not. Answers with the
 * owners who are proven to have signed it there.
 */
export async function takeMessage(
  moving: Moving,
  told: ToldMessage,
): Promise<Address[]> {
  const { context, safe, report } = moving
  const { messageHash } = told
  const refuse = (reason: string): Address[] => {
    report.refuse('Messages', `${messageHash}: ${reason}.`)
    return []
  }
  if (told.safe !== safe.address)
    return refuse(`it belongs to another safe, ${told.safe}`)
  const hash = readHash(safe, told)
  if (!hash) return refuse('its hash cannot be computed')
  if (hash !== messageHash)
    return refuse(`its text gives another hash, ${hash}`)
  const signatures = await checkSignatures({
    hash,
    told: told.confirmations,
    owners: safe.owners,
    subject: `message ${messageHash}`,
    report,
  })
  if (signatures.length === 0) return refuse('none of its signatures is valid')
  const { chainId } = safe
  const known = await readMessage(context.store, { chainId, messageHash })
  const missing = signatures.filter(
    ({ signer }) => !known?.confirmations.some(({ owner }) => owner === signer),
  )
  report.know('Signatures', signatures.length - missing.length)
  const isTaken = await store(moving, {
    told,
    signatures: missing,
    isKnown: known !== undefined,
  })
  if (known) report.know('Messages')
  else if (isTaken) report.take('Messages')
  else return refuse('none of its signatures is accepted')
  return signatures.map(({ signer }) => signer)
}

function readHash(safe: MovedSafe, { message }: ToldMessage): Hex | undefined {
  try {
    return hashMessageNow(safe, toContent(message))
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}

async function store(
  { context, safe, report }: Moving,
  parameters: {
    told: ToldMessage
    signatures: readonly SafeSignature[]
    isKnown: boolean
  },
): Promise<boolean> {
  const { told, signatures, isKnown } = parameters
  const { chainId, address } = safe
  const { messageHash, message, proposedBy } = told
  // Who proposed it there is the proposer here.
  const ordered = [...signatures].sort(
    (a, b) => Number(b.signer === proposedBy) - Number(a.signer === proposedBy),
  )
  let isStored = isKnown
  for (const each of ordered) {
    const { owner, signature } = toConfirmation(each)
    try {
      if (isStored)
        await signMessage(context, { chainId, messageHash, signature })
      else
        await postMessage(context, {
          chainId,
          safe: address,
          message,
          signature,
          // Numbers of apps are each service's own.
          safeAppId: null,
          origin: readTold(told.origin),
        })
      isStored = true
      report.take('Signatures')
    } catch (error) {
      if (!isRefusal(error)) throw error
      report.refuse(
        'Signatures',
        `${owner} on message ${messageHash}: the chain does not accept it.`,
      )
    }
  }
  return isStored
}

function readTold(origin: string | null | undefined): string | null {
  return origin && origin !== '{}' && origin.length <= 200 ? origin : null
}
