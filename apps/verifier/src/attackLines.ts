/**
 * By rule of the app: how this program's finding names the same attack. Tests
 * hold both to it; what only the chain can say stands in none of them.
 */
export const attackLines: Readonly<Record<string, RegExp>> = {
  'unpinned-delegatecall':
    /lets the code of 0x\w{40} act as the safe 0x\w{40} \(delegatecall\)/,
  'singleton-change':
    /replaces the code of the safe|lets the code of 0x\w{40} act as the safe/,
  'owner-change': /(adds|removes|replaces) the owner 0x\w{40}/,
  'threshold-change': /sets the threshold to \d+/,
  'module-change':
    /lets the module 0x\w{40} move everything|disables the module 0x\w{40}/,
  'guard-change': /(sets|removes) the guard/,
  'handler-change':
    /sets the fallback handler 0x\w{40}|lets 0x\w{40} decide which signatures|changes how the safe answers/,
  'look-alike-recipient':
    /0x\w{40} (imitates|begins like|ends like) 0x\w{40}\. Compare every digit/,
  'payment-to-nobody': /sends (value|tokens) to 0x\w{40}, which has no key/,
  'token-to-itself': /sends tokens to their own contract/,
  'refund-drain':
    /pays a refund to (0x\w{40}|the executor): [1-9]\d* .*for each unit of gas/,
  'replayable-signature': /is valid on every network/,
  'selector-contradicts-target':
    /sends a batch to 0x\w{40} by an ordinary call|to the safe, which is not a token/,
  'unlimited-approval': /lets 0x\w{40} take any amount of the token 0x\w{40}/,
  'approval-for-all':
    /lets 0x\w{40} take every collectible or token of 0x\w{40}/,
  'approval-to-account': /lets 0x\w{40} take (up to \d+ units|every)/,
  'approval-of-balance': /lets 0x\w{40} take up to \d+ units of the token/,
  'approval-to-stranger': /lets 0x\w{40} take up to \d+ units of the token/,
  permit:
    /\(permit\)\.|submits a permit|lets 0x\w{40} take the token 0x\w{40} by Permit2/,
  'spending-limit':
    /lets 0x\w{40} spend up to \d+ units of 0x\w{40} without owners|adds 0x\w{40} as a spender/,
  'safe-creation': /creates a safe/,
  'control-transfer':
    /gives 0x\w{40} rights over the contract 0x\w{40}|replaces the code of the contract|without an owner/,
  'partly-decoded': /can’t read|which no safe supports/,
  'value-to-unknown-code': /sends value to 0x\w{40} with (a|the) method/,
  'unreadable-call': /calls (a|the) method .* can’t read/,
  'odd-call-in-batch': /is of another kind than most calls of its batch/,
  'message-signature': /signs a message on chain as the safe/,
  'approved-hash': /approves the transaction 0x\w{64} in the safe 0x\w{40}/,
  'message-safe-transaction': /A transaction of the safe 0x\w{40}/,
  'message-safe-message': /A message of the safe 0x\w{40}/,
  'message-permit': /A permit: 0x\w{40} can take tokens of the safe/,
  'message-look-alike': /imitates 0x\w{40}\. Compare every digit/,
  'message-permit-expiry': /The permit (expires at \d+|never expires)/,
  'message-transfer': /A transfer of tokens that anyone can submit/,
  'message-other-chain': /is for chain ID \d+, but the safe is on \d+/,
}
