import {
  choosePlural,
  formatCount,
  formatNumber,
  listWords,
} from '../lib/formatCount.js'

/* How each fact that a decision rests on was checked, in a sentence. */

export const saidHow = 'Not covered by the signature, so it can’t be checked.'

export const contentHow =
  'The hash is computed from the content shown on this page.'

export const confirmationsHow =
  'Each signature was verified for this hash: by computing its signer, by asking the owner’s contract (EIP-1271), or by reading the approvals in the safe (approvedHashes).'

export const uncheckedHow =
  'Signatures that couldn’t be checked don’t count. All others were verified for this hash.'

export const validityHow =
  'Checked with the safe’s isValidSignature, as an app does.'

export const codeHow =
  'Their code was read from the chain and compared with the official code.'

export const decimalsHow =
  'Read from the token contracts, not from the gateway.'

export const recipientsHow =
  'Their code was read from the chain. An address without code is a wallet account.'

/* Why nothing can be said about one yet. */

export const checkingHow = 'The check is still running.'

export const unsignedHow = 'No signatures yet.'

export const unreadRecipientsHow = 'The recipients’ code was not read.'

export const unsimulatedHow = 'The simulation was not run.'

export const simulatingHow = 'The simulation is still running.'

/** With whom it agrees; nobody: it was not compared. */
export function writeHashHow(from: string, agreed: readonly string[]): string {
  const made = `Computed in this browser from ${from} and the safe’s signing domain`
  if (agreed.length === 0) return `${made}; nothing to compare with yet.`
  return `${made}; ${listWords(agreed)} ${choosePlural(agreed.length, { one: 'reports', other: 'report' })} the same.`
}

export function writeReadHow(
  read: string,
  {
    agreed,
    isGatewaySilent = false,
  }: { agreed: readonly string[]; isGatewaySilent?: boolean },
): string {
  const others =
    agreed.length > 0
      ? `; ${listWords(agreed)} ${choosePlural(agreed.length, { one: 'agrees', other: 'agree' })}`
      : ''
  const silent = isGatewaySilent ? '; the gateway doesn’t report it' : ''
  return `Read ${read}${others}${silent}.`
}

/** So many bytes are not explained. */
export function writeDecodedHow(undecodedSize: number, isWhole: boolean) {
  return isWhole
    ? 'Decoded in this browser. Encoding the result again gives the same bytes.'
    : `Decoded in this browser, except for ${formatCount(undecodedSize, 'byte')}.`
}

export function writeSimulatedHow({
  method,
  executor,
  hasStorage,
}: {
  method: string
  executor: string
  hasStorage: boolean
}): string {
  const watched = hasStorage
    ? 'the safe’s settings were compared before and after'
    : 'this method doesn’t show the safe’s settings'
  return `Simulated with ${method} as ${executor}; ${watched}.`
}

export function writeSourceHow(block: bigint): string {
  return `Answered for block ${formatNumber(block)}.`
}

export function writeGatewayHow(isAlone: boolean): string {
  return isAlone
    ? 'No RPC endpoint confirms this: the gateway’s claims were compared with its own answers.'
    : 'The gateway’s claims are compared with the chain, never trusted.'
}

const speakers = {
  gateway: 'the gateway reports',
  contract: 'the contract reports',
  second: 'the second RPC endpoint reports',
}

export const claimLabels = {
  gateway: 'Reported by the gateway',
  contract: 'Computed by the safe’s own code',
  second: 'Reported by the second RPC endpoint',
}

export const computedLabel = 'Computed in this browser'

/** ", but the gateway says 3"; nothing where nobody says anything. */
export function writeClaim(
  claim: { by: keyof typeof speakers; value: string } | undefined,
): string {
  return claim ? `, but ${speakers[claim.by]} ${claim.value}` : ''
}
