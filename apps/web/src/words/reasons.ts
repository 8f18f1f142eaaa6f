import { formatCount, formatNumber } from '../lib/formatCount.js'

/* How each fact that a decision rests on was checked, in a sentence. */

export const saidHow =
  'The signature does not cover it, and nobody can check it.'

export const contentHow =
  'The hash is made from the very content on the screen.'

export const confirmationsHow =
  'Each was verified over this hash: signatures by recovery, contracts by EIP-1271, approvals by approvedHashes of the safe.'

export const validityHow =
  'The safe was asked with isValidSignature, as an app would.'

export const codeHow =
  'Their code was read and compared with what is published.'

export const decimalsHow =
  'Asked of the tokens themselves; those of the gateway are not used.'

export const recipientsHow =
  'Their code was read: who has none is an account with a key.'

/** With whom it agrees; nobody: it was not compared. */
export function writeHashHow(from: string, agreed: readonly string[]): string {
  const made = `Made here from ${from} and the domain`
  if (agreed.length === 0) return `${made}; nobody else has named it yet.`
  return `${made}; ${agreed.join(' and ')} ${agreed.length > 1 ? 'name' : 'names'} the same.`
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
      ? `; ${agreed.join(' and ')} ${agreed.length > 1 ? 'agree' : 'agrees'}`
      : ''
  const silent = isGatewaySilent ? '; the gateway does not say what it has' : ''
  return `Read ${read}${others}${silent}.`
}

/** So many bytes are not explained. */
export function writeDecodedHow(undecodedSize: number, isWhole: boolean) {
  return isWhole
    ? 'Decoded here from the raw bytes; written again, they give the same bytes.'
    : `Decoded here from the raw bytes; of ${formatCount(undecodedSize, 'byte')} the meaning is not known.`
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
    ? 'the storage that decides over the safe was compared before and after'
    : 'this method does not show the storage of the safe'
  return `Run with ${method} as ${executor}; ${watched}.`
}

export function writeSourceHow(block: bigint): string {
  return `It answered for block ${formatNumber(block)}.`
}

export function writeGatewayHow(isAlone: boolean): string {
  return isAlone
    ? 'No RPC endpoint confirms it: its claims were compared with its own answers.'
    : 'What it says is compared, never believed.'
}

const speakers = {
  gateway: 'the gateway says',
  contract: 'the contract says',
  second: 'the second source says',
}

/** ", but the gateway says 3"; nothing where nobody says anything. */
export function writeClaim(
  claim: { by: keyof typeof speakers; value: string } | undefined,
): string {
  return claim ? `, but ${speakers[claim.by]} ${claim.value}` : ''
}
