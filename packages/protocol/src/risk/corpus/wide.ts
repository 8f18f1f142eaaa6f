import {
  type Address,
  concat,
  keccak256,
  maxUint96,
  maxUint256,
  numberToHex,
  padHex,
  parseGwei,
  size,
  slice,
  stringToHex,
} from 'viem'
import type { SafeFacts } from '../riskFacts.js'
import { bareRiskCase, riskCase } from './buildCase.js'
import {
  ada,
  addressBook,
  allowanceModule,
  attackContract,
  attacker,
  auditor,
  ben,
  cleo,
  codeNamed,
  council,
  dai,
  dan,
  employees,
  ether,
  euroOnGnosis,
  exchange,
  fallbackHandler130,
  fallbackHandler141,
  knownKinds,
  landlord,
  lookAlike,
  named,
  newVault,
  oldVault,
  paintings,
  permit2,
  published,
  publishedCode,
  router,
  safeL2Singleton130,
  safeL2Singleton141,
  safeSingleton130,
  sentinel,
  someSignature,
  stranger,
  subsidiary,
  subsubsidiary,
  tickets,
  treasury,
  usd,
  usdc,
  usdcOnBase,
  usdt,
  vendor,
  weth,
} from './cast.js'
import {
  batch,
  type Call,
  call,
  delegatecall,
  execTransaction,
  packLegs,
  pay,
  withTrailing,
  zeroAddress,
} from './encodeCall.js'
import { grants } from './grants.js'
import { mistakes } from './mistakes.js'
import { finding, type RiskCase } from './riskCase.js'

const multiSend = published.multiSend141.address
const callOnly = published.multiSendCallOnly141.address

const onPolygon: SafeFacts = { ...council, chainId: 137 }
const onOptimism: SafeFacts = { ...council, chainId: 10 }
const onArbitrum: SafeFacts = { ...treasury, chainId: 42161 }
const onSepolia: SafeFacts = { ...newVault, chainId: 11155111 }
const onLocal: SafeFacts = { ...treasury, chainId: 31337 }
const oldest: SafeFacts = { ...oldVault, version: '1.0.0' }
const between: SafeFacts = { ...oldVault, version: '1.2.0' }

const attack = delegatecall(attackContract, 'run(bytes32)', keccak256('0x00'))

const payments = [pay(auditor, ether(1)), pay(vendor, ether(1))]

const plainBatches = (
  [
    ['multiSend130', onPolygon],
    ['multiSend130Eip155', onOptimism],
    ['multiSendCallOnly130', council],
    ['multiSendCallOnly130Eip155', onOptimism],
    ['multiSendCallOnly141', onArbitrum],
    ['multiSendCallOnly141', onLocal],
    ['multiSendCallOnly141', council],
    ['multiSend150', onSepolia],
    ['multiSendCallOnly150', newVault],
  ] as const
).map(([library, safe]) =>
  riskCase({
    name: `plain batch: ${library}, ${safe.version} on chain ${safe.chainId}`,
    story: 'Each published batch contract is quiet for each safe.',
    safe,
    call: batch(published[library].address, payments),
    expected: [],
    nearMiss: ['unpinned-delegatecall', 'replayable-signature'],
  }),
)

const changedLibraries = (
  [
    ['multiSend130', onPolygon],
    ['multiSendCallOnly130Eip155', onOptimism],
    ['multiSend141', onArbitrum],
    ['multiSendCallOnly141', onLocal],
    ['multiSendCallOnly150', newVault],
  ] as const
).map(([library, safe]) =>
  riskCase({
    name: `batch through other code at ${library} on chain ${safe.chainId}`,
    story: 'The address is right, the code is not what was published.',
    safe,
    call: batch(published[library].address, payments),
    facts: {
      codeHashes: {
        ...publishedCode,
        [published[library].address]: codeNamed(library),
      },
    },
    expected: [finding('unpinned-delegatecall', 'block', [])],
  }),
)

const unreadLibrary = riskCase({
  name: 'batch where no network answers',
  story: 'The address is right, and nobody could ask for the code.',
  safe: onLocal,
  call: batch(published.multiSendCallOnly141.address, payments),
  facts: { codeHashes: {}, isCodeUnread: true },
  expected: [finding('unpinned-delegatecall', 'danger', [])],
})

const pinnedLibraries = [
  ...(
    [
      ['signMessageLib130', council],
      ['signMessageLib150', newVault],
    ] as const
  ).map(([library, safe]) =>
    riskCase({
      name: `message signed on chain: ${library}`,
      story: 'Each published SignMessageLib is quiet.',
      safe,
      call: delegatecall(
        published[library].address,
        'signMessage(bytes)',
        keccak256('0x11'),
      ),
      expected: [],
      nearMiss: ['unpinned-delegatecall'],
    }),
  ),
  ...(
    [
      ['createCall130', onPolygon],
      ['createCall150', newVault],
    ] as const
  ).map(([library, safe]) =>
    riskCase({
      name: `contract created by delegatecall: ${library}`,
      story: 'Each published CreateCall is quiet.',
      safe,
      call: delegatecall(
        published[library].address,
        'performCreate2(uint256,bytes,bytes32)',
        0n,
        '0x6001600101',
        keccak256('0x12'),
      ),
      expected: [],
      nearMiss: ['unpinned-delegatecall', 'singleton-change'],
    }),
  ),
]

const migrations = [
  ...(
    [
      ['safeMigration141', 'migrateSingleton()', council],
      ['safeMigration141', 'migrateWithFallbackHandler()', council],
      ['safeMigration141', 'migrateL2WithFallbackHandler()', onPolygon],
      ['safeMigration150', 'migrateSingleton()', treasury],
      ['safeMigration150', 'migrateL2Singleton()', treasury],
    ] as const
  ).map(([contract, signature, safe]) =>
    riskCase({
      name: `version update: ${contract} ${signature}`,
      story: 'The singleton changes to the one that the contract names.',
      safe,
      call: delegatecall(published[contract].address, signature),
      expected: [finding('singleton-change', 'warning', [])],
      nearMiss: ['unpinned-delegatecall', 'handler-change'],
    }),
  ),
  riskCase({
    name: 'move of a 1.3.0 safe to the L2 singleton',
    story: 'SafeToL2Migration, as published.',
    safe: { ...council, nonce: 0n },
    call: delegatecall(
      published.safeToL2Migration141.address,
      'migrateToL2(address)',
      safeL2Singleton130,
    ),
    expected: [finding('singleton-change', 'warning', [])],
    nearMiss: ['unpinned-delegatecall'],
  }),
  riskCase({
    name: 'move of a 1.1.1 safe to the L2 singleton',
    story: 'The last replayable signature that this safe needs.',
    safe: { ...oldVault, nonce: 0n },
    call: delegatecall(
      published.safeToL2Migration141.address,
      'migrateFromV111(address,address)',
      safeL2Singleton130,
      fallbackHandler130,
    ),
    expected: [
      finding('singleton-change', 'warning', []),
      finding('replayable-signature', 'danger', []),
    ],
    nearMiss: ['handler-change'],
  }),
  riskCase({
    name: 'version update as second leg of MultiSend',
    story: 'A payment first, then the migration by delegatecall.',
    safe: council,
    call: batch(published.multiSend130.address, [
      pay(auditor, ether(1)),
      delegatecall(published.safeMigration141.address, 'migrateL2Singleton()'),
    ]),
    expected: [finding('singleton-change', 'warning', [1])],
    nearMiss: ['unpinned-delegatecall'],
  }),
  riskCase({
    name: 'unread migration contract in a batch',
    story: 'Its code was not read, so it is not pinned.',
    safe: council,
    call: batch(published.multiSend130.address, [
      delegatecall(published.safeMigration150.address, 'migrateSingleton()'),
      pay(auditor, ether(1)),
    ]),
    facts: {
      codeHashes: {
        [published.multiSend130.address]: published.multiSend130.codeHash,
      },
    },
    expected: [
      finding('unpinned-delegatecall', 'block', [0]),
      finding('singleton-change', 'block', [0]),
    ],
  }),
  riskCase({
    name: 'changeMasterCopy to a published singleton on 1.0.0',
    story: 'The old way to update is a plain call that nothing pins.',
    safe: oldest,
    call: call(oldest.address, 'changeMasterCopy(address)', safeSingleton130),
    expected: [
      finding('singleton-change', 'block', []),
      finding('replayable-signature', 'danger', []),
    ],
  }),
  riskCase({
    name: 'changeMasterCopy in a batch on 1.2.0',
    story: 'Behind a payment.',
    safe: between,
    call: batch(published.multiSend111.address, [
      pay(auditor, ether(1)),
      call(between.address, 'changeMasterCopy(address)', attackContract),
    ]),
    expected: [
      finding('singleton-change', 'block', [1]),
      finding('replayable-signature', 'danger', []),
    ],
  }),
  riskCase({
    name: 'changeMasterCopy of another safe',
    story: 'Called from outside it reverts.',
    safe: treasury,
    call: call(subsidiary, 'changeMasterCopy(address)', safeSingleton130),
    expected: [],
    nearMiss: ['singleton-change'],
  }),
]

