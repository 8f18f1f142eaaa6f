import { type Address, formatUnits } from 'viem'
import type { Amount, Collectible, Intent, Requirement } from './intent.js'
import { toVisibleText } from './visibleText.js'

export type FormatIntentOptions = {
  /** How to write an address, for instance by its name. */
  readonly formatAddress?: ((address: Address) => string) | undefined
  /** How to write the exact digits of an amount, for instance in groups. */
  readonly formatDigits?: ((digits: string) => string) | undefined
  /**
   * Leaves out what an unknown call may be: anybody can have words of their
   * own listed for a selector, and a headline is no place for these.
   */
  readonly omitCandidates?: boolean | undefined
}

/** Longer batches are counted and not told to the end. */
const maxTold = 100

/** One plain sentence without a full stop. */
export function formatIntent(
  intent: Intent,
  {
    formatAddress = (address) => address,
    formatDigits = (digits) => digits,
    omitCandidates = false,
  }: FormatIntentOptions = {},
): string {
  const writer = {
    name: formatAddress,
    digits: formatDigits,
    omitCandidates,
    top: true,
  }
  return write(writer, intent)
}

type Writer = {
  readonly name: (address: Address) => string
  readonly digits: (digits: string) => string
  readonly omitCandidates: boolean
  /** Not inside of another sentence. */
  readonly top: boolean
}

function write(writer: Writer, intent: Intent): string {
  const sentence = writeMeaning(writer, intent)
  const along = intent.sent && writeAmount(writer, intent.sent)
  const flaw =
    intent.undecodedSize > 0
      ? `partly decoded, ${count(intent.undecodedSize, 'byte')} not explained`
      : undefined
  if (!endsWithOthers(writer, intent))
    return `${sentence}${along ? ` and send ${along} along` : ''}${flaw ? ` (${flaw})` : ''}`
  // Behind the sentence these would seem to belong to its last part.
  const remarks = [along && `with ${along}`, flaw].filter(Boolean).join(', ')
  if (remarks === '') return sentence
  const prefix = writer.top ? upperFirst(remarks) : remarks
  return `${prefix}: ${lowerFirst(sentence)}`
}

function endsWithOthers(writer: Writer, intent: Intent): boolean {
  if (intent.kind === 'unknownCall' || intent.kind === 'delegateCall')
    return !writer.omitCandidates && intent.candidates.length > 0
  return intent.kind === 'batch' || intent.kind === 'executeTransaction'
}

