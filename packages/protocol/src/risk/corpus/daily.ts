import { type Address, keccak256, maxUint256 } from 'viem'
import type { MessageContent } from '../../safeMessage.js'
import type { SafeTransaction } from '../../safeTransaction.js'
import type { MessageFacts } from '../findMessageRisks.js'
import type { MessageRiskId } from '../messageRules.js'
import type { RiskFacts, SafeFacts } from '../riskFacts.js'
import type { RiskId } from '../rules.js'
import type { RiskSeverity } from '../severity.js'
import {
  ada,
  allowanceModule,
  attackContract,
  attacker,
  auditor,
  ben,
  cleo,
  council,
  dan,
  employees,
  ether,
  eve,
  fallbackHandler141,
  lookAlike,
  named,
  newVault,
  paintings,
  proxyFactory141,
  published,
  publishedCode,
  router,
  safeL2Singleton141,
  sentinel,
  stranger,
  subsidiary,
  treasury,
  usd,
  usdc,
  vendor,
  weth,
} from './cast.js'
import {
  batch,
  type Call,
  call,
  delegatecall,
  execTransaction,
  pay,
  zeroAddress,
} from './encodeCall.js'

/**
 * What people see at once of a transaction or a message: how grave it is, and
 * how its headline begins.
 */
export type DailyCase = {
  name: string
  /** The gravest level of all findings; undefined where there are none. */
  level: RiskSeverity | undefined
  /** Whose finding has that level. */
  rule?: RiskId | MessageRiskId
  /** The first words of the headline. */
  headline: string
  facts?: Partial<RiskFacts>
} & (
  | { safe?: SafeFacts; call: Call; gas?: Partial<SafeTransaction> }
  | { content: MessageContent; known: MessageFacts }
)

const callOnly = published.multiSendCallOnly141.address
const multiSend = published.multiSend141.address
const own = treasury.address
/** An address that the safe is said to have paid. */
const earlier = named('paid in spring')
const vault = named('vault of a protocol')
const oracle = named('oracle')

const send = (to: Address, amount: number) =>
  call(usdc, 'transfer(address,uint256)', to, usd(amount))
const approve = (spender: Address, amount: bigint) =>
  call(usdc, 'approve(address,uint256)', spender, amount)
const addOwner = (owner: Address, threshold: bigint) =>
  call(own, 'addOwnerWithThreshold(address,uint256)', owner, threshold)
const swapOwner = (owner: Address) =>
  call(own, 'swapOwner(address,address,address)', ben, cleo, owner)
const payroll = employees.map((employee) => send(employee, 4000))

const permit = (
  message: { spender: Address; value: bigint; deadline: number },
  chainId = 1,
): MessageContent => ({
  domain: { chainId, verifyingContract: usdc },
  types: {
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  },
  primaryType: 'Permit',
  message: { owner: own, nonce: 0, ...message },
})
const reader: MessageFacts = {
  chainId: 1,
  now: 0,
  known: [{ address: vendor, kind: 'contact' }],
  tokens: { [usdc]: { symbol: 'USDC', decimals: 6 } },
}
const day = 86_400

