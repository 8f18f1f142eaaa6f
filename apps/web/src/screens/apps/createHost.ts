import {
  type Balances,
  call,
  GatewayReplyError,
  getBalances,
  getMessage,
  getTransaction,
  type TransactionDetails,
} from '@covault/api'
import { BaseError } from '@covault/protocol'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import type { Host } from '../../apps/answerRequest.js'
import type { Capability } from '../../apps/permissions.js'
import type {
  AppIdentity,
  PersonAnswer,
  PersonRequest,
} from '../../apps/requestDesk.js'
import { type Settings, toNodeError } from '../../apps/rpc.js'
import { createTurnstile } from '../../apps/turnstile.js'
import { addressBook } from '../../preferences/addressBook.js'
import { safeAppPreferences } from '../../preferences/safeApps.js'
import { gateway } from '../../queries/gateway.js'
import { unsaid } from '../../queries/localSignables.js'
import { passToNode } from '../../trust/chainClient.js'
import { findExplorer } from '../../trust/chainFacts.js'
import { toDomain } from '../../trust/domain.js'
import { hashSignable } from '../../trust/hashSignable.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'

/** What the page knows at the moment it is asked. */
export type HostFacts = {
  place: SafePlace
  /** Undefined: the wallet is still being asked. */
  account: Address | null | undefined
  /** Through a safe among the owners; undefined: they are being read. */
  isNestedOwner: boolean | undefined
  app: AppIdentity
  /** The app can wait for its calls in the draft batch. */
  canBatch: boolean
  askPerson: (request: PersonRequest) => Promise<PersonAnswer>
  askForPermissions: (asked: readonly Capability[]) => Promise<void>
}

/** One open app. What it was told to keep lasts as long as its page. */
export function createHost(readFacts: () => HostFacts): Host {
  const settings: Settings = { offChainSigning: false }
  const pass = createTurnstile({ atOnce: 4, waiting: 200 })
  return {
    getSafeInfo: () => toSafeInfo(readFacts()),
    getEnvironmentInfo: () => ({ origin: window.location.origin }),
    getChainInfo: () => toChainInfo(readFacts().place),
    readBalances: async (currency) => {
      const { chain, address } = readFacts().place
      const balances: Balances = await pass(() =>
        call(gateway, getBalances, {
          params: { chainId: chain.chainId, address, currency },
          query: { trusted: false, exclude_spam: true },
        }),
      )
      return z.encode(getBalances.response, balances)
    },
    readTransaction: async (safeTxHash) => {
      const { chain, address, safe } = readFacts().place
      const details = await pass(() =>
        call(gateway, getTransaction, {
          params: { chainId: chain.chainId, transactionId: safeTxHash },
        }).catch(explainAbsence('transaction')),
      )
      if (details.safeAddress !== address)
        throw new ForeignSafeError('transaction')
      return z.encode(getTransaction.response, fillUnsaid(details, safe))
    },
    readSignature,
    callNode: ({ method, params }) =>
      pass(() => passToNode(readFacts().place.chain, { method, params })).catch(
        (error: unknown) => {
          throw toNodeError(error)
        },
      ),
    setSettings: (given) => Object.assign(settings, given),
    askForCalls: ({ calls, leftOut }) => {
      const { app, canBatch, askPerson } = readFacts()
      return askPerson({ kind: 'calls', app, calls, leftOut, canBatch })
    },
    askForSignature: async (message) => {
      const { app, askPerson } = readFacts()
      const way = settings.offChainSigning ? 'offChain' : 'onChain'
      const answer = await askPerson({ kind: 'message', app, message, way })
      if (!('messageHash' in answer)) return answer
      // Wallets' libraries wait for the signature itself.
      const signature = await readSignature(answer.messageHash).catch(() => '')
      return signature ? { ...answer, signature } : answer
    },
    listPermissions: () => {
      const { origin } = readFacts().app
      return safeAppPreferences
        .read()
        .answers.filter((one) => one.origin === origin && one.isGranted)
        .flatMap(({ what, at }) =>
          what === 'requestAddressBook'
            ? [
                {
                  parentCapability: what,
                  invoker: origin,
                  date: at,
                  caveats: [],
                },
              ]
            : [],
        )
    },
    askForPermissions: (asked) => readFacts().askForPermissions(asked),
    listContacts: () =>
      addressBook.read().map(({ chainId, address, name }) => ({
        address,
        chainId: String(chainId),
        name,
      })),
  }

  async function readSignature(messageHash: `0x${string}`): Promise<string> {
    const { chain, safe } = readFacts().place
    const message = await pass(() =>
      call(gateway, getMessage, {
        params: { chainId: chain.chainId, message_hash: messageHash },
      }).catch(explainAbsence('message')),
    )
    // Its safe is part of what is hashed: another hash is another safe's.
    const hash = hashSignable({
      kind: 'message',
      domain: toDomain(chain, safe),
      message: message.message,
    })
    if (hash !== messageHash) throw new ForeignSafeError('message')
    return message.preparedSignature ?? ''
  }
}