function writeMeaning(writer: Writer, intent: Intent): string {
  const { name } = writer
  switch (intent.kind) {
    case 'sendNative':
      return `Send ${writeAmount(writer, intent.amount)} to ${name(intent.to)}`
    case 'sendToken': {
      const amount = writeAmount(writer, intent.amount)
      return intent.owner === undefined
        ? `Send ${amount} to ${name(intent.to)}`
        : `Move ${amount} from ${name(intent.owner)} to ${name(intent.to)}`
    }
    case 'sendCollectibles': {
      const items = `${intent.items.map(writeItem).join(' and ')} of ${name(intent.collection)}`
      return intent.owner === undefined
        ? `Send ${items} to ${name(intent.to)}`
        : `Move ${items} from ${name(intent.owner)} to ${name(intent.to)}`
    }
    case 'approveToken':
      return writeApproval(writer, intent)
    case 'permitToken':
      return `Let ${name(intent.spender)} spend ${writeLimit(writer, intent)} of ${name(intent.owner)} by permit`
    case 'approveCollectible':
      return `Let ${name(intent.operator)} move #${intent.tokenId} of ${name(intent.collection)}`
    case 'approveCollection':
      return intent.approved
        ? `Let ${name(intent.operator)} move everything of ${name(intent.collection)}`
        : `No longer let ${name(intent.operator)} move everything of ${name(intent.collection)}`
    case 'addOwner':
      return `Add owner ${name(intent.owner)} and require ${writeRequirement(intent.requirement)}`
    case 'removeOwner':
      return `Remove owner ${name(intent.owner)} and require ${writeRequirement(intent.requirement)}`
    case 'swapOwner':
      return `Replace owner ${name(intent.oldOwner)} with ${name(intent.newOwner)}`
    case 'changeThreshold':
      return `Require ${writeRequirement(intent.requirement)}`
    case 'enableModule':
      return `Enable module ${name(intent.module)}, which may then act without the owners`
    case 'disableModule':
      return `Disable module ${name(intent.module)}`
    case 'setGuard':
      return writeSetting(writer, 'the guard', intent.guard)
    case 'setModuleGuard':
      return writeSetting(writer, 'the module guard', intent.guard)
    case 'setFallbackHandler':
      return writeSetting(writer, 'the fallback handler', intent.handler)
    case 'changeSingleton':
      return `Change the code of the safe to ${name(intent.singleton)}`
    case 'migrate': {
      const to = intent.singleton ? ` to ${name(intent.singleton)}` : ''
      const handler = intent.handler
        ? ` and set the fallback handler to ${name(intent.handler)}`
        : ''
      return `Change the code of the safe${to} with ${intent.method} of ${name(intent.migration)}${handler}`
    }
    case 'setAllowance':
      return `Let ${name(intent.delegate)} spend ${writeAmount(writer, intent.amount)} ${writeReset(intent.resetMinutes)}`
    case 'resetAllowance':
      return `Let ${name(intent.delegate)} spend the allowance of ${writeToken(writer, intent.token)} again`
    case 'deleteAllowance':
      return `Delete the allowance of ${name(intent.delegate)} for ${writeToken(writer, intent.token)}`
    case 'addDelegate':
      return `Add ${name(intent.delegate)} as a spender`
    case 'removeDelegate':
      return intent.removeAllowances
        ? `Remove ${name(intent.delegate)} as a spender with all allowances`
        : `Remove ${name(intent.delegate)} as a spender`
    case 'spendAllowance':
      return `Send ${writeAmount(writer, intent.amount)} of safe ${name(intent.safe)} to ${name(intent.to)} from the allowance of ${name(intent.delegate)}${writePayment(writer, intent.payment)}`
    case 'reject':
      return intent.nonce === undefined
        ? `Reject the next transaction of safe ${name(intent.safe)}`
        : `Reject nonce ${intent.nonce}`
    case 'batch':
      return writeBatch(writer, intent)
    case 'executeTransaction': {
      const route = intent.viaModule ? ' (as its module)' : ''
      const inner = intent.intent
        ? writeInner(writer, intent.intent)
        : 'something that cannot be read'
      const refund = intent.refund ? ', which refunds the gas,' : ''
      return `Let safe ${name(intent.safe)}${route}${refund} do: ${inner}`
    }
    case 'approveHash':
      return `Approve transaction ${intent.hash} of safe ${name(intent.safe)}`
    case 'signMessage':
      return `Sign a message of ${count(byteSize(intent.message), 'byte')} on chain`
    case 'createSafe':
      return writeCreation(writer, intent)
    case 'emptyCall':
      return `Call ${name(intent.to)} with nothing`
    case 'deployContract': {
      const value =
        intent.amount.value > 0n
          ? ` with ${writeAmount(writer, intent.amount)}`
          : ''
      return `Deploy a contract from ${count(intent.codeSize, 'byte')} of code${value}`
    }
    case 'contractCall':
      return `Call ${intent.signature} of ${name(intent.to)}`
    case 'unknownCall':
      return `Unknown call to ${name(intent.to)} with ${count(intent.size, 'byte')}${writeCandidates(writer, intent.candidates)}`
    case 'delegateCall': {
      const account = intent.account
        ? ` as ${name(intent.account)}`
        : ' as the caller'
      return `Run the code of ${name(intent.to)}${account} (delegatecall with ${count(intent.size, 'byte')})${writeCandidates(writer, intent.candidates)}`
    }
  }
}

function writeApproval(
  writer: Writer,
  intent: Extract<Intent, { kind: 'approveToken' }>,
): string {
  const spender = writer.name(intent.spender)
  const limit = writeLimit(writer, intent)
  if (intent.change === 'increase') return `Let ${spender} spend ${limit} more`
  if (intent.change === 'decrease') return `Let ${spender} spend ${limit} less`
  if (intent.amount.value > 0n) return `Let ${spender} spend ${limit}`
  return `No longer let ${spender} spend ${writeUnit(writer, intent.amount)}`
}

function writeLimit(
  writer: Writer,
  { amount, unlimited }: { amount: Amount; unlimited: boolean },
): string {
  return unlimited
    ? `an unlimited amount of ${writeUnit(writer, amount)}`
    : writeAmount(writer, amount)
}

/** The digits are exact: what is signed is never rounded. */
function writeAmount(writer: Writer, amount: Amount): string {
  const { value, facts } = amount
  if (facts === undefined || !isByte(facts.decimals))
    return `${value} raw units of ${writeToken(writer, amount.token)}`
  const digits = writer.digits(formatUnits(value, facts.decimals))
  return `${digits} ${writeUnit(writer, amount)}`
}

/** `decimals()` is a uint8; anything else was made up. */
function isByte(decimals: number): boolean {
  return Number.isInteger(decimals) && decimals >= 0 && decimals <= 255
}

