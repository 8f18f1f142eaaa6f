import { nouns, writeCount } from '@covault/protocol'
import type { Notice, ProposalFacts } from '../store/notices.js'

/** What a person reads: a line, and where it leads. */
export type Told = { title: string; link: string }

export type Telling = {
  /** What the safe is called. */
  name: string
  appUrl: string
  shortName: string
  /** Of the transaction that it is about, as it is now. */
  proposal: ProposalFacts | undefined
  /** Undefined: amounts are not to be told, or not known. */
  amount: string | undefined
  /** The nonce of what can be executed now; undefined: nothing can. */
  ready: string | undefined
}

/** What a notice says in words; undefined: it is for programs only. */
export function tell(notice: Notice, telling: Telling): Told | undefined {
  const said = say(notice, telling)
  if (said === undefined) return undefined
  const title = `${telling.name}: ${said}`.trim()
  return { title, link: findLink(notice, telling) }
}

function say(notice: Notice, { proposal, amount, ready }: Telling) {
  const { type, facts, body } = notice
  const nonce = proposal?.nonce ?? facts.nonce
  const what = nonce == null ? 'transaction' : `transaction at nonce ${nonce}`
  switch (type) {
    case 'PENDING_MULTISIG_TRANSACTION':
      return `new ${what}${countSignatures(proposal)}.`
    case 'NEW_CONFIRMATION': {
      const { given = 0, needed = 0 } = facts
      const count = needed ? ` (${given} of ${needed})` : ''
      return given === needed && needed > 0
        ? `${what} has all signatures${count}. ${tellReadiness(proposal)}`
        : `new signature for the ${what}${count}.`
    }
    case 'EXECUTED_MULTISIG_TRANSACTION':
      return `${what} ${facts.success ? 'was executed' : 'failed on the network'}.${tellNext(ready)}`
    case 'DELETED_MULTISIG_TRANSACTION':
      return 'a transaction was deleted from the queue. Signatures already given stay valid.'
    case 'INCOMING_ETHER':
    case 'INCOMING_TOKEN':
      // A stranger can send anything: only what the operator lists is told.
      return facts.trusted ? `received ${amount ?? 'a transfer'}.` : undefined
    case 'MODULE_TRANSACTION':
      return facts.success
        ? 'a module executed a transaction.'
        : 'a transaction of a module failed.'
    case 'MESSAGE_CREATED':
      return 'new message to sign.'
    case 'SAFE_CREATED':
      return 'the safe was created.'
    case 'SAFE_SETUP_CHANGED':
      return tellSetup(notice)
    case 'NEW_DELEGATE':
      return 'a proposer was added.'
    case 'DELETED_DELEGATE':
      return 'a proposer was removed.'
    case 'REORG_DETECTED':
      return Array.isArray(body.withdrawn) && body.withdrawn.length > 0
        ? 'correction: the network dropped recent blocks. Notifications about those blocks are no longer valid.'
        : undefined
    default:
      return undefined
  }
}

function countSignatures(proposal: ProposalFacts | undefined): string {
  if (!proposal?.needed) return ''
  return `, ${proposal.signatures.length} of ${writeCount(proposal.needed, nouns.signature)}`
}

function tellReadiness(proposal: ProposalFacts | undefined): string {
  if (!proposal || proposal.executed) return ''
  return proposal.nonce === proposal.next
    ? 'Ready to execute.'
    : `Nonce ${proposal.next} must be executed first.`
}

/** It may have had all signatures for long, and waited for this one. */
function tellNext(ready: string | undefined): string {
  return ready === undefined
    ? ''
    : ` The transaction at nonce ${ready} is ready to execute.`
}

function tellSetup({ facts }: Notice): string {
  const { owners, modules, threshold } = facts
  const parts = [
    ...count(owners?.added, 'owner', 'added'),
    ...count(owners?.removed, 'owner', 'removed'),
    ...count(modules?.added, 'module', 'added'),
    ...count(modules?.removed, 'module', 'removed'),
    ...(threshold && threshold.before !== threshold.after
      ? [`threshold changed from ${threshold.before} to ${threshold.after}`]
      : []),
  ]
  return `setup changed: ${parts.join(', ')}.`
}

const plurals = new Intl.PluralRules('en')

function count(
  list: readonly string[] | undefined,
  noun: string,
  verb: string,
): string[] {
  if (!list || list.length === 0) return []
  const word = plurals.select(list.length) === 'one' ? noun : `${noun}s`
  return [`${list.length} ${word} ${verb}`]
}

function findLink(
  { safe, body }: Notice,
  { appUrl, shortName }: Telling,
): string {
  const of = `safe=${shortName}:${safe}`
  const { safeTxHash, messageHash } = body
  if (typeof safeTxHash === 'string')
    return `${appUrl}/transactions/tx?${of}&id=multisig_${safe}_${safeTxHash}`
  if (typeof messageHash === 'string')
    return `${appUrl}/transactions/messages?${of}`
  return `${appUrl}/transactions/history?${of}`
}

/** One line without anything that a terminal or a mail would obey. */
export function toLine(text: string, longest = 60): string {
  const plain = text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return [...plain].slice(0, longest).join('')
}