const deepDelegatecalls = [
  ...[1, 2, 3, 5, 12].map((depth) =>
    riskCase({
      name: `delegatecall at depth ${depth}`,
      story: 'Behind a payment at every level.',
      safe: treasury,
      call: nestBehindPayment(depth, attack),
      expected: [
        finding(
          'unpinned-delegatecall',
          'block',
          Array.from({ length: depth }, () => 1),
        ),
      ],
    }),
  ),
  riskCase({
    name: 'delegatecall two nested safes deep',
    story: 'A safe that owns a safe that owns a safe.',
    safe: treasury,
    call: execTransaction({
      safe: subsidiary,
      executor: treasury.address,
      inner: execTransaction({
        safe: subsubsidiary,
        executor: subsidiary,
        inner: attack,
      }),
    }),
    expected: [finding('unpinned-delegatecall', 'block', [0, 0])],
  }),
  riskCase({
    name: 'delegatecall through batches and nested safes in turn',
    story: 'Batch, safe, batch, safe, batch, attack.',
    safe: treasury,
    call: batch(callOnly, [
      pay(auditor, ether(1)),
      execTransaction({
        safe: subsidiary,
        executor: treasury.address,
        inner: batch(callOnly, [
          execTransaction({
            safe: subsubsidiary,
            executor: subsidiary,
            inner: batch(multiSend, [pay(vendor, ether(1)), attack]),
          }),
        ]),
      }),
    ]),
    expected: [finding('unpinned-delegatecall', 'block', [1, 0, 0, 0, 1])],
  }),
  riskCase({
    name: 'two delegatecalls in one batch',
    story: 'Each of them is named.',
    safe: treasury,
    call: batch(multiSend, [
      attack,
      pay(auditor, ether(1)),
      delegatecall(named('another contract'), 'run()'),
    ]),
    expected: [
      finding('unpinned-delegatecall', 'block', [0]),
      finding('unpinned-delegatecall', 'block', [2]),
    ],
  }),
  riskCase({
    name: 'token transfer with the wrong operation',
    story: 'A true token, but its code would run on the storage of the safe.',
    safe: treasury,
    call: delegatecall(usdc, 'transfer(address,uint256)', vendor, usd(10)),
    facts: { codeHashes: { ...publishedCode, [usdc]: codeNamed('usdc') } },
    expected: [finding('unpinned-delegatecall', 'block', [])],
  }),
  riskCase({
    name: 'popular aggregator by delegatecall',
    story: 'A well-known contract is still not a pinned one.',
    safe: onArbitrum,
    call: delegatecall(
      '0xcA11bde05977b3631167028862bE2a173976CA11',
      'aggregate3((address target, bool allowFailure, bytes callData)[] calls)',
      [{ target: router, allowFailure: false, callData: '0x12345678' }],
    ),
    expected: [finding('unpinned-delegatecall', 'block', [])],
  }),
]

const refunds = [
  riskCase({
    name: 'refund of one wei per gas',
    story: 'Small, but it is a refund.',
    safe: treasury,
    call: pay(auditor, ether(1)),
    gas: { gasPrice: 1n },
    expected: [finding('refund-drain', 'danger', [])],
  }),
  riskCase({
    name: 'refund in DAI to whoever executes',
    story: 'No receiver is named, so it is the sender of the transaction.',
    safe: onPolygon,
    call: pay(vendor, ether(1)),
    gas: { baseGas: 500_000n, gasPrice: ether(1), gasToken: dai },
    expected: [finding('refund-drain', 'danger', [])],
  }),
  riskCase({
    name: 'refund of a 1.1.1 safe',
    story: 'Drained here and, with the same signatures, elsewhere.',
    safe: oldVault,
    call: pay(oldVault.address, 0n),
    gas: { baseGas: 90_000n, gasPrice: parseGwei('90000000') },
    expected: [
      finding('refund-drain', 'danger', []),
      finding('replayable-signature', 'danger', []),
    ],
  }),
  riskCase({
    name: 'refund behind a batch that enables a module',
    story: 'Two dangers in one transaction do not hide each other.',
    safe: newVault,
    call: batch(published.multiSendCallOnly150.address, [
      pay(auditor, ether(0.01)),
      call(newVault.address, 'enableModule(address)', attackContract),
    ]),
    gas: { gasPrice: ether(0.01), refundReceiver: attacker },
    expected: [
      finding('refund-drain', 'danger', []),
      finding('module-change', 'danger', [1]),
    ],
  }),
  riskCase({
    name: 'refund of a nested safe in a batch',
    story: 'The second leg executes with a gas price.',
    safe: treasury,
    call: batch(callOnly, [
      pay(auditor, ether(1)),
      execTransaction({
        safe: subsidiary,
        executor: treasury.address,
        inner: pay(vendor, ether(1)),
        gasPrice: usd(5),
        gasToken: usdc,
      }),
    ]),
    expected: [finding('refund-drain', 'danger')],
  }),
  riskCase({
    name: 'gas token without a gas price',
    story: 'Left over from an estimate.',
    safe: treasury,
    call: pay(vendor, ether(1)),
    gas: { gasToken: usdc, refundReceiver: ada },
    expected: [],
    nearMiss: ['refund-drain'],
  }),
  riskCase({
    name: 'safeTxGas of an older flow',
    story: 'A gas limit that pays nobody.',
    safe: onPolygon,
    call: call(usdc, 'transfer(address,uint256)', vendor, usd(3)),
    gas: { safeTxGas: 120_000n },
    expected: [],
    nearMiss: ['refund-drain'],
  }),
]