/**
 * A token chooses its own symbol. Where that may be taken for another (the
 * chain's own currency, or letters that only look like others) the address
 * tells what it is.
 */
function writeUnit(writer: Writer, amount: Amount): string {
  const { facts, token } = amount
  if (facts === undefined) return writeToken(writer, token)
  const symbol = toVisibleText(facts.symbol)
  if (symbol === '')
    return token === null ? writeToken(writer, token) : nameless(writer, token)
  const isDoubtful = amount.namesake || !/^[\x21-\x7e]*$/.test(symbol)
  return token !== null && isDoubtful
    ? `${symbol} (${writeToken(writer, token)})`
    : symbol
}

function nameless(writer: Writer, token: Address): string {
  return `(${writeToken(writer, token)} without a symbol)`
}

function writeToken({ name }: Writer, token: Address | null): string {
  return token === null ? 'the native currency' : `token ${name(token)}`
}

function writeItem({ tokenId, quantity }: Collectible): string {
  return quantity === 1n ? `#${tokenId}` : `${quantity} of #${tokenId}`
}

function writeRequirement({ threshold, ownerCount }: Requirement): string {
  if (ownerCount !== undefined) return `${threshold} of ${ownerCount}`
  return threshold === 1n ? '1 confirmation' : `${threshold} confirmations`
}

function writeSetting(
  { name }: Writer,
  what: string,
  address: Address | undefined,
): string {
  return address === undefined
    ? `Remove ${what}`
    : `Set ${what} to ${name(address)}`
}

function writePayment(writer: Writer, payment: Amount | undefined): string {
  return payment ? `, paying ${writeAmount(writer, payment)}` : ''
}

/** The code, what runs at once, and who answers: each may own the safe. */
function writeCreation(
  writer: Writer,
  { singleton, setup, callback }: Extract<Intent, { kind: 'createSafe' }>,
): string {
  const { name } = writer
  const after = callback ? `, then call ${name(callback)}` : ''
  if (setup === undefined)
    return `Create a proxy of ${name(singleton)} with an initializer that cannot be read${after}`
  const { owners, threshold, delegate, fallbackHandler: handler } = setup
  const ownerCount = owners.length
  const parts = [
    `Create a safe of ${writeOwners(writer, owners)} that requires ${writeRequirement({ threshold, ownerCount })}, of the code ${name(singleton)}`,
    delegate ? `running the code of ${name(delegate)} at its setup` : undefined,
    handler ? `with the fallback handler ${name(handler)}` : undefined,
  ].filter((part) => part !== undefined)
  return `${parts.join(', ')}${writePayment(writer, setup.payment)}${after}`
}

/** Whose it is must be read; more than a few are counted besides. */
function writeOwners({ name }: Writer, owners: readonly Address[]): string {
  const told = owners.slice(0, maxTold).map(name)
  const rest = owners.length - told.length
  if (rest > 0) return `${told.join(', ')} and ${count(rest, 'more owner')}`
  const last = told.pop() ?? 'nobody'
  return told.length > 0 ? `${told.join(', ')} and ${last}` : last
}

function writeReset(minutes: bigint): string {
  if (minutes === 0n) return 'once'
  if (minutes === 1440n) return 'every day'
  if (minutes % 1440n === 0n) return `every ${minutes / 1440n} days`
  if (minutes === 1n) return 'every minute'
  return `every ${minutes} minutes`
}

function writeBatch(
  writer: Writer,
  { intents, actor }: Extract<Intent, { kind: 'batch' }>,
): string {
  const told = intents.slice(0, maxTold)
  const parts = told.map((intent) => writeInner(writer, intent))
  if (intents.length > maxTold) parts.push(`${intents.length - maxTold} more`)
  const by = actor === undefined ? '' : ` as ${writer.name(actor)}`
  const title = `Batch of ${intents.length}${by}`
  if (parts.length === 0) return title
  const list = parts.join('; ')
  return writer.top ? `${title}: ${list}` : `${title} (${list})`
}

function writeInner(writer: Writer, intent: Intent): string {
  return lowerFirst(write({ ...writer, top: false }, intent))
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function writeCandidates(
  writer: Writer,
  candidates: readonly Intent[],
): string {
  if (writer.omitCandidates || candidates.length === 0) return ''
  const parts = candidates.map((intent) => writeInner(writer, intent))
  return `, possibly: ${parts.join(', or: ')}`
}

function count(number: number, noun: string): string {
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`
}

function byteSize(hex: string): number {
  return hex.length / 2 - 1
}
