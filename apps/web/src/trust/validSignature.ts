import { isVersionAtLeast, type SafeVersion } from '@covault/protocol'
import { queryOptions } from '@tanstack/react-query'
import { type Address, encodeFunctionData, type Hex, isHex } from 'viem'
import {
  type ChainClient,
  type ChainConfig,
  createChainClient,
} from './chainClient.js'
import { isRefusal } from './isRefusal.js'
import { safeMessageAbi } from './signingAbis.js'

/** What an app asks a safe, EIP-1271: is this a signature of that hash? */
export type Question = {
  address: Address
  version: SafeVersion
  /** The EIP-191 or EIP-712 hash of the message itself. */
  contentHash: Hex
  /** Empty: was it signed on chain? */
  signature: Hex
}

export function validSignatureQuery(chain: ChainConfig, question: Question) {
  return queryOptions({
    queryKey: ['validSignature', chain.chainId, question],
    queryFn: () => isValidSignature(createChainClient(chain), question),
    staleTime: 0,
  })
}

/** False where the safe refuses it, whatever the reason. */
export async function isValidSignature(
  client: ChainClient,
  question: Question,
): Promise<boolean> {
  const answer = await ask(client, toCall(question))
  return isMagic(answer, question)
}

/**
 * Whether there is anybody to answer at all. Since 1.3.0 that is the fallback
 * handler: without one the safe returns nothing, and one that does not know
 * the question reverts without a word.
 */
export async function canValidate(
  client: ChainClient,
  question: Omit<Question, 'signature'>,
): Promise<boolean> {
  if (!isAskedOfHandler(question.version)) return true
  const probe = { ...question, signature: '0x' } as const
  const answer = await ask(client, toCall(probe))
  if (answer.status === 'returned') return isMagic(answer, probe)
  return answer.data !== '0x'
}

/** The hash that owners sign, as the safe computes it; null: it does not. */
export async function readMessageHash(
  client: ChainClient,
  { address, contentHash }: Pick<Question, 'address' | 'contentHash'>,
): Promise<Hex | null> {
  const data = encodeFunctionData({
    abi: safeMessageAbi,
    functionName: 'getMessageHash',
    args: [contentHash],
  })
  const answer = await ask(client, { to: address, data })
  return answer.status === 'returned' && answer.data.length === 66
    ? answer.data
    : null
}

/** Before 1.3.0 the safe answered itself, in the words of the draft. */
function isAskedOfHandler(version: SafeVersion): boolean {
  return isVersionAtLeast(version, '1.3.0')
}

type Call = { to: Address; data: Hex }

function toCall({ address, version, contentHash, signature }: Question): Call {
  const [, finalWords, draftWords] = safeMessageAbi
  const abi = [isAskedOfHandler(version) ? finalWords : draftWords] as const
  const data = encodeFunctionData({
    abi,
    functionName: 'isValidSignature',
    args: [contentHash, signature],
  })
  return { to: address, data }
}

/** The magic value is the selector of the question itself. */
function isMagic(answer: Answer, { version }: Question): boolean {
  const magic = isAskedOfHandler(version) ? '0x1626ba7e' : '0x20c13b0b'
  return answer.status === 'returned' && answer.data.startsWith(magic)
}

type Answer =
  | { status: 'returned'; data: Hex }
  /** Data undefined: the node does not say why. */
  | { status: 'reverted'; data: Hex | undefined }

async function ask(client: ChainClient, call: Call): Promise<Answer> {
  try {
    const data = await client.request({
      method: 'eth_call',
      params: [call, 'latest'],
    })
    return { status: 'returned', data }
  } catch (error) {
    if (!isRefusal(error)) throw error
    const data = 'data' in error && isHex(error.data) ? error.data : undefined
    return { status: 'reverted', data }
  }
}
