import { choosePlural, formatCount } from '../lib/formatCount.js'

/* What must be acknowledged or done before a button works. */

/** What is typed for a finding that stops everything. */
export const password = 'sign anyway'

/** What is ticked, each where it applies. */
export const demandWords = {
  gatewayAlone:
    'Only the gateway reported the owners, the nonce and the contracts. No RPC endpoint confirmed them. I trust this gateway and want to continue.',
  noNetwork:
    'Owners, nonce, contracts and effects were not checked, because no network could be reached. I confirmed the hash with the sender through another channel.',
  cannotValidate:
    'Apps can’t verify this signature, because the safe has no handler for it.',
  wouldFail:
    'This transaction would fail now, and sending it costs the network fee.',
  bulkWouldFail:
    'These transactions would fail now. Sending them still costs the network fee.',
  replayable:
    'This signature will be valid on every network where the safe exists.',
} as const

/** Of a finding that stops everything. */
export function writeTyped(demand: string): string {
  return `${demand} Type “${password}” to continue.`
}

/** "At this nonce", "For this message" */
export function writeWrongBefore(where: string): string {
  return `${where} my wallet returned a wrong signature. I checked my wallet and want to continue.`
}

/** Why the button cannot be pressed yet. */
export const waitWords = {
  connecting: 'Connecting your wallet…',
  checking: 'Checking…',
  checkingRole: 'Checking your role…',
  simulating: 'Simulating…',
  simulatingExecution: 'Simulating the execution…',
} as const

/** Why it cannot be pressed at all. */
export const refusalWords = {
  checks: 'Signing is blocked: a check failed.',
  unchecked: 'The checks failed. Retry them above.',
  movedNames: 'Refused: a name above now resolves to a different address.',
  module: 'The module would refuse this payment. See above.',
  enough: 'The owners have given enough signatures.',
  asSafe:
    'You are connected as the safe itself. Its owners sign in the host app.',
  throughSafe: 'You own this safe through another safe. Sign as that safe.',
  throughSafeOrWait:
    'You own this safe through another safe. Sign as that safe, or wait for enough signatures to execute.',
  viewerOfMessage: 'You are a viewer. Only owners can sign messages.',
  viewerOfNew:
    'You are a viewer. Only owners and proposers can propose transactions.',
  signedOffline: 'You have signed. Share the signature below.',
  signedMessage: 'You have signed. The message has enough signatures.',
} as const

const outsiders = {
  owner: 'no longer an owner',
  proposer: 'a proposer',
  viewer: 'a viewer',
}

/** Nothing waits for a network that does not answer. */
export function writeUnanswered(name: string): string {
  return `Can’t reach ${name}. Nothing can be signed or executed here until it answers.`
}

export function writeOutsider(role: keyof typeof outsiders): string {
  return `You are ${outsiders[role]}. Only owners can sign, and there aren’t enough signatures to execute.`
}

export function writeSignedBefore(nonce: bigint): string {
  return `You have signed. Execute the earlier nonces first: the safe is at nonce ${nonce}.`
}

export function writeMissing(missing: number, isForExecution: boolean): string {
  return `${formatCount(missing, 'more signature')} needed${isForExecution ? ' to execute' : ''}.`
}

/** With what is left to do, a whole sentence. */
export function writeYouSigned(rest: string): string {
  return `You have signed. ${rest}`
}

export function writeUnseen(dangers: number): string {
  return choosePlural(dangers, {
    one: 'Read the danger above to continue.',
    other: 'Read the dangers above to continue.',
  })
}

export function writeOpen(demands: number): string {
  return choosePlural(demands, {
    one: 'Confirm the statement above to continue.',
    other: `Confirm the ${demands} statements above to continue.`,
  })
}