/** What a treasury does all year: nothing of it asks for a tick. */
export const benign: readonly DailyCase[] = [
  {
    name: 'a payment to a contact',
    call: pay(vendor, ether(1)),
    level: undefined,
    headline: 'Send 1 ETH to Vendor',
  },
  {
    name: 'a payment of tokens to a contact',
    call: send(vendor, 2500),
    level: undefined,
    headline: 'Send 2500 USDC to Vendor',
  },
  {
    name: 'a payroll',
    call: batch(callOnly, payroll),
    level: undefined,
    headline: 'Send 80000 USDC to 20 recipients',
  },
  {
    name: 'a first payment',
    call: send(stranger, 100),
    level: 'info',
    rule: 'first-time-recipient',
    headline: 'Send 100 USDC to Stranger',
  },
  {
    name: 'a payout to thirty people who are new',
    call: batch(
      callOnly,
      Array.from({ length: 30 }, (_, at) => send(named(`voter ${at}`), 10)),
    ),
    level: 'info',
    rule: 'first-time-recipient',
    headline: 'Send 300 USDC to 30 recipients',
  },
  {
    name: 'expenses of an owner',
    call: pay(ada, ether(0.2)),
    level: undefined,
    headline: 'Send 0.2 ETH to Ada',
  },
  {
    name: 'two currencies in one batch',
    call: batch(callOnly, [pay(vendor, ether(1)), send(auditor, 100)]),
    level: undefined,
    headline: 'Send 1 ETH and 100 USDC to 2 recipients',
  },
  {
    name: 'a move to another safe of the owners',
    call: send(newVault.address, 1000),
    facts: { ownSafes: [newVault.address] },
    level: undefined,
    headline: 'Send 1000 USDC to New vault',
  },
  {
    name: 'a payment of most of the balance',
    call: pay(vendor, ether(60)),
    level: 'warning',
    rule: 'large-share',
    headline: 'Send 60 ETH to Vendor',
  },
  {
    name: 'a rejection',
    call: pay(own, 0n),
    level: undefined,
    headline: 'Reject the transaction at nonce 41',
  },
  {
    name: 'an approval of what is needed',
    call: approve(router, usd(2500)),
    level: undefined,
    headline: 'Allow Router to spend 2500 USDC',
  },
  {
    name: 'an approval and the swap that uses it',
    call: batch(callOnly, [
      approve(router, usd(2500)),
      call(router, 'exactInput(uint256)', usd(2500)),
    ]),
    level: 'info',
    rule: 'unreadable-call',
    headline: 'Allow Router to spend 2500 USDC; unknown call to Router',
  },
  {
    name: 'the end of an allowance',
    call: approve(router, 0n),
    level: undefined,
    headline: 'Revoke the allowance of Router for USDC',
  },
  {
    name: 'an approval for a protocol that is new',
    call: approve(vault, usd(500)),
    level: 'warning',
    rule: 'approval-to-stranger',
    headline: 'Allow Vault to spend 500 USDC',
  },
  {
    name: 'a contact who becomes an owner',
    call: addOwner(auditor, 2n),
    level: 'info',
    rule: 'owner-change',
    headline: 'Add owner Auditor and require 2 of 4 owners',
  },
  {
    name: 'a lost key, replaced by that of a contact',
    call: swapOwner(auditor),
    level: 'info',
    rule: 'owner-change',
    headline: 'Replace owner Cleo with Auditor',
  },
  {
    name: 'an owner who leaves, with spare keys left',
    safe: council,
    call: call(
      council.address,
      'removeOwner(address,address,uint256)',
      dan,
      eve,
      3n,
    ),
    level: 'warning',
    rule: 'owner-change',
    headline: 'Remove owner Eve and require 3 of 4 owners',
  },
  {
    name: 'a higher threshold, with a spare key left',
    safe: council,
    call: call(council.address, 'changeThreshold(uint256)', 4n),
    level: 'info',
    rule: 'threshold-change',
    headline: 'Change threshold from 3 to 4',
  },
  {
    name: 'a contact as owner, beside a payment',
    call: batch(callOnly, [pay(vendor, ether(1)), addOwner(auditor, 2n)]),
    level: 'info',
    rule: 'owner-change',
    headline:
      'Add owner Auditor and require 2 of 4 owners; send 1 ETH to Vendor',
  },
  {
    name: 'an upgrade by the published migration',
    call: delegatecall(
      published.safeMigration141.address,
      'migrateSingleton()',
    ),
    level: 'warning',
    rule: 'singleton-change',
    headline: 'Upgrade the contract of the safe',
  },
  {
    name: 'a module that is no longer used',
    call: call(
      own,
      'disableModule(address,address)',
      sentinel,
      allowanceModule,
    ),
    level: 'warning',
    rule: 'module-change',
    headline: 'Disable module Allowance module',
  },
  {
    name: 'a small spending limit for a contact',
    call: call(
      allowanceModule,
      'setAllowance(address,address,uint96,uint16,uint32)',
      vendor,
      usdc,
      usd(500),
      10_080,
      0,
    ),
    level: undefined,
    headline: 'Allow Vendor to spend 500 USDC every 7 days',
  },
  {
    name: 'a collectible for a contact',
    call: call(
      paintings,
      'safeTransferFrom(address,address,uint256)',
      own,
      vendor,
      7n,
    ),
    level: undefined,
    headline: 'Send #7 of Paintings to Vendor',
  },
  {
    name: 'a message that was shown, signed on chain',
    call: delegatecall(
      published.signMessageLib141.address,
      'signMessage(bytes)',
      keccak256('0x01'),
    ),
    facts: { knownHashes: [keccak256('0x01')] },
    level: undefined,
    headline: 'Sign a message of 32 bytes on chain',
  },
  {
    name: 'an approval in another safe that was shown',
    call: call(subsidiary, 'approveHash(bytes32)', keccak256('0x02')),
    facts: { knownHashes: [keccak256('0x02')] },
    level: undefined,
    headline: 'Approve transaction 0x',
  },
  {
    name: 'a payment of a safe that this one owns',
    call: execTransaction({
      safe: subsidiary,
      executor: own,
      inner: pay(vendor, ether(1)),
    }),
    level: undefined,
    headline: 'Execute in safe Subsidiary: send 1 ETH to Vendor',
  },
  {
    name: 'a new safe of the owners',
    call: call(
      proxyFactory141,
      'createProxyWithNonce(address,bytes,uint256)',
      safeL2Singleton141,
      call(
        zeroAddress,
        'setup(address[],uint256,address,bytes,address,address,uint256,address)',
        [ada, ben],
        2n,
        zeroAddress,
        '0x',
        fallbackHandler141,
        zeroAddress,
        0n,
        zeroAddress,
      ).data,
      1n,
    ),
    level: undefined,
    headline: 'Create a safe owned by Ada and Ben',
  },
  {
    name: 'native currency that is wrapped',
    call: { ...call(weth, 'deposit()'), value: ether(1) },
    level: 'warning',
    rule: 'value-to-unknown-code',
    headline: 'Unknown call to WETH',
  },
  {
    name: 'a vote, in a contract that nobody has an ABI of',
    call: call(oracle, 'settleRound(uint256,uint8)', 4n, 1),
    level: 'info',
    rule: 'unreadable-call',
    headline: 'Unknown call to Oracle',
  },
  {
    name: 'a permit of an amount, for a week, for a contact',
    content: permit({ spender: vendor, value: usd(10), deadline: 7 * day }),
    known: reader,
    level: 'warning',
    rule: 'message-permit',
    headline: 'Vendor can take up to 10 USDC',
  },
]