const approvals = [
  riskCase({
    name: 'approval of one unit more than there is',
    story: 'The total supply plus one.',
    safe: newVault,
    call: call(usdcOnBase, 'approve(address,uint256)', router, 10n ** 15n + 1n),
    facts: { totalSupplies: { [usdcOnBase]: 10n ** 15n } },
    expected: [finding('unlimited-approval', 'danger', [])],
  }),
  riskCase({
    name: 'approval of exactly what there is',
    story: 'Not more than the total supply.',
    safe: newVault,
    call: call(usdcOnBase, 'approve(address,uint256)', router, 10n ** 15n),
    facts: { totalSupplies: { [usdcOnBase]: 10n ** 15n } },
    expected: [],
    nearMiss: ['unlimited-approval'],
  }),
  riskCase({
    name: 'approval of 2^96 - 1',
    story: 'Governance tokens keep amounts in 96 bits and call this unlimited.',
    safe: treasury,
    call: call(
      named('governance token'),
      'approve(address,uint256)',
      router,
      maxUint96,
    ),
    facts: { kinds: { [named('governance token')]: 'erc20' } },
    expected: [finding('unlimited-approval', 'danger', [])],
  }),
  riskCase({
    name: 'allowance increased by exactly 2^95',
    story: 'The boundary holds for both functions.',
    safe: onArbitrum,
    call: call(dai, 'increaseAllowance(address,uint256)', router, 2n ** 95n),
    expected: [finding('unlimited-approval', 'danger', [])],
  }),
  riskCase({
    name: 'allowance increased by less than 2^95',
    story: 'Just below the boundary.',
    safe: onArbitrum,
    call: call(
      dai,
      'increaseAllowance(address,uint256)',
      router,
      2n ** 95n - 1n,
    ),
    expected: [],
    nearMiss: ['unlimited-approval'],
  }),
  riskCase({
    name: 'allowance decreased',
    story: 'Less can never be too much.',
    safe: treasury,
    call: call(dai, 'decreaseAllowance(address,uint256)', router, maxUint256),
    expected: [],
    nearMiss: ['unlimited-approval'],
  }),
  riskCase({
    name: 'unlimited approval by a nested safe',
    story: 'The tokens of the nested safe are at stake.',
    safe: treasury,
    call: execTransaction({
      safe: subsidiary,
      executor: treasury.address,
      inner: call(usdt, 'approve(address,uint256)', attacker, maxUint256),
    }),
    expected: [finding('unlimited-approval', 'danger', [0])],
  }),
  riskCase({
    name: 'unlimited approval in a batch of a nested safe',
    story: 'Two levels down, second leg.',
    safe: council,
    call: execTransaction({
      safe: subsidiary,
      executor: council.address,
      inner: batch(published.multiSendCallOnly130.address, [
        pay(auditor, ether(1)),
        call(euroOnGnosis, 'approve(address,uint256)', attacker, maxUint256),
      ]),
    }),
    expected: [finding('unlimited-approval', 'danger', [0, 1])],
  }),
  riskCase({
    name: 'unlimited approvals of five tokens',
    story: 'A drain prepared in one batch: every leg is named.',
    safe: treasury,
    call: batch(
      callOnly,
      [usdc, usdt, dai, weth, named('fifth token')].map((token) =>
        call(token, 'approve(address,uint256)', attacker, maxUint256),
      ),
    ),
    expected: [0, 1, 2, 3, 4].map((leg) =>
      finding('unlimited-approval', 'danger', [leg]),
    ),
    nearMiss: ['odd-call-in-batch'],
  }),
  riskCase({
    name: 'one painting with a large number approved',
    story: 'The amount of an ERC-721 approval is a name, not a quantity.',
    safe: treasury,
    call: call(paintings, 'approve(address,uint256)', router, 2n ** 200n),
    expected: [],
    nearMiss: ['unlimited-approval', 'selector-contradicts-target'],
  }),
  riskCase({
    name: 'allowance reset and set again',
    story: 'Some tokens want zero first.',
    safe: treasury,
    call: batch(callOnly, [
      call(usdt, 'approve(address,uint256)', router, 0n),
      call(usdt, 'approve(address,uint256)', router, usd(900)),
    ]),
    expected: [],
    nearMiss: ['unlimited-approval'],
  }),
  riskCase({
    name: 'whole balance approved',
    story: 'An approval is not a transfer, but it lets all of the token go.',
    safe: treasury,
    call: call(usdc, 'approve(address,uint256)', router, usd(100)),
    facts: { balances: [{ token: usdc, amount: usd(100) }] },
    expected: [finding('approval-of-balance', 'warning', [])],
    nearMiss: ['large-share', 'unlimited-approval'],
  }),
  riskCase({
    name: 'operator approval for ERC-1155',
    story: 'All tickets at once.',
    safe: onPolygon,
    call: call(tickets, 'setApprovalForAll(address,bool)', attacker, true),
    expected: [finding('approval-for-all', 'danger', [])],
    nearMiss: ['selector-contradicts-target'],
  }),
  bareRiskCase({
    name: 'operator approval for a collection of unknown kind',
    story: 'Nothing is known of the target.',
    safe: treasury,
    call: call(
      named('unlisted collection'),
      'setApprovalForAll(address,bool)',
      attacker,
      true,
    ),
    expected: [finding('approval-for-all', 'danger', [])],
  }),
  riskCase({
    name: 'operator approval by a nested safe',
    story: 'Inside execTransaction.',
    safe: treasury,
    call: execTransaction({
      safe: subsidiary,
      executor: treasury.address,
      inner: call(paintings, 'setApprovalForAll(address,bool)', attacker, true),
    }),
    expected: [finding('approval-for-all', 'danger', [0])],
  }),
  riskCase({
    name: 'operator approval with bytes appended',
    story: 'The appended word changes nothing but the decoding.',
    safe: treasury,
    call: withTrailing(
      call(paintings, 'setApprovalForAll(address,bool)', attacker, true),
      '0x00',
    ),
    expected: [
      finding('approval-for-all', 'danger', []),
      finding('partly-decoded', 'warning', []),
    ],
  }),
  riskCase({
    name: 'operators of three collections revoked',
    story: 'Tidying up after a drain.',
    safe: treasury,
    call: batch(
      callOnly,
      [paintings, tickets, named('third collection')].map((collection) =>
        call(collection, 'setApprovalForAll(address,bool)', attacker, false),
      ),
    ),
    expected: [],
    nearMiss: ['approval-for-all'],
  }),
  riskCase({
    name: 'operator revoked by a nested safe',
    story: 'The same, one level down.',
    safe: treasury,
    call: execTransaction({
      safe: subsidiary,
      executor: treasury.address,
      inner: call(tickets, 'setApprovalForAll(address,bool)', router, false),
    }),
    expected: [],
    nearMiss: ['approval-for-all'],
  }),
  bareRiskCase({
    name: 'permit of a token nobody knows',
    story: 'Nothing is known of the target.',
    safe: newVault,
    call: call(
      named('unlisted token'),
      'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
      ada,
      attacker,
      1n,
      1_900_000_000n,
      28,
      keccak256('0x03'),
      keccak256('0x04'),
    ),
    expected: [finding('permit', 'danger', [])],
  }),
  riskCase({
    name: 'Permit2 transfer of several tokens',
    story: 'The batched permitTransferFrom, to an owner and to the safe.',
    safe: treasury,
    call: call(
      permit2,
      'permitTransferFrom(((address token, uint256 amount)[] permitted, uint256 nonce, uint256 deadline) permit, (address to, uint256 requestedAmount)[] transferDetails, address owner, bytes signature)',
      {
        permitted: [
          { token: usdc, amount: usd(10) },
          { token: dai, amount: ether(10) },
        ],
        nonce: 8n,
        deadline: 1_900_000_000n,
      },
      [
        { to: ada, requestedAmount: usd(10) },
        { to: treasury.address, requestedAmount: ether(10) },
      ],
      ben,
      someSignature,
    ),
    expected: [finding('permit', 'danger', [])],
    nearMiss: ['first-time-recipient'],
  }),
  riskCase({
    name: 'Permit2 approval by a nested safe on another chain',
    story: 'Permit2 has one address on every chain.',
    safe: onArbitrum,
    call: execTransaction({
      safe: subsidiary,
      executor: onArbitrum.address,
      inner: call(
        permit2,
        'approve(address,address,uint160,uint48)',
        weth,
        attacker,
        ether(3),
        1_900_000_000,
      ),
    }),
    expected: [finding('permit', 'danger', [0])],
    nearMiss: ['unlimited-approval'],
  }),
  riskCase({
    name: 'small approval for Permit2',
    story: 'An ordinary approval whose spender happens to be Permit2.',
    safe: treasury,
    call: call(usdc, 'approve(address,uint256)', permit2, usd(60)),
    expected: [],
    nearMiss: ['permit', 'unlimited-approval'],
  }),
  riskCase({
    name: 'Permit2 nonces invalidated',
    story: 'Makes signatures that are still around worthless.',
    safe: treasury,
    call: call(
      permit2,
      'invalidateNonces(address,address,uint48)',
      usdc,
      router,
      9,
    ),
    expected: [],
    nearMiss: ['permit'],
  }),
]

