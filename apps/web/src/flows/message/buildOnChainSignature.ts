import {
  BaseError,
  type Call,
  encodeMethod,
  findDeployment,
  hashMessageContent,
  isPinned,
  isVersionAtLeast,
  type MessageContent,
  nameChain,
  type SafeDomain,
  type SafeVersion,
  safeVersions,
  signMessageLibraries,
  signMessageMethod,
} from '@covault/protocol'
import { type Address, keccak256 } from 'viem'
import { capitalise } from '../../lib/capitalise.js'
import type { ChainClient } from '../../trust/chainClient.js'
import { readCode } from '../../trust/code.js'

/**
 * The call that marks a message as signed in the safe itself. Since 1.3.0 a
 * library does that by delegatecall, and only one whose code is known.
 */
export async function buildOnChainSignature(
  client: ChainClient,
  { domain, content }: { domain: SafeDomain; content: MessageContent },
): Promise<Call> {
  const data = encodeMethod(signMessageMethod, {
    data: hashMessageContent(content),
  })
  if (!isVersionAtLeast(domain.version, '1.3.0'))
    return { to: domain.safe, value: 0n, data, operation: 0 }
  const to = await findLibrary(client, domain)
  return { to, value: 0n, data, operation: 1 }
}

/** That of the safe's own version first, then the others, newest first. */
async function findLibrary(
  client: ChainClient,
  { chainId, version }: SafeDomain,
): Promise<Address> {
  const others = [...safeVersions].reverse()
  const candidates = [version, ...others].flatMap((one) => {
    const found = findDeployment(signMessageLibraries, {
      version: one,
      chainId,
    })
    return found ? [found.address] : []
  })
  for (const address of new Set(candidates)) {
    const code = await readCode(client, address)
    const codeHash = code && keccak256(code)
    if (codeHash && isPinned(signMessageLibraries, { address, codeHash }))
      return address
  }
  throw new NoSignMessageLibraryError({ chainId, version })
}

export class NoSignMessageLibraryError extends BaseError {
  constructor({ chainId, version }: { chainId: number; version: SafeVersion }) {
    super(
      `${capitalise(nameChain(chainId))} has no official SignMessageLib for version ${version}, so messages can’t be signed on chain. Collect signatures off chain instead.`,
    )
  }
}