/** What takes value or control: it asks for a tick wherever one can be lost. */
export const attacks: readonly DailyCase[] = [
  {
    name: 'a stranger becomes an owner',
    call: addOwner(attacker, 2n),
    level: 'danger',
    rule: 'owner-change',
    headline: 'Add owner Attacker and require 2 of 4 owners',
  },
  {
    name: 'a stranger takes the place of an owner',
    call: swapOwner(attacker),
    level: 'danger',
    rule: 'owner-change',
    headline: 'Replace owner Cleo with Attacker',
  },
  {
    name: 'a stranger becomes an owner at the end of a payroll',
    call: batch(multiSend, [...payroll, swapOwner(attacker)]),
    level: 'danger',
    rule: 'owner-change',
    headline: 'Replace owner Cleo with Attacker; send 80000 USDC',
  },
  {
    name: 'one key decides alone',
    call: call(own, 'changeThreshold(uint256)', 1n),
    level: 'danger',
    rule: 'threshold-change',
    headline: 'Change threshold from 2 to 1',
  },
  {
    name: 'one key decides alone, behind two payments',
    call: batch(multiSend, [
      send(vendor, 10),
      send(auditor, 10),
      call(own, 'changeThreshold(uint256)', 1n),
    ]),
    level: 'danger',
    rule: 'threshold-change',
    headline: 'Change threshold from 2 to 1; send 20 USDC to 2 recipients',
  },
  {
    name: 'all owners must sign',
    call: call(own, 'changeThreshold(uint256)', 3n),
    level: 'danger',
    rule: 'threshold-change',
    headline: 'Change threshold from 2 to 3',
  },
  {
    name: 'the spare key is removed',
    call: call(own, 'removeOwner(address,address,uint256)', ben, cleo, 2n),
    level: 'danger',
    rule: 'owner-change',
    headline: 'Remove owner Cleo and require 2 of 2 owners',
  },
  {
    name: 'a module in the middle of payments',
    call: batch(multiSend, [
      send(vendor, 10),
      call(own, 'enableModule(address)', attackContract),
      send(auditor, 10),
    ]),
    level: 'danger',
    rule: 'module-change',
    headline: 'Enable module Attack contract',
  },
  {
    name: 'a guard that can refuse everything',
    call: batch(multiSend, [
      send(vendor, 10),
      call(own, 'setGuard(address)', attackContract),
    ]),
    level: 'danger',
    rule: 'guard-change',
    headline: 'Set the guard to Attack contract',
  },
  {
    name: 'a handler that signs for the safe',
    call: batch(multiSend, [
      send(vendor, 10),
      call(own, 'setFallbackHandler(address)', attackContract),
    ]),
    level: 'danger',
    rule: 'handler-change',
    headline: 'Set the fallback handler to Attack contract',
  },
  {
    name: 'other code for the safe, in a batch',
    call: batch(multiSend, [
      send(vendor, 10),
      call(own, 'changeMasterCopy(address)', attackContract),
    ]),
    level: 'block',
    rule: 'singleton-change',
    headline: 'Change the implementation of the safe to Attack contract',
  },
  {
    name: 'a delegatecall that looks like a transfer',
    call: delegatecall(
      attackContract,
      'transfer(address,uint256)',
      attacker,
      0n,
    ),
    level: 'block',
    rule: 'unpinned-delegatecall',
    headline: 'Execute the code of Attack contract',
  },
  {
    name: 'a delegatecall behind a payroll',
    call: batch(multiSend, [
      ...payroll,
      delegatecall(attackContract, 'sweep()'),
    ]),
    level: 'block',
    rule: 'unpinned-delegatecall',
    headline: 'Execute the code of Attack contract',
  },
  {
    name: 'a migration that nobody published',
    call: delegatecall(attackContract, 'migrateSingleton()'),
    level: 'block',
    rule: 'singleton-change',
    headline: 'Execute the code of Attack contract',
  },
  {
    name: 'an address that imitates a contact',
    call: send(lookAlike(vendor, { first: 4, last: 4 }), 24_000),
    level: 'danger',
    rule: 'look-alike-recipient',
    headline: 'Send 24000 USDC to 0x',
  },
  {
    name: 'an address that imitates an owner',
    call: pay(lookAlike(ada, { first: 5, last: 5 }), ether(3)),
    level: 'danger',
    rule: 'look-alike-recipient',
    headline: 'Send 3 ETH to 0x',
  },
  {
    name: 'an address that imitates an earlier recipient',
    call: send(lookAlike(earlier, { first: 6, last: 4 }), 900),
    level: 'danger',
    rule: 'look-alike-recipient',
    headline: 'Send 900 USDC to 0x',
  },
  {
    name: 'an address that imitates another safe of the owners',
    call: send(lookAlike(newVault.address, { first: 4, last: 6 }), 900),
    facts: { ownSafes: [newVault.address] },
    level: 'danger',
    rule: 'look-alike-recipient',
    headline: 'Send 900 USDC to 0x',
  },
  {
    name: 'a new owner who imitates one, behind a payment',
    call: batch(multiSend, [
      send(vendor, 10),
      addOwner(lookAlike(ben, { first: 4, last: 4 }), 2n),
    ]),
    level: 'danger',
    rule: 'look-alike-recipient',
    headline: 'Add owner 0x',
  },
  {
    name: 'a payment to the zero address',
    call: pay(zeroAddress, ether(2)),
    level: 'danger',
    rule: 'payment-to-nobody',
    headline: 'Send 2 ETH to 0x0000',
  },
  {
    name: 'tokens for their own contract',
    call: send(usdc, 5000),
    level: 'danger',
    rule: 'token-to-itself',
    headline: 'Send 5000 USDC to USDC',
  },
  {
    name: 'an approval without limit',
    call: approve(vault, maxUint256),
    level: 'danger',
    rule: 'unlimited-approval',
    headline: 'Allow Vault to spend an unlimited amount of USDC',
  },
  {
    name: 'a small approval for an account without code',
    call: approve(attacker, usd(40)),
    level: 'danger',
    rule: 'approval-to-account',
    headline: 'Allow Attacker to spend 40 USDC',
  },
  {
    name: 'a whole collection for a stranger',
    call: call(
      paintings,
      'setApprovalForAll(address,bool)',
      attackContract,
      true,
    ),
    level: 'danger',
    rule: 'approval-for-all',
    headline: 'Allow Attack contract to move everything in Paintings',
  },
  {
    name: 'value for a contract whose method only has a name',
    call: { ...call(attackContract, 'claimReward()'), value: ether(1) },
    level: 'warning',
    rule: 'value-to-unknown-code',
    headline: 'Unknown call to Attack contract',
  },
  {
    name: 'a refund that empties the safe',
    call: pay(vendor, 1n),
    gas: { gasPrice: ether(0.001), baseGas: 50_000n, refundReceiver: attacker },
    level: 'danger',
    rule: 'refund-drain',
    headline: 'Send 0.000000000000000001 ETH to Vendor',
  },
  {
    name: 'a call to where no code is yet',
    call: call(attacker, 'release(uint256)', 1n),
    level: 'danger',
    rule: 'data-to-no-code',
    headline: 'Unknown call to Attacker',
  },
  {
    name: 'a permit for a stranger',
    content: permit({ spender: attacker, value: usd(1), deadline: 600 }),
    known: reader,
    level: 'danger',
    rule: 'message-permit',
    headline: 'Attacker can take up to 1 USDC',
  },
  {
    name: 'a permit for a contact that lasts a year',
    content: permit({ spender: vendor, value: usd(1), deadline: 365 * day }),
    known: reader,
    level: 'warning',
    rule: 'message-permit-expiry',
    headline: 'Vendor can take up to 1 USDC',
  },
  {
    name: 'a permit for a contact on another network',
    content: permit({ spender: vendor, value: usd(1), deadline: 600 }, 137),
    known: reader,
    level: 'warning',
    rule: 'message-other-chain',
    headline:
      'Vendor can take up to 1,000,000 smallest units of the token at address',
  },
]

/** What a browser knows of the treasury. */
export const dailyFacts: Omit<RiskFacts, 'safe'> = {
  codeHashes: {
    ...publishedCode,
    [attacker]: null,
    [stranger]: null,
    [vendor]: null,
  },
  counterparties: [earlier],
  knownSpenders: [router],
  knownHashes: [],
  balances: [
    { token: null, amount: ether(100) },
    { token: usdc, amount: usd(400_000) },
  ],
}

export const dailyNames = new Map<Address, string>([
  [ada, 'Ada'],
  [allowanceModule, 'Allowance module'],
  [attackContract, 'Attack contract'],
  [attacker, 'Attacker'],
  [auditor, 'Auditor'],
  [ben, 'Ben'],
  [cleo, 'Cleo'],
  [eve, 'Eve'],
  [newVault.address, 'New vault'],
  [oracle, 'Oracle'],
  [paintings, 'Paintings'],
  [router, 'Router'],
  [stranger, 'Stranger'],
  [subsidiary, 'Subsidiary'],
  [usdc, 'USDC'],
  [vault, 'Vault'],
  [vendor, 'Vendor'],
  [weth, 'WETH'],
])