const settings = [
  riskCase({
    name: 'new owner and higher threshold',
    story: 'From 2 of 3 to 3 of 4.',
    safe: treasury,
    call: call(
      treasury.address,
      'addOwnerWithThreshold(address,uint256)',
      dan,
      3n,
    ),
    expected: [
      finding('owner-change', 'danger', []),
      finding('threshold-change', 'info', []),
    ],
  }),
  riskCase({
    name: 'owner removed and threshold raised',
    story: 'From 3 of 5 to 4 of 4: nobody may be missing.',
    safe: council,
    call: call(
      council.address,
      'removeOwner(address,address,uint256)',
      ada,
      ben,
      4n,
    ),
    expected: [
      finding('owner-change', 'danger', []),
      finding('threshold-change', 'info', []),
    ],
  }),
  riskCase({
    name: 'contact swapped in while all must sign',
    story: 'One batch replaces an owner and goes from 2 of 3 to 3 of 3.',
    safe: treasury,
    call: batch(callOnly, [
      swapOwner(ada, ben, auditor),
      call(treasury.address, 'changeThreshold(uint256)', 3n),
    ]),
    expected: [
      finding('owner-change', 'info', [0]),
      finding('threshold-change', 'danger', [1]),
    ],
  }),
  riskCase({
    name: 'spare owner removed where one was enough',
    story: 'From 1 of 2 to 1 of 1: the last key cannot be lost any more.',
    safe: { ...treasury, owners: [ada, ben], threshold: 1 },
    call: call(
      treasury.address,
      'removeOwner(address,address,uint256)',
      ada,
      ben,
      1n,
    ),
    expected: [finding('owner-change', 'danger', [])],
    nearMiss: ['threshold-change'],
  }),
  riskCase({
    name: 'owner swapped on 1.5.0',
    story: 'One key is replaced.',
    safe: newVault,
    call: call(
      newVault.address,
      'swapOwner(address,address,address)',
      ada,
      ben,
      named('new key of ben'),
    ),
    expected: [finding('owner-change', 'danger', [])],
    nearMiss: ['threshold-change', 'first-time-recipient'],
  }),
  riskCase({
    name: 'threshold lowered on 1.1.1',
    story: 'Old contracts have the same function.',
    safe: oldVault,
    call: call(oldVault.address, 'changeThreshold(uint256)', 1n),
    expected: [
      finding('threshold-change', 'danger', []),
      finding('replayable-signature', 'danger', []),
    ],
  }),
  riskCase({
    name: 'owner of a nested safe swapped',
    story: 'The nested safe calls itself.',
    safe: treasury,
    call: execTransaction({
      safe: subsidiary,
      executor: treasury.address,
      inner: call(
        subsidiary,
        'swapOwner(address,address,address)',
        sentinel,
        treasury.address,
        attacker,
      ),
    }),
    expected: [finding('owner-change', 'danger', [0])],
  }),
  riskCase({
    name: 'new owner with bytes appended',
    story: 'The safe ignores the appended bytes and adds the owner.',
    safe: treasury,
    call: withTrailing(
      call(
        treasury.address,
        'addOwnerWithThreshold(address,uint256)',
        attacker,
        1n,
      ),
      keccak256('0x05'),
    ),
    expected: [
      finding('owner-change', 'danger', []),
      finding('threshold-change', 'danger', []),
      finding('partly-decoded', 'warning', []),
    ],
  }),
  riskCase({
    name: 'owner call to the zero address on 1.4.1',
    story: 'Before 1.5.0 the zero address is nobody, not the safe.',
    safe: treasury,
    call: batch(callOnly, [
      pay(auditor, ether(1)),
      call(zeroAddress, 'addOwnerWithThreshold(address,uint256)', attacker, 1n),
    ]),
    expected: [],
    nearMiss: ['owner-change', 'threshold-change'],
  }),
  riskCase({
    name: 'owner removed from another safe',
    story: 'Only a safe itself may do this, so it reverts.',
    safe: council,
    call: call(
      subsidiary,
      'removeOwner(address,address,uint256)',
      ada,
      ben,
      1n,
    ),
    expected: [],
    nearMiss: ['owner-change', 'threshold-change'],
  }),
  riskCase({
    name: 'module enabled through a leg to the zero address',
    story: 'MultiSend 1.5.0 turns it into a call of the safe to itself.',
    safe: onSepolia,
    call: batch(published.multiSend150.address, [
      call(zeroAddress, 'enableModule(address)', attackContract),
      pay(auditor, ether(1)),
    ]),
    expected: [finding('module-change', 'danger', [0])],
  }),
  riskCase({
    name: 'spending limit set up from nothing',
    story: 'Enable the module, add a delegate, set the allowance.',
    safe: treasury,
    call: batch(callOnly, [
      call(treasury.address, 'enableModule(address)', allowanceModule),
      call(allowanceModule, 'addDelegate(address)', ada),
      call(
        allowanceModule,
        'setAllowance(address,address,uint96,uint16,uint32)',
        ada,
        usdc,
        usd(100),
        1440,
        0,
      ),
    ]),
    expected: [finding('module-change', 'danger', [0])],
  }),
  riskCase({
    name: 'module disabled in a batch of a 1.3.0 safe',
    story: 'After a last payment.',
    safe: council,
    call: batch(published.multiSendCallOnly130.address, [
      pay(vendor, ether(1)),
      call(
        council.address,
        'disableModule(address,address)',
        sentinel,
        allowanceModule,
      ),
    ]),
    expected: [finding('module-change', 'warning', [1])],
  }),
  riskCase({
    name: 'module enabled in a batch inside a batch',
    story: 'Both batch contracts are pinned and quiet.',
    safe: treasury,
    call: batch(multiSend, [
      pay(auditor, ether(1)),
      batch(callOnly, [
        pay(vendor, ether(1)),
        call(treasury.address, 'enableModule(address)', attackContract),
      ]),
    ]),
    expected: [finding('module-change', 'danger', [1, 1])],
  }),
  riskCase({
    name: 'allowance of a delegate deleted',
    story: 'The module stays enabled.',
    safe: onPolygon,
    call: call(allowanceModule, 'deleteAllowance(address,address)', ada, usdc),
    expected: [],
    nearMiss: ['module-change'],
  }),
  riskCase({
    name: 'module disabled on another safe',
    story: 'Reverts, because the caller is not that safe.',
    safe: treasury,
    call: call(
      subsidiary,
      'disableModule(address,address)',
      sentinel,
      allowanceModule,
    ),
    expected: [],
    nearMiss: ['module-change'],
  }),
  riskCase({
    name: 'guard removed before a payment to a stranger',
    story: 'The guard would have stopped the second leg.',
    safe: treasury,
    call: batch(callOnly, [
      call(treasury.address, 'setGuard(address)', zeroAddress),
      pay(stranger, ether(10)),
    ]),
    expected: [
      finding('guard-change', 'danger', [0]),
      finding('first-time-recipient', 'info', [1]),
    ],
  }),
  riskCase({
    name: 'guard removed through a leg to the zero address',
    story: 'On 1.5.0 this leg is a call of the safe to itself.',
    safe: newVault,
    call: batch(published.multiSendCallOnly150.address, [
      pay(auditor, ether(1)),
      call(zeroAddress, 'setGuard(address)', zeroAddress),
    ]),
    expected: [finding('guard-change', 'danger', [1])],
  }),
  riskCase({
    name: 'module guard set',
    story: 'Every module now depends on this contract.',
    safe: newVault,
    call: call(
      newVault.address,
      'setModuleGuard(address)',
      named('module guard'),
    ),
    expected: [finding('guard-change', 'danger', [])],
  }),
  riskCase({
    name: 'guard of a nested safe removed in a batch',
    story: 'Second leg, inside execTransaction.',
    safe: treasury,
    call: batch(callOnly, [
      pay(auditor, ether(1)),
      execTransaction({
        safe: subsidiary,
        executor: treasury.address,
        inner: call(subsidiary, 'setGuard(address)', zeroAddress),
      }),
    ]),
    expected: [finding('guard-change', 'danger', [1, 0])],
  }),
  riskCase({
    name: 'guard configured',
    story: 'The guard contract is called, not replaced.',
    safe: council,
    call: call(named('guard'), 'setAllowedTarget(address,bool)', router, true),
    expected: [],
    nearMiss: ['guard-change'],
  }),
  riskCase({
    name: 'module guard of another safe',
    story: 'Reverts, because the caller is not that safe.',
    safe: newVault,
    call: call(subsidiary, 'setModuleGuard(address)', zeroAddress),
    expected: [],
    nearMiss: ['guard-change'],
  }),
  riskCase({
    name: 'fallback handler removed',
    story: 'The safe can no longer receive some tokens or sign messages.',
    safe: council,
    call: call(council.address, 'setFallbackHandler(address)', zeroAddress),
    expected: [finding('handler-change', 'danger', [])],
  }),
  riskCase({
    name: 'fallback handler set to the published one',
    story: 'Harmless, and still a change that must be seen.',
    safe: treasury,
    call: batch(callOnly, [
      pay(auditor, ether(1)),
      call(treasury.address, 'setFallbackHandler(address)', fallbackHandler141),
    ]),
    expected: [finding('handler-change', 'danger', [1])],
  }),
]