function toSafeInfo(facts: HostFacts) {
  const { chain, address, safe } = facts.place
  return {
    safeAddress: address,
    chainId: chain.chainId,
    threshold: safe.threshold,
    owners: [...safe.owners],
    // Apps ask once, as soon as they are there. To be told so for the moment
    // that a wallet takes to come back would stop them for good.
    isReadOnly: !canAct(facts),
    nonce: Number(safe.nonce),
    implementation: safe.singleton,
    modules: safe.modules.length > 0 ? [...safe.modules] : null,
    fallbackHandler: safe.fallbackHandler,
    guard: safe.guard,
    version: safe.version,
  }
}

/** What is not known yet counts as a yes. */
function canAct({ place, account, isNestedOwner = true }: HostFacts): boolean {
  if (account === undefined) return true
  if (account === null) return false
  return place.safe.owners.includes(account) || isNestedOwner
}

/** The gateway has no words of its own for what it does not have. */
function explainAbsence(thing: Thing): (error: unknown) => never {
  return (error) => {
    const isAbsent = error instanceof GatewayReplyError && error.status === 404
    throw isAbsent ? new NothingThereError(thing) : error
  }
}

type Thing = 'transaction' | 'message'

/**
 * Read from the chain, nobody says when it was signed: latest when it was
 * executed. Nor how many signatures it took: as many as it takes today.
 */
function fillUnsaid(
  details: TransactionDetails,
  { threshold }: SafePlace['safe'],
): TransactionDetails {
  const execution = details.detailedExecutionInfo
  if (execution?.type !== 'MULTISIG') return details
  const fill = (at: number) => (at === unsaid ? (details.executedAt ?? 0) : at)
  const { confirmationsRequired: required } = execution
  return {
    ...details,
    detailedExecutionInfo: {
      ...execution,
      submittedAt: fill(execution.submittedAt),
      confirmationsRequired: required === unsaid ? threshold : required,
      confirmations: execution.confirmations.map((one) => ({
        ...one,
        submittedAt: fill(one.submittedAt),
      })),
    },
  }
}

function toChainInfo({ chain }: SafePlace) {
  const explorer = findExplorer(chain)
  return {
    chainId: String(chain.chainId),
    chainName: chain.name,
    shortName: chain.shortName,
    nativeCurrency: { ...chain.nativeCurrency, logoUri: '' },
    blockExplorerUriTemplate: {
      address: explorer?.address ?? '',
      txHash: explorer?.txHash ?? '',
      api: '',
    },
  }
}

class ForeignSafeError extends BaseError {
  constructor(thing: Thing) {
    super(`The ${thing} belongs to another safe.`)
  }
}

class NothingThereError extends BaseError {
  constructor(thing: Thing) {
    super(`This safe has no such ${thing}.`)
  }
}
