import {
  call,
  GatewayError,
  getAppConfig,
  getDelegates,
  ResponseSchemaError,
} from '@covault/api'
import { BaseError, findMessageRisks } from '@covault/protocol'
import { QueryClient } from '@tanstack/react-query'
import type { Hex } from 'viem'
import { compareWithLink } from '../flows/confirm/compareWithLink.js'
import { listSourceDemands } from '../flows/review/sourceDemands.js'
import { readSafeParameter } from '../lib/safeParameter.js'
import { environment } from '../preferences/environment.js'
import { applyEnvironment } from '../queries/appConfig.js'
import { counterpartiesQuery } from '../queries/counterparties.js'
import { gateway } from '../queries/gateway.js'
import { messageQuery, messagesQuery } from '../queries/messages.js'
import { queueQuery, transactionQuery } from '../queries/transactions.js'
import { toDomain } from '../trust/domain.js'
import { isGatewaysWord, type Provenance } from '../trust/provenance.js'
import { safeQuery } from '../trust/safe.js'
import { applyRules } from '../understand/assess/applyRules.js'
import { checkQuery } from '../understand/assess/checkQuery.js'
import { claimMessage, claimTransaction } from '../understand/assess/claim.js'
import { collectSignature } from '../understand/assess/collectSignature.js'
import { sealsQuery } from '../understand/assess/sealsQuery.js'
import { decodedQuery } from '../understand/decode/decodeTransaction.js'
import { readExecution } from '../understand/decode/execution.js'
import { isAbout } from '../understand/decode/isAbout.js'
import { readTransaction } from '../understand/decode/readTransaction.js'
import { toQueueRows } from '../understand/rows/queueRows.js'
import { nonceQuery, readNonceText } from '../understand/safe/nonce.js'
import type { SafePlace } from '../understand/safe/safePlace.js'

/** What comes of opening a review. */
export type Verdict =
  /** Something does not agree: nothing can be signed. */
  | { kind: 'refused'; words: string }
  /** The answer has another shape: it is not shown at all. */
  | { kind: 'schema'; words: string }
  /** It is not what was asked for, or nothing that can be signed. */
  | { kind: 'other'; words: string }
  | {
      kind: 'open'
      /** The bytes that the wallet would be asked to sign. */
      signed: string
      /** Everything that is shown as computed here or read from the chain. */
      shown: string
      /** What the rules have to say about it. */
      findings: readonly string[]
      /** Whose seals count. */
      seals: readonly string[]
      /** What must be said of the sources before the button works. */
      demands: readonly string[]
      /** As whose word the state of the chain is shown. */
      readings: readonly Provenance['kind'][]
    }

export { gatewayAlone } from '../flows/review/sourceDemands.js'

/** The parts of the review as the page puts them together, without a page. */
export async function reviewTransaction(asked: {
  safe: string
  id: string
}): Promise<Verdict> {
  return judge(async (cache) => {
    const place = await openPlace(cache, asked.safe)
    const { chain, address, safe } = place
    const { chainId } = chain
    const details = await cache.fetchQuery(
      transactionQuery({ chainId, address, id: asked.id }),
    )
    if (details.safeAddress !== address || !isAbout(asked.id, details))
      throw new NotAskedForError('The answer is another transaction.')
    if (readExecution(details, safe) === 'executed')
      throw new NotAskedForError('It is said to be executed.')
    const read = readTransaction(details, {
      chainId,
      address,
      version: safe.version,
    })
    if (!read.signed)
      throw new NotAskedForError('This transaction needs no owner signatures.')
    const { domain, transaction, execution, hashes } = read.signed
    const signed = { domain, transaction }
    const digest = hashes.signed
    const decoded = await cache.fetchQuery(
      decodedQuery(place, { call: transaction, signed, digest }),
    )
    if (!decoded) throw new NotAskedForError('There is nothing to decode.')
    const contracts = [...decoded.contracts.values()]
    const check = await cache.fetchQuery(
      checkQuery({
        ...{ chain, signable: read.signed, hash: digest, contracts },
        claim: claimTransaction(execution),
      }),
    )
    if (check.isRefused) throw new RefusedError(check.fields)
    const { paid, isWhole } = await cache.fetchQuery(
      counterpartiesQuery({ chain, address }),
    )
    const known = {
      contacts: [],
      ownSafes: [],
      counterparties: paid,
      isHistoryUnread: !isWhole,
      balances: undefined,
    }
    const { findings } = applyRules({ place, signed, decoded, known })
    // As the page of details shows them.
    const seals = await cache.fetchQuery(
      sealsQuery(place, {
        ...{ domain, hashes, executor: execution.executor?.value },
        claim: claimTransaction(execution),
      }),
    )
    return {
      signed: { domain, transaction, hash: check.hash },
      shown: {
        chain: describeChain(place),
        safe: check.safe,
        intent: decoded.intent,
        tree: decoded.tree,
        // At which block they were read is no matter of the gateway's.
        contracts: contracts.map(({ provenance: _, ...facts }) => facts),
      },
      findings,
      seals: [...check.confirmations, ...seals].map(
        ({ signer, status }) => `${signer} ${status}`,
      ),
      demands: listSourceDemands(isGatewaysWord(check.provenance)),
      readings: [check, ...check.fields, ...contracts].map(toKind),
    }
  })
}

