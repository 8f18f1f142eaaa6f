import { riskCase } from './buildCase.js'
import {
  attackContract,
  attacker,
  auditor,
  codeNamed,
  council,
  dai,
  ether,
  exchange,
  landlord,
  newVault,
  paintings,
  published,
  publishedCode,
  router,
  sentinel,
  stranger,
  treasury,
  usd,
  usdc,
  usdt,
  vendor,
  weth,
} from './cast.js'
import { batch, call, pay, zeroAddress } from './encodeCall.js'
import { finding, type RiskCase } from './riskCase.js'

const callOnly = published.multiSendCallOnly141.address
const accounts = { ...publishedCode, [attacker]: null, [vendor]: null }

const lost: RiskCase[] = [
  riskCase({
    name: 'native currency for the zero address',
    story: 'A script had no recipient and filled in zeros.',
    safe: treasury,
    call: pay(zeroAddress, ether(2)),
    expected: [
      finding('payment-to-nobody', 'danger', []),
      finding('first-time-recipient', 'info', []),
    ],
    nearMiss: ['data-to-no-code'],
  }),
  riskCase({
    name: 'tokens for a precompiled contract, in a batch',
    story: 'One row of a list was cut off.',
    safe: treasury,
    call: batch(callOnly, [
      call(usdc, 'transfer(address,uint256)', vendor, usd(10)),
      call(usdc, 'transfer(address,uint256)', sentinel, usd(11)),
    ]),
    expected: [
      finding('payment-to-nobody', 'danger', [1]),
      finding('first-time-recipient', 'info', [1]),
    ],
  }),
  riskCase({
    name: 'nothing at all for the zero address',
    story: 'Nothing can be lost of nothing.',
    safe: treasury,
    call: call(usdt, 'transfer(address,uint256)', zeroAddress, 0n),
    expected: [finding('first-time-recipient', 'info', [])],
    nearMiss: ['payment-to-nobody'],
  }),
  riskCase({
    name: 'a leg to the zero address in a batch of 1.5.0',
    story: 'The batch contract reads it as the safe itself.',
    safe: newVault,
    call: batch(published.multiSendCallOnly150.address, [
      pay(zeroAddress, ether(1)),
    ]),
    expected: [],
    nearMiss: ['payment-to-nobody', 'first-time-recipient'],
  }),
  riskCase({
    name: 'tokens for their own contract',
    story: 'The address of the token was pasted as the recipient.',
    safe: treasury,
    call: call(usdc, 'transfer(address,uint256)', usdc, usd(5000)),
    expected: [
      finding('token-to-itself', 'danger', []),
      finding('first-time-recipient', 'info', []),
    ],
  }),
  riskCase({
    name: 'wrapped currency for its own contract, in a batch',
    story: 'Meant to unwrap it; the contract keeps it.',
    safe: treasury,
    call: batch(callOnly, [
      pay(vendor, ether(1)),
      call(weth, 'transfer(address,uint256)', weth, ether(5)),
    ]),
    expected: [
      finding('token-to-itself', 'danger', [1]),
      finding('first-time-recipient', 'info', [1]),
    ],
  }),
  riskCase({
    name: 'native currency for the contract that wraps it',
    story: 'That is how it is wrapped.',
    safe: treasury,
    call: pay(weth, ether(5)),
    expected: [finding('first-time-recipient', 'info', [])],
    nearMiss: ['token-to-itself', 'value-to-unknown-code'],
  }),
  riskCase({
    name: 'one token for the contract of another',
    story: 'Odd, but pools are tokens themselves.',
    safe: treasury,
    call: call(usdc, 'transfer(address,uint256)', dai, usd(5)),
    expected: [finding('first-time-recipient', 'info', [])],
    nearMiss: ['token-to-itself'],
  }),
]

const rent = call(usdc, 'transfer(address,uint256)', landlord, usd(3))
const toVendor = pay(vendor, ether(1) / 1000n)

const twice: RiskCase[] = [
  riskCase({
    name: 'rent that waits at a later nonce',
    story: 'Two people proposed it in the same hour.',
    safe: treasury,
    call: rent,
    gas: { nonce: 41n },
    facts: { waiting: [{ nonce: 42n, calls: [rent] }] },
    expected: [finding('same-payment-waiting', 'warning', [])],
  }),
  riskCase({
    name: 'invoice that waits alone, in a batch',
    story: 'Paid by itself last week, and not executed yet.',
    safe: treasury,
    call: batch(callOnly, [rent, toVendor]),
    gas: { nonce: 42n },
    facts: { waiting: [{ nonce: 41n, calls: [toVendor] }] },
    expected: [finding('same-payment-waiting', 'warning', [1])],
  }),
  riskCase({
    name: 'rent that waits at the same nonce',
    story: 'Only one of the two can be executed.',
    safe: treasury,
    call: rent,
    gas: { nonce: 43n },
    facts: { waiting: [{ nonce: 43n, calls: [rent] }] },
    expected: [],
    nearMiss: ['same-payment-waiting'],
  }),
  riskCase({
    name: 'another amount waits for the same landlord',
    story: 'The rent of two months is two payments.',
    safe: treasury,
    call: rent,
    gas: { nonce: 44n },
    facts: {
      waiting: [
        {
          nonce: 45n,
          calls: [call(usdc, 'transfer(address,uint256)', landlord, usd(4))],
        },
      ],
    },
    expected: [],
    nearMiss: ['same-payment-waiting'],
  }),
]