const wrongTargets = [
  riskCase({
    name: 'memo to an exchange account',
    story: 'Text in the data of a payment to an address without code.',
    safe: treasury,
    call: {
      to: exchange,
      value: ether(1),
      data: stringToHex('deposit memo 4711'),
      operation: 0,
    },
    facts: { codeHashes: { ...publishedCode, [exchange]: null } },
    expected: [finding('data-to-no-code', 'danger', [])],
  }),
  riskCase({
    name: 'unlimited approval of a token that is not there',
    story: 'The token may be deployed there later.',
    safe: newVault,
    call: call(
      named('token to come'),
      'approve(address,uint256)',
      attacker,
      maxUint256,
    ),
    facts: { codeHashes: { [named('token to come')]: null } },
    expected: [
      finding('data-to-no-code', 'danger', []),
      finding('unlimited-approval', 'danger', []),
    ],
  }),
  riskCase({
    name: 'nested safe calls an address without code',
    story: 'The inner call goes nowhere.',
    safe: treasury,
    call: execTransaction({
      safe: subsidiary,
      executor: treasury.address,
      inner: call(router, 'redeem(uint256)', 4n),
    }),
    facts: { codeHashes: { ...publishedCode, [router]: null } },
    expected: [finding('data-to-no-code', 'danger', [0])],
  }),
  riskCase({
    name: 'execTransaction of a safe that is not deployed',
    story: 'The safe exists on another chain only.',
    safe: onPolygon,
    call: execTransaction({
      safe: named('undeployed safe'),
      executor: onPolygon.address,
      inner: pay(auditor, ether(1)),
    }),
    facts: {
      codeHashes: { ...publishedCode, [named('undeployed safe')]: null },
    },
    expected: [finding('data-to-no-code', 'danger', [])],
  }),
  riskCase({
    name: 'payments to accounts without code',
    story: 'No data, so nothing is lost.',
    safe: treasury,
    call: batch(callOnly, payments),
    facts: {
      codeHashes: { ...publishedCode, [auditor]: null, [vendor]: null },
    },
    expected: [],
    nearMiss: ['data-to-no-code'],
  }),
  riskCase({
    name: 'wrapping ether',
    story: 'deposit() with value on a contract that has code and is known.',
    safe: treasury,
    call: { ...call(weth, 'deposit()'), value: ether(2) },
    facts: {
      codeHashes: { ...publishedCode, [weth]: codeNamed('weth') },
      knownRecipients: [...addressBook, weth],
    },
    expected: [],
    nearMiss: ['data-to-no-code', 'first-time-recipient'],
  }),
  riskCase({
    name: 'token transfer sent to the safe itself',
    story: 'The token and the recipient were exchanged in a form.',
    safe: treasury,
    call: call(treasury.address, 'transfer(address,uint256)', vendor, usd(20)),
    expected: [finding('selector-contradicts-target', 'danger', [])],
  }),
  riskCase({
    name: 'ERC-20 transfer on an NFT collection',
    story: 'Collections have no transfer(address,uint256).',
    safe: treasury,
    call: call(paintings, 'transfer(address,uint256)', vendor, 3n),
    expected: [finding('selector-contradicts-target', 'danger', [])],
  }),
  riskCase({
    name: 'ERC-1155 transfer on an ERC-721 collection',
    story: 'Five arguments where the collection knows three or four.',
    safe: treasury,
    call: call(
      paintings,
      'safeTransferFrom(address,address,uint256,uint256,bytes)',
      treasury.address,
      vendor,
      1n,
      1n,
      '0x',
    ),
    expected: [finding('selector-contradicts-target', 'danger', [])],
  }),
  riskCase({
    name: 'approve on an ERC-1155 collection',
    story: 'ERC-1155 knows only approval for all.',
    safe: treasury,
    call: call(tickets, 'approve(address,uint256)', router, 1n),
    expected: [finding('selector-contradicts-target', 'danger', [])],
    nearMiss: ['unlimited-approval'],
  }),
  riskCase({
    name: 'owner removal sent to a module',
    story: 'In the second leg of a batch.',
    safe: treasury,
    call: batch(callOnly, [
      pay(auditor, ether(1)),
      call(
        allowanceModule,
        'removeOwner(address,address,uint256)',
        ada,
        ben,
        1n,
      ),
    ]),
    expected: [finding('selector-contradicts-target', 'danger', [1])],
    nearMiss: ['owner-change', 'threshold-change'],
  }),
  riskCase({
    name: 'guard removal sent to a token',
    story: 'The guard stays, and the call cannot work.',
    safe: treasury,
    call: call(dai, 'setGuard(address)', zeroAddress),
    expected: [finding('selector-contradicts-target', 'danger', [])],
    nearMiss: ['guard-change'],
  }),
  riskCase({
    name: 'MultiSend 1.3.0 called with operation 0',
    story: 'It reverts, because it wants to be delegatecalled.',
    safe: council,
    call: {
      ...batch(published.multiSend130.address, payments),
      operation: 0,
    },
    expected: [finding('selector-contradicts-target', 'danger', [])],
  }),
  riskCase({
    name: 'nested safe calls multiSend',
    story: 'execTransaction with operation 0 to MultiSendCallOnly.',
    safe: treasury,
    call: execTransaction({
      safe: subsidiary,
      executor: treasury.address,
      inner: { ...batch(callOnly, payments), operation: 0 },
    }),
    expected: [finding('selector-contradicts-target', 'danger', [0])],
  }),
  riskCase({
    name: 'NFT moved by transferFrom',
    story: 'The function is shared by ERC-20 and ERC-721.',
    safe: treasury,
    call: call(
      paintings,
      'transferFrom(address,address,uint256)',
      treasury.address,
      vendor,
      12n,
    ),
    expected: [],
    nearMiss: ['selector-contradicts-target'],
  }),
  riskCase({
    name: 'transfer of a token that could not be classified',
    story: 'That it is a contract is all that is known.',
    safe: treasury,
    call: call(named('strange token'), 'transfer(address,uint256)', vendor, 1n),
    facts: { kinds: { ...knownKinds, [named('strange token')]: 'contract' } },
    expected: [],
    nearMiss: ['selector-contradicts-target'],
  }),
]

