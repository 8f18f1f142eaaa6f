import type { MessageRiskId, RiskId, SimulationRiskId } from '@covault/protocol'

export type RuleWords = {
  title: string
  /** What makes the rule speak. */
  when: string
  /** What happened to others, or could happen here. */
  why: string
  /** What to do about it. */
  remedy: string
}

/** Every rule, in the words of somebody who has a minute. */
export const ruleWords: Record<
  RiskId | SimulationRiskId | MessageRiskId,
  RuleWords
> = {
  'unpinned-delegatecall': {
    title: 'A delegatecall of unknown code',
    when: 'The transaction, or any call inside it, is a delegatecall, and the target is not one of the published Safe contracts with its published code, address and code hash both.',
    why: 'A delegatecall runs foreign code as the safe itself. It can replace the owners, the code of the safe and everything it holds, whatever its name says. The largest theft so far had this shape: a method called “transfer” that overwrote the first storage slot.',
    remedy:
      'Do not sign, unless you have read that very code. The list of quiet targets is part of this app; no server can extend it.',
  },
  'unexplained-storage-change': {
    title: 'The run changes what no call explains',
    when: 'In the simulation the singleton, an owner, the threshold, a module, the guard or the fallback handler of the safe is another one afterwards, and no settings call that could be read says so.',
    why: 'Whoever can change these can take the safe. What is not said openly is hidden on purpose.',
    remedy:
      'Do not sign. Ask who prepared it, over another channel, what it is meant to do.',
  },
  'refund-drain': {
    title: 'A refund leaves the safe',
    when: 'The gas price of the refund is not zero: whoever executes the transaction is paid by the safe, in the token and to the address that the transaction names.',
    why: 'The refund is outside the calls, and easily overlooked. With a high price it empties the safe, while the calls look harmless.',
    remedy:
      'Check the most that can leave, the token and the receiver. Covault never proposes a refund itself.',
  },
  'unlimited-approval': {
    title: 'An approval without limit',
    when: 'A spender may take any amount of a token: the amount is so high that no supply reaches it.',
    why: 'It holds for what the safe gets later, too, and until somebody takes it back. Contracts that were approved have been broken years afterwards.',
    remedy:
      'Approve the amount that is needed. If an app insists, take the approval back right after.',
  },
  'approval-for-all': {
    title: 'Every item of a collection',
    when: 'An operator may move all collectibles of one contract, also those that come later.',
    why: 'One signature is enough to lose a whole collection. Fake markets ask for it.',
    remedy: 'Be sure who the operator is, and that you mean all of them.',
  },
  permit: {
    title: 'An allowance by signature',
    when: 'The transaction hands in a permit of EIP-2612, DAI or Permit2.',
    why: 'A permit is an approval that needed no transaction of its own; it is seldom expected inside of one.',
    remedy: 'Compare who may take how much with what you mean to allow.',
  },
  'owner-change': {
    title: 'The owners change',
    when: 'An owner is added, removed or replaced. It is a warning if those who are new may then decide without the others, or if one of several owners is enough.',
    why: 'Owners decide over everything. A single wrong digit locks one out, or lets somebody in.',
    remedy: 'Check every digit with the owners over another channel.',
  },
  'threshold-change': {
    title: 'The threshold changes',
    when: 'Another number of confirmations is needed afterwards. More are only told; it is a danger if fewer are enough than before.',
    why: 'With fewer confirmations fewer keys have to be stolen; with as many as there are owners, one lost key locks the safe.',
    remedy: 'Be sure that all owners know and agree.',
  },
  'module-change': {
    title: 'A module comes or goes',
    when: 'A module is enabled or disabled.',
    why: 'A module moves everything without any signature of an owner. Enabling one is as much as handing over the safe to its code.',
    remedy: 'Know the code. Disabling one you use stops what depends on it.',
  },
  'guard-change': {
    title: 'A guard is set or removed',
    when: 'The transaction guard or the module guard becomes another one, or none.',
    why: 'A guard can refuse every transaction, also the one that would remove it: the safe is locked for good then. Removing one removes its protection.',
    remedy: 'Test a guard on another safe first.',
  },
  'handler-change': {
    title: 'The fallback handler changes',
    when: 'Another contract answers for the safe what its own code does not know: signatures (EIP-1271), receipts of tokens, and whatever the handler adds.',
    why: 'A hostile handler can say that the safe has signed what it never signed.',
    remedy: 'Use the published handler, unless you know why not.',
  },
  'singleton-change': {
    title: 'The code of the safe changes',
    when: 'The implementation behind the safe becomes another one. Known versions are a danger, unknown code is a stop.',
    why: 'The code decides who may move what. Unknown code may ignore the owners.',
    remedy:
      'Update through the settings, which keep owners, modules, guard and handler.',
  },
  'data-to-no-code': {
    title: 'A call to where no code is',
    when: 'Data is sent to an address that has no code at the block that was read.',
    why: 'Such a call does nothing and succeeds. Usually it is meant for another network, or for a contract that does not exist yet; whoever deploys there first decides what it means.',
    remedy: 'Check the network and the address.',
  },
  'first-time-recipient': {
    title: 'Somebody new',
    when: 'The recipient is neither in the address book nor an owner. What the gateway says of earlier payments is told, and does not make anybody known.',
    why: 'Most payments that go wrong go to an address that was never used before.',
    remedy: 'Compare every digit with what the recipient gave you.',
  },
  'look-alike-recipient': {
    title: 'Looks like somebody you know',
    when: 'The first and last four digits, or six at one end, are those of a contact, an owner, one of your safes or somebody the safe has paid, and the rest is not.',
    why: 'Such addresses are made by the million and put into histories by worthless transfers, for somebody to copy the wrong one.',
    remedy:
      'Take the address from where it comes from, never from the history.',
  },
  'replayable-signature': {
    title: 'Valid on every network',
    when: 'The safe is older than 1.3.0: the chain is no part of what its owners sign.',
    why: 'Where a safe with the same address and owners exists, the same signature moves its money as well.',
    remedy: 'Update the safe. Sign only what you would sign on every network.',
  },
  'selector-contradicts-target': {
    title: 'The method does not fit the contract',
    when: 'A token method goes to something that is not such a token, or an amount is sent to a collection.',
    why: 'Four bytes name a method, and a contract may mean something else by them.',
    remedy: 'Check the address of the contract.',
  },
  'odd-call-in-batch': {
    title: 'One call unlike the others',
    when: 'In a batch most calls are of one kind and a single one is of another.',
    why: 'An attack hides in the place where nobody reads: call 57 of 60.',
    remedy: 'Look at that call by itself.',
  },
  'large-share': {
    title: 'Much of what the safe has',
    when: 'One transfer, or all of them together, moves a large part of a balance that was read from the chain.',
    why: 'A wrong decimal point moves ten times as much.',
    remedy: 'Check the amount once more.',
  },
  'partly-decoded': {
    title: 'Not all bytes are explained',
    when: 'What is shown does not give the same bytes when it is encoded again: there is more, or it is written in an unusual way.',
    why: 'What is not shown may be what matters.',
    remedy: 'Ask who prepared it why it is so.',
  },
  'unreadable-call': {
    title: 'A call that nobody here can read',
    when: 'The bytes of a call fit no method that this app knows.',
    why: 'It may be harmless, as most calls of young contracts are. But no rule looks into what cannot be read.',
    remedy:
      'Simulate it, and ask whoever proposed it what it is meant to do. The source of the contract tells the method.',
  },
  'approval-to-stranger': {
    title: 'An approval for somebody new',
    when: 'The spender was not approved before, as far as this browser knows. An account without code is graver: no app works that way.',
    why: 'Phishing asks for approvals more often than for payments.',
    remedy: 'Be sure who the spender is.',
  },
  'approval-of-balance': {
    title: 'An approval over much of the balance',
    when: 'An approved amount, or the sum of them, is a large part of what the safe has of that token.',
    why: 'It is not without limit, but it may take all there is.',
    remedy: 'Approve what is needed.',
  },
  'spending-limit': {
    title: 'A spending limit',
    when: 'Somebody may spend up to a limit without the owners, or becomes a spender.',
    why: 'What is spent within the limit cannot be stopped, and the limit renews by itself.',
    remedy: 'Check the beneficiary, the amount and how often it renews.',
  },
  'message-signature': {
    title: 'A message is signed on chain',
    when: 'The transaction signs a message of which only the hash is in its bytes.',
    why: 'Everybody can use the signature from then on, and it cannot be taken back.',
    remedy: 'Sign it from the message itself, where its content is shown.',
  },
  'approved-hash': {
    title: 'An approval in another safe',
    when: 'The safe confirms a transaction of another safe, and that transaction could not be shown.',
    why: 'A hash says nothing about what it stands for.',
    remedy: 'Open the other safe’s queue and look it up before you sign.',
  },
  'safe-creation': {
    title: 'A safe is created',
    when: 'The transaction creates a safe; it is graver if its setup runs foreign code or pays somebody.',
    why: 'A safe whose setup was tampered with belongs to somebody else from its first block.',
    remedy: 'Compare owners, threshold and address.',
  },
  'control-transfer': {
    title: 'Rights over another contract',
    when: 'The safe hands over its rights over a contract that it administers: ownership, an admin role, an upgrade.',
    why: 'What is kept in that contract is worth more than the call looks.',
    remedy: 'Be sure who gets the rights.',
  },
  'message-safe-transaction': {
    title: 'The message is a transaction',
    when: 'The typed data is a transaction of a safe.',
    why: 'Signing it confirms that transaction.',
    remedy: 'Review it in that safe.',
  },
  'message-safe-message': {
    title: 'The message is one of another safe',
    when: 'The typed data is a SafeMessage of a safe that this one owns.',
    why: 'Signing it confirms a message of which only a hash is seen here.',
    remedy: 'Review it in that safe.',
  },
  'message-permit': {
    title: 'The message is a permit',
    when: 'The typed data grants an allowance: EIP-2612, DAI or Permit2.',
    why: 'No transaction is needed: whoever has the signature can put it to use.',
    remedy: 'Check the spender, the token and the amount in the headline.',
  },
  'message-transfer': {
    title: 'The message is a transfer',
    when: 'The typed data moves tokens by EIP-3009.',
    why: 'The signature is the payment, whoever hands it in.',
    remedy: 'Sign only if you mean to pay that.',
  },
}