const grantsToAccounts: RiskCase[] = [
  riskCase({
    name: 'approval for a contact without code',
    story: 'Known, and still no contract.',
    safe: treasury,
    call: call(usdc, 'approve(address,uint256)', vendor, usd(40)),
    facts: { codeHashes: accounts, knownSpenders: [] },
    expected: [finding('approval-to-account', 'danger', [])],
    nearMiss: ['approval-to-stranger'],
  }),
  riskCase({
    name: 'collection approved for an account without code',
    story: 'A market has a contract.',
    safe: treasury,
    call: call(paintings, 'setApprovalForAll(address,bool)', attacker, true),
    facts: { codeHashes: accounts },
    expected: [
      finding('approval-for-all', 'danger', []),
      finding('approval-to-account', 'danger', []),
    ],
  }),
  riskCase({
    name: 'allowance of an account without code taken away',
    story: 'What ends an allowance harms nobody.',
    safe: treasury,
    call: call(usdc, 'approve(address,uint256)', attacker, 0n),
    facts: { codeHashes: accounts },
    expected: [],
    nearMiss: ['approval-to-account'],
  }),
  riskCase({
    name: 'approval for a contract that is known',
    story: 'Its code was read.',
    safe: treasury,
    call: call(usdc, 'approve(address,uint256)', router, usd(50)),
    facts: {
      codeHashes: { ...accounts, [router]: codeNamed('router') },
      knownSpenders: [router],
    },
    expected: [],
    nearMiss: ['approval-to-account', 'approval-to-stranger'],
  }),
]

const values: RiskCase[] = [
  riskCase({
    name: 'value for a claim in an unknown contract',
    story: 'Pay to claim: the contract keeps the payment.',
    safe: treasury,
    call: { ...call(attackContract, 'claimReward()'), value: ether(1) },
    expected: [
      finding('value-to-unknown-code', 'warning', []),
      finding('first-time-recipient', 'info', []),
    ],
  }),
  riskCase({
    name: 'value for a transfer in a contract that need not be a token',
    story: 'The name of the method says nothing about the contract.',
    safe: treasury,
    call: {
      ...call(attackContract, 'transfer(address,uint256)', vendor, 1n),
      value: ether(1),
    },
    expected: [
      finding('value-to-unknown-code', 'warning', []),
      finding('first-time-recipient', 'info', []),
    ],
  }),
  riskCase({
    name: 'value for a contract of the address book',
    story: 'The owners wrote down what it is.',
    safe: treasury,
    call: { ...call(exchange, 'deposit()'), value: ether(1) },
    expected: [],
    nearMiss: ['value-to-unknown-code'],
  }),
  riskCase({
    name: 'call of an unknown contract without value',
    story: 'Nothing goes along that it could keep.',
    safe: treasury,
    call: call(attackContract, 'claimReward()'),
    expected: [],
    nearMiss: ['value-to-unknown-code'],
  }),
]

const contacts: RiskCase[] = [
  riskCase({
    name: 'contact who becomes an owner',
    story: 'The owners wrote down who that is.',
    safe: treasury,
    call: call(
      treasury.address,
      'addOwnerWithThreshold(address,uint256)',
      auditor,
      2n,
    ),
    expected: [finding('owner-change', 'info', [])],
    nearMiss: ['threshold-change', 'look-alike-recipient'],
  }),
  riskCase({
    name: 'safe of the owners that becomes an owner',
    story: 'A second safe signs for the first.',
    safe: council,
    call: call(
      council.address,
      'addOwnerWithThreshold(address,uint256)',
      stranger,
      3n,
    ),
    facts: { ownSafes: [stranger], knownRecipients: [landlord] },
    expected: [finding('owner-change', 'info', [])],
    nearMiss: ['threshold-change'],
  }),
  riskCase({
    name: 'owner removed with spare keys left',
    story: 'From 3 of 5 to 3 of 4.',
    safe: council,
    call: call(
      council.address,
      'removeOwner(address,address,uint256)',
      council.owners[3],
      council.owners[4],
      3n,
    ),
    expected: [finding('owner-change', 'warning', [])],
    nearMiss: ['threshold-change'],
  }),
]

/** What goes wrong without an attacker, and how close one may come to it. */
export const mistakes = [
  ...lost,
  ...twice,
  ...grantsToAccounts,
  ...values,
  ...contacts,
]