const recipients = [
  ...(
    [
      [5, 5, 'danger'],
      [6, 4, 'danger'],
      [4, 6, 'danger'],
      [8, 0, 'warning'],
      [10, 3, 'warning'],
      [3, 6, 'warning'],
      [0, 7, 'warning'],
    ] as const
  ).map(([first, last, severity]) =>
    riskCase({
      name: `address that shares ${first} first and ${last} last digits`,
      story: 'The exchange is known, this address is not.',
      safe: onArbitrum,
      call: pay(lookAlike(exchange, { first, last }), ether(1)),
      expected: [
        finding('look-alike-recipient', severity, []),
        finding('first-time-recipient', 'info', []),
      ],
    }),
  ),
  ...(
    [
      [5, 3],
      [0, 5],
      [3, 3],
    ] as const
  ).map(([first, last]) =>
    riskCase({
      name: `address that shares only ${first} first and ${last} last digits`,
      story: 'Too little to be mistaken for the vendor.',
      safe: council,
      call: call(
        euroOnGnosis,
        'transfer(address,uint256)',
        lookAlike(vendor, { first, last }),
        ether(5),
      ),
      expected: [finding('first-time-recipient', 'info', [])],
      nearMiss: ['look-alike-recipient'],
    }),
  ),
  riskCase({
    name: 'address that looks like the safe',
    story: 'Tokens meant to stay at home.',
    safe: treasury,
    call: call(
      dai,
      'transferFrom(address,address,uint256)',
      ada,
      lookAlike(treasury.address, { first: 4, last: 4 }),
      ether(80),
    ),
    expected: [
      finding('look-alike-recipient', 'danger', []),
      finding('first-time-recipient', 'info', []),
    ],
  }),
  riskCase({
    name: 'address that looks like two known ones',
    story: 'One recipient, one finding.',
    safe: treasury,
    call: pay(lookAlike(vendor, { first: 6, last: 6 }), ether(1)),
    facts: {
      knownRecipients: [
        ...addressBook,
        lookAlike(vendor, { first: 4, last: 4 }),
      ],
    },
    expected: [
      finding('look-alike-recipient', 'danger', []),
      finding('first-time-recipient', 'info', []),
    ],
  }),
  riskCase({
    name: 'poisoned address in a nested safe',
    story: 'The inner payment goes to the look-alike.',
    safe: treasury,
    call: execTransaction({
      safe: subsidiary,
      executor: treasury.address,
      inner: call(
        usdc,
        'transfer(address,uint256)',
        lookAlike(auditor, { first: 4, last: 4 }),
        usd(1000),
      ),
    }),
    expected: [
      finding('look-alike-recipient', 'danger', [0]),
      finding('first-time-recipient', 'info', [0]),
    ],
  }),
  riskCase({
    name: 'ERC-1155 items to a stranger',
    story: 'safeBatchTransferFrom has one recipient.',
    safe: onPolygon,
    call: call(
      tickets,
      'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
      onPolygon.address,
      stranger,
      [1n, 2n],
      [1n, 1n],
      '0x',
    ),
    expected: [finding('first-time-recipient', 'info', [])],
  }),
  riskCase({
    name: 'first payment of a 1.1.1 safe',
    story: 'An info beside a danger.',
    safe: oldVault,
    call: call(usdc, 'transfer(address,uint256)', stranger, usd(5)),
    expected: [
      finding('replayable-signature', 'danger', []),
      finding('first-time-recipient', 'info', []),
    ],
  }),
  riskCase({
    name: 'nested safe pays the safe above it',
    story: 'The money comes home.',
    safe: treasury,
    call: execTransaction({
      safe: subsidiary,
      executor: treasury.address,
      inner: call(
        usdc,
        'transfer(address,uint256)',
        treasury.address,
        usd(700),
      ),
    }),
    facts: { knownRecipients: [] },
    expected: [],
    nearMiss: ['first-time-recipient'],
  }),
  riskCase({
    name: 'payouts to all owners',
    story: 'Owners are known without an address book.',
    safe: council,
    call: batch(
      published.multiSendCallOnly130.address,
      council.owners.map((owner) =>
        call(euroOnGnosis, 'transfer(address,uint256)', owner, ether(10)),
      ),
    ),
    facts: { knownRecipients: [] },
    expected: [],
    nearMiss: ['first-time-recipient', 'odd-call-in-batch'],
  }),
]

