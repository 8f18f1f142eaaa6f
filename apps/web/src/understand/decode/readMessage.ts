import type { MessageContent } from '@covault/api'
import { BaseError, parseSafeVersion } from '@covault/protocol'
import type { Address } from 'viem'
import { toForeignText } from '../../lib/foreignText.js'
import { readHashes } from '../../trust/hashSignable.js'
import type { Signable } from '../../trust/signable.js'
import type { SignableHashes } from '../../trust/signables/definition.js'

export type ReadMessage = Signable<'message'> & { hashes: SignableHashes }

/** Content that cannot be hashed is answered with the reason. */
export function readMessage(
  message: MessageContent,
  safe: { chainId: number; address: Address; version: string },
): ReadMessage | BaseError {
  const version = parseSafeVersion(safe.version)?.version
  if (!version) return new UnknownRulesError(safe)
  const domain = { chainId: safe.chainId, safe: safe.address, version }
  const signable = { kind: 'message', domain, message } as const
  try {
    return { ...signable, hashes: readHashes(signable) }
  } catch (error) {
    if (error instanceof BaseError) return error
    throw error
  }
}

export class UnknownRulesError extends BaseError {
  constructor({ version }: { version: string }) {
    super(
      `Covault doesn’t know how safes of version ${toForeignText(version)} sign messages.`,
    )
  }
}