/** The same for a message. */
export async function reviewMessage(asked: {
  safe: string
  messageHash: Hex
}): Promise<Verdict> {
  return judge(async (cache) => {
    const { messageHash } = asked
    const place = await openPlace(cache, asked.safe)
    const { chain, address, safe } = place
    const proposal = await cache.fetchQuery(
      messageQuery({ chainId: chain.chainId, address, messageHash }),
    )
    const domain = toDomain(chain, safe)
    const compared = compareWithLink(domain, {
      message: proposal,
      link: messageHash,
    })
    if (compared.status === 'refused')
      throw new NotAskedForError(compared.reason)
    const content = proposal.message
    const check = await cache.fetchQuery(
      checkQuery({
        chain,
        signable: { kind: 'message', domain, message: content },
        claim: claimMessage(proposal),
        hash: messageHash,
      }),
    )
    if (check.isRefused) throw new RefusedError(check.fields)
    return {
      signed: { domain, hash: check.hash, content },
      shown: {
        chain: describeChain(place),
        safe: check.safe,
        canValidate: check.canValidate,
        collected: collectSignature(check),
      },
      findings: findMessageRisks(content),
      seals: check.confirmations.map(
        ({ signer, status }) => `${signer} ${status}`,
      ),
      demands: listSourceDemands(isGatewaysWord(check.provenance)),
      readings: [check, ...check.fields].map(toKind),
    }
  })
}

export type ListReading =
  | { kind: 'schema' | 'other'; words: string }
  | {
      kind: 'open'
      /** What each row leads to; the review goes by nothing else. */
      links: readonly string[]
      /** For the next transaction, and what is said about it. */
      nonce: string
      warning: string | undefined
    }

/** What the lists lead to, and the nonce that a new transaction would get. */
export async function readLists({
  safe,
}: {
  safe: string
}): Promise<ListReading> {
  const cache = createCache()
  try {
    const place = await openPlace(cache, safe)
    const { address, chain } = place
    const at = { chainId: chain.chainId, address }
    const current = place.safe.nonce
    const queue = await cache.fetchInfiniteQuery(queueQuery(at))
    const rows = toQueueRows(queue.pages.flatMap(({ results }) => results))
    const messages = await cache.fetchInfiniteQuery(messagesQuery(at))
    // Who may propose changes nothing about whose signature counts.
    await call(gateway, getDelegates, {
      params: { chainId: at.chainId },
      query: { safe: address },
      ...once,
    })
    const recommended = await cache.fetchQuery(nonceQuery({ ...at, current }))
    const nonce = String(recommended.nonce)
    return {
      kind: 'open',
      links: [
        ...rows.flatMap((row) => (row.kind === 'entry' ? row.key : [])),
        ...messages.pages
          .flatMap(({ results }) => results)
          .flatMap((one) => (one.type === 'MESSAGE' ? one.messageHash : [])),
      ],
      nonce,
      warning: readNonceText(nonce, { current, recommended }).warning,
    }
  } catch (error) {
    return { kind: nameError(error), words: String(error) }
  } finally {
    cache.clear()
  }
}

type Seen = {
  signed: unknown
  shown: unknown
  findings: readonly { id: string; severity: string; sentence: string }[]
  seals: readonly string[]
  demands: readonly { id: string }[]
  readings: readonly Provenance['kind'][]
}

function toKind({ provenance }: { provenance: Provenance }) {
  return provenance.kind
}

async function judge(
  review: (cache: QueryClient) => Promise<Seen>,
): Promise<Verdict> {
  const cache = createCache()
  try {
    const { signed, shown, findings, ...seen } = await review(cache)
    return {
      kind: 'open',
      signed: write(signed),
      shown: write(shown),
      findings: findings.flatMap(listClaims).sort(),
      seals: [...seen.seals].sort(),
      demands: seen.demands.map(({ id }) => id),
      readings: seen.readings,
    }
  } catch (error) {
    if (error instanceof RefusedError)
      return { kind: 'refused', words: error.fields.join(', ') }
    return { kind: nameError(error), words: describe(error) }
  } finally {
    cache.clear()
  }
}

/** The chain by the link, and the safe as that chain has it. */
export async function openPlace(
  cache: QueryClient,
  text: string,
): Promise<SafePlace> {
  const served = await call(gateway, getAppConfig, once)
  const { chains } = applyEnvironment(served, environment.read())
  const parameter = readSafeParameter(text, chains)
  if (parameter.status !== 'named')
    throw new NotAskedForError('The chain of the link is not served.')
  const { chain, address } = parameter
  const reading = await cache.fetchQuery(safeQuery(chain, address))
  if (reading.status !== 'safe') throw new NotAskedForError('There is no safe.')
  return { chain, address, safe: reading.safe }
}

const once = { retryLimit: 0, timeout: 20_000 }

export function createCache(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false } } })
}

function describeChain({ chain }: { chain: SafePlace['chain'] }) {
  const { chainId, name, testnet, nativeCurrency } = chain
  return { chainId, name, testnet, nativeCurrency }
}

export function nameError(error: unknown): 'schema' | 'other' {
  if (error instanceof ResponseSchemaError) return 'schema'
  if (error instanceof BaseError || error instanceof GatewayError)
    return 'other'
  // A node that is not there, or is another chain’s.
  if (error instanceof Error && 'shortMessage' in error) return 'other'
  throw error
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''
}

/** Of a finding about several addresses, one for each. */
function listClaims({ id, severity, sentence }: Seen['findings'][number]) {
  const addresses = sentence.match(/0x[0-9a-fA-F]{40}/g) ?? ['']
  return addresses.map((one) => `${severity} ${id} ${one}`)
}

function write(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) => {
    if (typeof inner === 'bigint') return String(inner)
    return inner instanceof Map ? [...inner] : inner
  })
}

class NotAskedForError extends BaseError {}

class RefusedError extends BaseError {
  fields: string[]

  constructor(fields: readonly { field: string; status: string }[]) {
    const differing = fields.filter(({ status }) => status === 'differs')
    super('What was checked does not agree.')
    this.fields = differing.map(({ field }) => field)
  }
}