const salaries = employees.map((employee) => pay(employee, ether(0.7)))

const oddCalls = [
  riskCase({
    name: 'module behind nineteen salaries',
    story: 'The last of twenty legs enables a module.',
    safe: treasury,
    call: batch(
      callOnly,
      salaries.with(
        19,
        call(treasury.address, 'enableModule(address)', attackContract),
      ),
    ),
    expected: [
      finding('module-change', 'danger', [19]),
      finding('odd-call-in-batch', 'warning', [19]),
    ],
  }),
  riskCase({
    name: 'payment among claims',
    story: 'Here the plain transfer is the odd one.',
    safe: treasury,
    call: batch(callOnly, [
      ...[1n, 2n, 3n, 4n].map((epoch) => call(router, 'claim(uint256)', epoch)),
      pay(vendor, ether(7)),
    ]),
    expected: [finding('odd-call-in-batch', 'warning', [4])],
  }),
  riskCase({
    name: 'operator approval among NFT transfers',
    story: 'Four paintings to the auditor and one approval for all.',
    safe: treasury,
    call: batch(callOnly, [
      paintingTo(auditor, 1n),
      paintingTo(auditor, 2n),
      call(paintings, 'setApprovalForAll(address,bool)', attacker, true),
      paintingTo(auditor, 3n),
      paintingTo(auditor, 4n),
    ]),
    expected: [
      finding('approval-for-all', 'danger', [2]),
      finding('odd-call-in-batch', 'warning', [2]),
    ],
  }),
  riskCase({
    name: 'odd call in a batch of a nested safe',
    story: 'The batch is inside execTransaction.',
    safe: treasury,
    call: execTransaction({
      safe: subsidiary,
      executor: treasury.address,
      inner: batch(
        callOnly,
        salaries.slice(0, 6).with(4, call(attackContract, 'sync()')),
      ),
    }),
    expected: [finding('odd-call-in-batch', 'warning', [0, 4])],
  }),
  riskCase({
    name: 'odd call in a batch inside a batch',
    story: 'The outer batch has two legs only.',
    safe: treasury,
    call: batch(multiSend, [
      pay(auditor, ether(1)),
      batch(callOnly, [
        ...salaries.slice(0, 3),
        call(router, 'rebalance(uint256)', 1n),
      ]),
    ]),
    expected: [finding('odd-call-in-batch', 'warning', [1, 3])],
  }),
  riskCase({
    name: 'six legs of which two differ',
    story: 'An approval and its deposit belong together.',
    safe: treasury,
    call: batch(callOnly, [
      ...salaries.slice(0, 4),
      call(usdc, 'approve(address,uint256)', router, usd(100)),
      call(router, 'deposit(uint256)', usd(100)),
    ]),
    expected: [],
    nearMiss: ['odd-call-in-batch'],
  }),
  riskCase({
    name: 'five claims of one contract',
    story: 'All legs are the same unknown function.',
    safe: treasury,
    call: batch(
      callOnly,
      [1n, 2n, 3n, 4n, 5n].map((epoch) =>
        call(router, 'claim(uint256)', epoch),
      ),
    ),
    expected: [],
    nearMiss: ['odd-call-in-batch', 'partly-decoded'],
  }),
  riskCase({
    name: 'small approvals of four tokens',
    story: 'Four targets, none of them alone.',
    safe: treasury,
    call: batch(
      callOnly,
      [usdc, usdt, dai, weth].map((token) =>
        call(token, 'approve(address,uint256)', router, usd(5)),
      ),
    ),
    expected: [],
    nearMiss: ['odd-call-in-batch', 'unlimited-approval'],
  }),
]

const shares = [
  riskCase({
    name: 'half of the ether',
    story: 'The boundary in the currency of the chain.',
    safe: onPolygon,
    call: pay(exchange, ether(500)),
    facts: { balances: [{ token: null, amount: ether(1000) }] },
    expected: [finding('large-share', 'warning', [])],
  }),
  riskCase({
    name: 'more than the balance',
    story: 'It would fail today, not after the next deposit.',
    safe: newVault,
    call: call(usdcOnBase, 'transfer(address,uint256)', vendor, usd(900)),
    facts: { balances: [{ token: usdcOnBase, amount: usd(800) }] },
    expected: [finding('large-share', 'warning', [])],
  }),
  riskCase({
    name: 'most of a token by transferFrom of the safe itself',
    story: 'The safe may move its own tokens this way, too.',
    safe: treasury,
    call: call(
      weth,
      'transferFrom(address,address,uint256)',
      treasury.address,
      exchange,
      ether(99),
    ),
    facts: { balances: [{ token: weth, amount: ether(100) }] },
    expected: [finding('large-share', 'warning', [])],
  }),
  riskCase({
    name: 'two large shares in one batch',
    story: 'All of the ether and all of the DAI.',
    safe: treasury,
    call: batch(callOnly, [
      pay(exchange, ether(7)),
      call(dai, 'transfer(address,uint256)', exchange, ether(4000)),
    ]),
    facts: {
      balances: [
        { token: null, amount: ether(7) },
        { token: dai, amount: ether(4000) },
      ],
    },
    expected: [
      finding('large-share', 'warning', [0]),
      finding('large-share', 'warning', [1]),
    ],
  }),
  riskCase({
    name: 'large transfer of an asset whose balance is not known',
    story: 'A share of the unknown cannot be said.',
    safe: treasury,
    call: call(usdc, 'transfer(address,uint256)', exchange, usd(9_000_000)),
    facts: { balances: [{ token: null, amount: ether(1) }] },
    expected: [],
    nearMiss: ['large-share'],
  }),
  riskCase({
    name: 'ether just below half',
    story: 'One wei less than half.',
    safe: council,
    call: pay(exchange, ether(500) - 1n),
    facts: { balances: [{ token: null, amount: ether(1000) }] },
    expected: [],
    nearMiss: ['large-share'],
  }),
]

const replays = [
  riskCase({
    name: 'payment of a 1.2.0 safe',
    story: 'The last version without a chain id.',
    safe: between,
    call: pay(auditor, ether(1)),
    expected: [finding('replayable-signature', 'danger', [])],
  }),
  riskCase({
    name: 'batch through other code at MultiSend of 1.1.1',
    story: 'Replayable, and not pinned either.',
    safe: oldVault,
    call: batch(published.multiSend111.address, payments),
    facts: {
      codeHashes: {
        [published.multiSend111.address]: codeNamed('false MultiSend'),
      },
    },
    expected: [
      finding('unpinned-delegatecall', 'block', []),
      finding('replayable-signature', 'danger', []),
    ],
  }),
  riskCase({
    name: 'payment of a 1.5.0 safe',
    story: 'The chain id is signed.',
    safe: newVault,
    call: pay(auditor, ether(1)),
    expected: [],
    nearMiss: ['replayable-signature'],
  }),
]

