import type { SafeInfo } from '@covault/api'
import {
  getSafeMessagePreimage,
  hashMessageContent,
  hashSafeMessage,
  type MessageContent,
} from '@covault/protocol'
import type { Address, Hex } from 'viem'
import type { ChainClient, ChainConfig, SecondSource } from './chainClient.js'
import { NoSafeError, type TransactionCheck } from './checkTransaction.js'
import {
  compareChain,
  compareConfirmations,
  compareSafe,
  judgeConfirmation,
  listOnce,
} from './compareClaims.js'
import { compareSources, readTwin, withSecond } from './compareSources.js'
import {
  type ClaimedConfirmation,
  checkConfirmations,
} from './confirmations.js'
import { toDomain } from './domain.js'
import type { FieldCheck } from './fieldCheck.js'
import { readHead } from './head.js'
import { computedHere } from './provenance.js'
import { readSafe } from './safe.js'
import { canValidate, readMessageHash } from './validSignature.js'

/** What a gateway says of a message that is about to be signed. */
export type MessageClaim = {
  messageHash: Hex
  threshold: number
  confirmations: readonly ClaimedConfirmation[]
}

export type MessageCheck = TransactionCheck & {
  /** Somebody answers apps that ask the safe for its signature. */
  canValidate: boolean
}

/**
 * Everything that must agree before an owner signs a message: as for a
 * transaction, but a message has no nonce and is verified by EIP-1271.
 */
export async function checkMessage(
  client: ChainClient,
  {
    chain,
    address,
    content,
    claim,
    info,
    second,
  }: {
    chain: ChainConfig
    address: Address
    content: MessageContent
    /** Undefined for what nobody has proposed yet. */
    claim: MessageClaim | undefined
    /** Undefined where the gateway does not answer. */
    info: SafeInfo | undefined
    /** Undefined where there is a single source. */
    second: SecondSource | undefined
  },
): Promise<MessageCheck> {
  const twinReading = second && readTwin(second, { chain, address })
  const head = await readHead(client, chain)
  const contentHash = hashMessageContent(content)
  const [reading, contractHash] = await Promise.all([
    readSafe(client, { address, head }),
    readMessageHash(client, { address, contentHash }),
  ])
  if (reading.status !== 'safe') throw new NoSafeError({ address })
  const { safe } = reading
  const domain = toDomain(chain, safe)
  const { version } = domain
  const hash = hashSafeMessage(domain, content)
  const asked = {
    signed: {
      safe: address,
      version,
      hash,
      preimage: getSafeMessagePreimage(domain, content),
      owners: safe.owners,
    },
    claims: listOnce(claim?.confirmations ?? []),
  }
  const [confirmations, isAnswered, twins, twin] = await Promise.all([
    checkConfirmations(client, asked),
    canValidate(client, { address, version, contentHash }),
    second && checkConfirmations(second.client, asked).catch(() => undefined),
    twinReading,
  ])
  const sources = await compareSources(client, {
    address,
    head,
    reading,
    second,
    twin,
  })
  const provenance = withSecond(reading.provenance, { sources, second })
  const fields = [
    ...compareHashes({ hash, contractHash, claim }),
    ...compareChain(chain),
    ...compareSafe(safe, { info, claim, provenance }),
    ...confirmations.map((one) =>
      judgeConfirmation(one, { claim, provenance }),
    ),
    ...compareConfirmations(confirmations, { twins, provenance }),
    ...sources,
  ]
  return {
    provenance,
    safe,
    hash,
    fields,
    confirmations,
    isRefused: fields.some(({ status }) => status === 'differs'),
    canValidate: isAnswered,
  }
}

function compareHashes({
  hash,
  contractHash,
  claim,
}: {
  hash: Hex
  contractHash: Hex | null
  claim: MessageClaim | undefined
}): FieldCheck[] {
  const said = [
    ...(contractHash ? [{ by: 'contract', value: contractHash } as const] : []),
    ...(claim ? [{ by: 'gateway', value: claim.messageHash } as const] : []),
  ]
  return said.map((one) => ({
    fact: 'hash',
    field:
      one.by === 'contract'
        ? 'SafeMessage hash, computed by the safe’s own code'
        : 'SafeMessage hash of the proposal',
    status: one.value === hash ? 'ok' : 'differs',
    here: hash,
    claim: one,
    provenance: computedHere,
  }))
}