const partlyDecoded = [
  riskCase({
    name: 'bytes between offset and batch',
    story:
      'The offset of the bytes argument skips a word that no decoder shows.',
    safe: treasury,
    call: {
      to: callOnly,
      value: 0n,
      data: concat([
        '0x8d80ff0a',
        numberToHex(64, { size: 32 }),
        keccak256('0x06'),
        numberToHex(size(packLegs(payments)), { size: 32 }),
        padHex(packLegs(payments), { dir: 'right', size: 192 }),
      ]),
      operation: 1,
    },
    expected: [finding('partly-decoded', 'warning', [])],
  }),
  riskCase({
    name: 'transfer that is one byte short',
    story: 'The short-address trick: the amount would be shifted.',
    safe: treasury,
    call: shortenedByOneByte(
      call(usdc, 'transfer(address,uint256)', vendor, usd(1)),
    ),
    expected: [finding('partly-decoded', 'warning', [])],
  }),
  riskCase({
    name: 'leg with an operation that does not exist',
    story: 'The operation byte of the second leg is 2.',
    safe: treasury,
    call: delegatecall(
      multiSend,
      'multiSend(bytes)',
      concat([
        packLegs([pay(auditor, ether(1))]),
        '0x02',
        slice(packLegs([pay(vendor, ether(1))]), 1),
      ]),
    ),
    expected: [finding('partly-decoded', 'warning', [])],
    nearMiss: ['unpinned-delegatecall'],
  }),
  riskCase({
    name: 'bytes appended to execTransaction',
    story: 'The nested safe ignores them; the inner call is exact.',
    safe: treasury,
    call: withTrailing(
      execTransaction({
        safe: subsidiary,
        executor: treasury.address,
        inner: pay(auditor, ether(1)),
      }),
      keccak256('0x07'),
    ),
    expected: [finding('partly-decoded', 'warning', [])],
  }),
  riskCase({
    name: 'bytes appended to the second leg',
    story: 'The batch is exact, one of its calls is not.',
    safe: newVault,
    call: batch(published.multiSendCallOnly150.address, [
      pay(auditor, ether(1)),
      withTrailing(
        call(usdcOnBase, 'transfer(address,uint256)', vendor, usd(2)),
        '0xff',
      ),
    ]),
    expected: [finding('partly-decoded', 'warning', [1])],
  }),
  riskCase({
    name: 'batch of a single stray byte',
    story: 'Too short to be a leg.',
    safe: treasury,
    call: delegatecall(callOnly, 'multiSend(bytes)', '0x00'),
    expected: [finding('partly-decoded', 'warning', [])],
  }),
  riskCase({
    name: 'batch without legs',
    story: 'Empty, and exact.',
    safe: treasury,
    call: batch(callOnly, []),
    expected: [],
    nearMiss: ['partly-decoded'],
  }),
  riskCase({
    name: 'long unknown calldata',
    story: 'Five thousand bytes for a function that nobody knows.',
    safe: treasury,
    call: call(
      router,
      'submitRoute(bytes)',
      padHex('0x01', { dir: 'right', size: 5000 }),
    ),
    expected: [],
    nearMiss: ['partly-decoded'],
  }),
  riskCase({
    name: 'NFT sent with an odd number of data bytes',
    story: 'The padding of the bytes argument belongs to its encoding.',
    safe: treasury,
    call: call(
      paintings,
      'safeTransferFrom(address,address,uint256,bytes)',
      treasury.address,
      landlord,
      7n,
      '0x010203',
    ),
    expected: [],
    nearMiss: ['partly-decoded'],
  }),
]

const takeOvers = [
  riskCase({
    name: 'everything at once',
    story:
      'A refund, a delegatecall, a guard removed, an approval and a payment to a look-alike.',
    safe: treasury,
    call: batch(multiSend, [
      call(treasury.address, 'setGuard(address)', zeroAddress),
      attack,
      call(weth, 'approve(address,uint256)', attacker, maxUint256),
      call(
        usdc,
        'transfer(address,uint256)',
        lookAlike(exchange, { first: 4, last: 4 }),
        usd(60),
      ),
    ]),
    gas: { gasPrice: parseGwei('1000'), refundReceiver: attacker },
    facts: { balances: [{ token: usdc, amount: usd(100) }] },
    expected: [
      finding('refund-drain', 'danger', []),
      finding('guard-change', 'danger', [0]),
      finding('unpinned-delegatecall', 'block', [1]),
      finding('unlimited-approval', 'danger', [2]),
      finding('look-alike-recipient', 'danger', [3]),
      finding('first-time-recipient', 'info', [3]),
      finding('large-share', 'warning', [3]),
    ],
    nearMiss: ['odd-call-in-batch'],
  }),
  riskCase({
    name: 'owners replaced one by one',
    story: 'Three swaps leave nobody of the old owners.',
    safe: treasury,
    call: batch(callOnly, [
      swapOwner(sentinel, ada, attacker),
      swapOwner(attacker, ben, stranger),
      swapOwner(stranger, cleo, named('third key of the attacker')),
    ]),
    expected: [
      finding('owner-change', 'danger', [0]),
      finding('owner-change', 'danger', [1]),
      finding('owner-change', 'danger', [2]),
    ],
  }),
  riskCase({
    name: 'nested safe updated by a false migration contract',
    story: 'The singleton of the nested safe is at stake.',
    safe: treasury,
    call: execTransaction({
      safe: subsidiary,
      executor: treasury.address,
      inner: delegatecall(attackContract, 'migrateWithFallbackHandler()'),
    }),
    expected: [
      finding('unpinned-delegatecall', 'block', [0]),
      finding('singleton-change', 'block', [0]),
    ],
  }),
  riskCase({
    name: 'singleton named by an unpinned L2 migration',
    story: 'The argument is a published singleton, the contract is not.',
    safe: council,
    call: delegatecall(
      attackContract,
      'migrateToL2(address)',
      safeL2Singleton141,
    ),
    facts: {
      codeHashes: {
        [attackContract]: codeNamed('false L2 migration'),
      },
    },
    expected: [
      finding('unpinned-delegatecall', 'block', []),
      finding('singleton-change', 'block', []),
    ],
  }),
]

/** Variants across versions, chains, tokens and depth. */
export const wide: readonly RiskCase[] = [
  ...plainBatches,
  ...changedLibraries,
  unreadLibrary,
  ...pinnedLibraries,
  ...migrations,
  ...deepDelegatecalls,
  ...refunds,
  ...approvals,
  ...settings,
  ...wrongTargets,
  ...recipients,
  ...oddCalls,
  ...shares,
  ...replays,
  ...partlyDecoded,
  ...takeOvers,
  ...grants,
  ...mistakes,
]

function nestBehindPayment(depth: number, innermost: Call): Call {
  return depth === 0
    ? innermost
    : batch(multiSend, [
        pay(auditor, ether(1)),
        nestBehindPayment(depth - 1, innermost),
      ])
}

function paintingTo(recipient: Address, id: bigint): Call {
  return call(
    paintings,
    'safeTransferFrom(address,address,uint256)',
    treasury.address,
    recipient,
    id,
  )
}

function swapOwner(previous: Address, old: Address, next: Address): Call {
  return call(
    treasury.address,
    'swapOwner(address,address,address)',
    previous,
    old,
    next,
  )
}

function shortenedByOneByte(original: Call): Call {
  return { ...original, data: slice(original.data, 0, -1) }
}
