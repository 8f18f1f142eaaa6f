import {
  concat,
  encodePacked,
  hashTypedData,
  keccak256,
  maxUint160,
  maxUint256,
  numberToHex,
  padHex,
  parseGwei,
  stringToHex,
} from 'viem'
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
  ensNames,
  ether,
  euroOnGnosis,
  eve,
  exchange,
  fallbackHandler141,
  knownKinds,
  landlord,
  lookAlike,
  named,
  newVault,
  oldVault,
  paintings,
  permit2,
  proxyFactory141,
  published,
  publishedCode,
  router,
  safeL2Singleton141,
  sentinel,
  simulateTxAccessor141,
  someSignature,
  stranger,
  subsidiary,
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
import { finding, type RiskCase } from './riskCase.js'

const multiSend = published.multiSend141.address
const callOnly = published.multiSendCallOnly141.address

const payroll = employees.map((employee, index) =>
  call(usdc, 'transfer(address,uint256)', employee, usd(4000 + index)),
)

/** What replaces storage slot 0 when a safe delegatecalls it. */
const slotZeroAttack = delegatecall(
  attackContract,
  'transfer(address,uint256)',
  auditor,
  0n,
)

const thefts: RiskCase[] = [
  riskCase({
    name: 'delegatecall that looks like a token transfer overwrites slot 0',
    story:
      'The largest theft of 2025: operation 1 to a contract whose transfer(address,uint256) writes its first argument over the singleton. The new singleton even sits in the address book as a cold wallet.',
    safe: treasury,
    call: slotZeroAttack,
    facts: {
      codeHashes: {
        ...publishedCode,
        [attackContract]: codeNamed('slot zero attack'),
      },
    },
    expected: [finding('unpinned-delegatecall', 'block', [])],
    nearMiss: ['first-time-recipient', 'singleton-change'],
  }),
  riskCase({
    name: 'blind-signed upgrade through a migration contract of the attacker',
    story:
      'Presented as the update to 1.4.1; the function is right, the contract is not.',
    safe: council,
    call: delegatecall(attackContract, 'migrateSingleton()'),
    facts: {
      codeHashes: { [attackContract]: codeNamed('false migration') },
    },
    expected: [
      finding('unpinned-delegatecall', 'block', []),
      finding('singleton-change', 'block', []),
    ],
  }),
  bareRiskCase({
    name: 'delegatecall to a contract nobody knows anything about',
    story: 'No fact but the safe is known, and that must not quieten anything.',
    safe: treasury,
    call: delegatecall(attackContract, 'sweep(address)', attacker),
    expected: [finding('unpinned-delegatecall', 'block', [])],
  }),
  riskCase({
    name: 'delegatecall without data',
    story: 'Even a fallback function runs on the storage of the safe.',
    safe: treasury,
    call: { to: attackContract, value: 0n, data: '0x', operation: 1 },
    expected: [finding('unpinned-delegatecall', 'block', [])],
    nearMiss: ['data-to-no-code'],
  }),
  riskCase({
    name: 'known library address with other code',
    story:
      'On a young chain somebody else deployed to the address of SignMessageLib.',
    safe: treasury,
    call: delegatecall(
      published.signMessageLib141.address,
      'signMessage(bytes)',
      stringToHex('hello'),
    ),
    facts: {
      codeHashes: {
        [published.signMessageLib141.address]: codeNamed('impostor'),
      },
    },
    expected: [finding('unpinned-delegatecall', 'block', [])],
  }),
  riskCase({
    name: 'known library address with the code of another known library',
    story: 'Address and hash are each pinned, but not as a pair.',
    safe: treasury,
    call: delegatecall(
      published.createCall141.address,
      'performCreate(uint256,bytes)',
      0n,
      '0x600160005500',
    ),
    facts: {
      codeHashes: {
        [published.createCall141.address]: published.multiSend141.codeHash,
      },
    },
    expected: [finding('unpinned-delegatecall', 'block', [])],
  }),
  riskCase({
    name: 'copy of MultiSend at another address',
    story: 'The same bytes as published, at an address that is not pinned.',
    safe: treasury,
    call: batch(attackContract, [
      pay(auditor, ether(1)),
      call(usdc, 'transfer(address,uint256)', vendor, usd(900)),
    ]),
    facts: {
      codeHashes: { [attackContract]: published.multiSend141.codeHash },
    },
    expected: [finding('unpinned-delegatecall', 'block', [])],
  }),
  bareRiskCase({
    name: 'known library whose code was not read',
    story: 'The node did not answer eth_getCode, so nothing is pinned.',
    safe: treasury,
    call: delegatecall(
      published.createCall141.address,
      'performCreate(uint256,bytes)',
      0n,
      '0x600160005500',
    ),
    expected: [finding('unpinned-delegatecall', 'block', [])],
  }),
  riskCase({
    name: 'migration address with other code',
    story:
      'The version update is asked for at the right address, but the code there is not the published one.',
    safe: council,
    call: delegatecall(
      published.safeMigration141.address,
      'migrateL2Singleton()',
    ),
    facts: {
      codeHashes: {
        ...publishedCode,
        [published.safeMigration141.address]: codeNamed('false migration'),
      },
    },
    expected: [
      finding('unpinned-delegatecall', 'block', []),
      finding('singleton-change', 'block', []),
    ],
  }),
  riskCase({
    name: 'MultiSend with one leg that is a delegatecall',
    story: 'Between two payments, one leg runs foreign code on the safe.',
    safe: treasury,
    call: batch(multiSend, [
      pay(auditor, ether(1)),
      slotZeroAttack,
      pay(vendor, ether(2)),
    ]),
    expected: [finding('unpinned-delegatecall', 'block', [1])],
    nearMiss: ['odd-call-in-batch'],
  }),
  riskCase({
    name: 'MultiSendCallOnly with a leg marked as delegatecall',
    story:
      'The call-only contract would revert, but who signs it was told something else than what is written.',
    safe: treasury,
    call: batch(callOnly, [
      pay(auditor, ether(1)),
      pay(vendor, ether(1)),
      delegatecall(attackContract, 'drain()'),
    ]),
    expected: [finding('unpinned-delegatecall', 'block', [2])],
  }),
  riskCase({
    name: 'delegatecall in a MultiSend inside a MultiSend',
    story: 'The inner MultiSend is pinned and quiet, its second leg is not.',
    safe: treasury,
    call: batch(multiSend, [
      pay(auditor, ether(1)),
      batch(multiSend, [pay(vendor, ether(1)), slotZeroAttack]),
    ]),
    expected: [finding('unpinned-delegatecall', 'block', [1, 1])],
  }),
  riskCase({
    name: 'delegatecall in a MultiSend inside execTransaction of a nested safe',
    story:
      'The treasury only calls a safe that it owns; that safe delegatecalls MultiSend, and one leg delegatecalls the attacker.',
    safe: treasury,
    call: execTransaction({
      safe: subsidiary,
      executor: treasury.address,
      inner: batch(multiSend, [pay(auditor, ether(3)), slotZeroAttack]),
    }),
    expected: [finding('unpinned-delegatecall', 'block', [0, 1])],
  }),
  riskCase({
    name: 'nested safe in a batch delegatecalls directly',
    story: 'The third leg executes on a nested safe with operation 1.',
    safe: treasury,
    call: batch(callOnly, [
      pay(auditor, ether(1)),
      call(usdc, 'transfer(address,uint256)', vendor, usd(100)),
      execTransaction({
        safe: subsidiary,
        executor: treasury.address,
        inner: slotZeroAttack,
      }),
    ]),
    expected: [finding('unpinned-delegatecall', 'block', [2, 0])],
  }),
  riskCase({
    name: 'delegatecall eight batches deep',
    story: 'Each batch holds nothing but the next one.',
    safe: treasury,
    call: nest(8, slotZeroAttack),
    expected: [
      finding('unpinned-delegatecall', 'block', [0, 0, 0, 0, 0, 0, 0, 0]),
    ],
  }),
  riskCase({
    name: 'delegatecall to SimulateTxAccessor',
    story:
      'A published contract, but simulate(...) delegatecalls whatever it is told to; it is not on the list of pinned targets.',
    safe: treasury,
    call: delegatecall(
      simulateTxAccessor141.address,
      'simulate(address,uint256,bytes,uint8)',
      attackContract,
      0n,
      '0x12345678',
      1,
    ),
    facts: {
      codeHashes: {
        ...publishedCode,
        [simulateTxAccessor141.address]: simulateTxAccessor141.codeHash,
      },
    },
    expected: [finding('unpinned-delegatecall', 'block', [])],
  }),
]

const refunds: RiskCase[] = [
  riskCase({
    name: 'rejection whose refund empties the safe',
    story:
      'To, value and data say "reject nonce 41"; gasPrice and baseGas pay 3,000 ETH to whoever executes.',
    safe: treasury,
    call: pay(treasury.address, 0n),
    gas: { baseGas: 3_000_000n, gasPrice: ether(0.001) },
    expected: [finding('refund-drain', 'danger', [])],
  }),
  riskCase({
    name: 'refund in a token to the attacker',
    story: 'A small payment carries a refund of a million USDC.',
    safe: treasury,
    call: call(usdc, 'transfer(address,uint256)', vendor, usd(12)),
    gas: {
      baseGas: 1_000_000n,
      gasPrice: usd(1),
      gasToken: usdc,
      refundReceiver: attacker,
    },
    expected: [finding('refund-drain', 'danger', [])],
    nearMiss: ['first-time-recipient', 'large-share'],
  }),
  riskCase({
    name: 'ordinary relayer refund',
    story: 'A modest gas price; the maximum must still be said.',
    safe: council,
    call: call(
      euroOnGnosis,
      'transfer(address,uint256)',
      landlord,
      ether(1200),
    ),
    gas: {
      safeTxGas: 60_000n,
      baseGas: 48_000n,
      gasPrice: parseGwei('2'),
      refundReceiver: ada,
    },
    expected: [finding('refund-drain', 'danger', [])],
  }),
  riskCase({
    name: 'refund hidden in execTransaction of a nested safe',
    story:
      'The outer transaction has no refund; the inner one pays whoever executes out of the nested safe.',
    safe: treasury,
    call: execTransaction({
      safe: subsidiary,
      executor: treasury.address,
      inner: pay(auditor, ether(0.1)),
      gasPrice: ether(1),
      refundReceiver: attacker,
    }),
    // The refund belongs to the execTransaction call and to the inner one.
    expected: [finding('refund-drain', 'danger')],
  }),
]

const approvals: RiskCase[] = [
  riskCase({
    name: 'unlimited approval to the attacker',
    story: 'approve(attacker, 2^256 - 1), the oldest drain there is.',
    safe: treasury,
    call: call(usdc, 'approve(address,uint256)', attacker, maxUint256),
    expected: [finding('unlimited-approval', 'danger', [])],
    nearMiss: ['first-time-recipient'],
  }),
  riskCase({
    name: 'approval of exactly 2^95',
    story: 'The smallest amount that counts as unlimited by itself.',
    safe: treasury,
    call: call(weth, 'approve(address,uint256)', router, 2n ** 95n),
    expected: [finding('unlimited-approval', 'danger', [])],
  }),
  riskCase({
    name: 'approval of more than there is',
    story:
      'A token with 6 decimals: far below 2^95, yet more than the total supply.',
    safe: treasury,
    call: call(usdc, 'approve(address,uint256)', router, 10n ** 18n),
    facts: { totalSupplies: { [usdc]: 4n * 10n ** 16n } },
    expected: [finding('unlimited-approval', 'danger', [])],
  }),
  riskCase({
    name: 'unlimited increase of an allowance',
    story: 'increaseAllowance instead of approve.',
    safe: council,
    call: call(
      euroOnGnosis,
      'increaseAllowance(address,uint256)',
      attacker,
      maxUint256,
    ),
    expected: [finding('unlimited-approval', 'danger', [])],
  }),
  bareRiskCase({
    name: 'unlimited approval of something of unknown kind',
    story:
      'It could be an NFT with a large number; not knowing must not quieten it.',
    safe: treasury,
    call: call(
      named('no token list'),
      'approve(address,uint256)',
      router,
      maxUint256,
    ),
    expected: [finding('unlimited-approval', 'danger', [])],
  }),
  riskCase({
    name: 'unlimited approval with bytes appended',
    story:
      'The token ignores the extra word; a decoder that gives up on it would hide the approval.',
    safe: treasury,
    call: withTrailing(
      call(usdc, 'approve(address,uint256)', attacker, maxUint256),
      keccak256('0x00'),
    ),
    expected: [
      finding('unlimited-approval', 'danger', []),
      finding('partly-decoded', 'warning', []),
    ],
  }),
  riskCase({
    name: 'whole NFT collection handed to an operator',
    story: 'setApprovalForAll(attacker, true) on an ERC-721 collection.',
    safe: treasury,
    call: call(paintings, 'setApprovalForAll(address,bool)', attacker, true),
    expected: [finding('approval-for-all', 'danger', [])],
  }),
  riskCase({
    name: 'operator approval between two NFT transfers',
    story:
      'Three legs on one ERC-1155 collection, the middle one gives it away.',
    safe: treasury,
    call: batch(callOnly, [
      call(
        tickets,
        'safeTransferFrom(address,address,uint256,uint256,bytes)',
        treasury.address,
        vendor,
        1n,
        5n,
        '0x',
      ),
      call(tickets, 'setApprovalForAll(address,bool)', attacker, true),
      call(
        tickets,
        'safeTransferFrom(address,address,uint256,uint256,bytes)',
        treasury.address,
        auditor,
        1n,
        5n,
        '0x',
      ),
    ]),
    expected: [finding('approval-for-all', 'danger', [1])],
    nearMiss: ['odd-call-in-batch', 'first-time-recipient'],
  }),
  riskCase({
    name: 'ERC-2612 permit submitted by the safe',
    story: 'A signed allowance, brought on chain by the safe.',
    safe: treasury,
    call: call(
      usdc,
      'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
      treasury.address,
      attacker,
      usd(50_000),
      1_900_000_000n,
      27,
      keccak256('0x01'),
      keccak256('0x02'),
    ),
    expected: [finding('permit', 'danger', [])],
    nearMiss: ['unlimited-approval'],
  }),
  riskCase({
    name: 'DAI permit',
    story:
      'DAI has its own permit whose boolean gives everything for ever: a permit and an unlimited approval.',
    safe: treasury,
    call: call(
      dai,
      'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
      treasury.address,
      attacker,
      0n,
      0n,
      true,
      28,
      keccak256('0x01'),
      keccak256('0x02'),
    ),
    expected: [
      finding('permit', 'danger', []),
      finding('unlimited-approval', 'danger', []),
    ],
  }),
  riskCase({
    name: 'Permit2 approve',
    story: 'Permit2 may already move the token; this names who may ask it to.',
    safe: treasury,
    call: call(
      permit2,
      'approve(address,address,uint160,uint48)',
      usdc,
      attacker,
      maxUint160,
      1_900_000_000,
    ),
    expected: [finding('permit', 'danger', [])],
  }),
  riskCase({
    name: 'Permit2 permit with a signature',
    story: 'The signed form of the same grant.',
    safe: treasury,
    call: call(
      permit2,
      'permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce) details, address spender, uint256 sigDeadline) permitSingle, bytes signature)',
      treasury.address,
      {
        details: {
          token: weth,
          amount: ether(40),
          expiration: 1_900_000_000,
          nonce: 0,
        },
        spender: attacker,
        sigDeadline: 1_900_000_000n,
      },
      someSignature,
    ),
    expected: [finding('permit', 'danger', [])],
  }),
  riskCase({
    name: 'Permit2 permitTransferFrom',
    story: 'Moves tokens on a signature; here from an owner to the safe.',
    safe: treasury,
    call: call(
      permit2,
      'permitTransferFrom(((address token, uint256 amount) permitted, uint256 nonce, uint256 deadline) permit, (address to, uint256 requestedAmount) transferDetails, address owner, bytes signature)',
      {
        permitted: { token: usdc, amount: usd(900) },
        nonce: 5n,
        deadline: 1_900_000_000n,
      },
      { to: treasury.address, requestedAmount: usd(900) },
      ada,
      someSignature,
    ),
    expected: [finding('permit', 'danger', [])],
    nearMiss: ['first-time-recipient'],
  }),
  riskCase({
    name: 'Permit2 batch permit as second leg',
    story: 'A payment first, then three tokens granted in one permit.',
    safe: treasury,
    call: batch(callOnly, [
      call(usdc, 'transfer(address,uint256)', vendor, usd(80)),
      call(
        permit2,
        'permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, address spender, uint256 sigDeadline) permitBatch, bytes signature)',
        treasury.address,
        {
          details: [usdc, dai, weth].map((token) => ({
            token,
            amount: maxUint160,
            expiration: 1_900_000_000,
            nonce: 0,
          })),
          spender: attacker,
          sigDeadline: 1_900_000_000n,
        },
        someSignature,
      ),
    ]),
    expected: [finding('permit', 'danger', [1])],
  }),
  riskCase({
    name: 'two-step drain through Permit2',
    story:
      'First everything to Permit2, which looks usual, then Permit2 to the attacker.',
    safe: treasury,
    call: batch(callOnly, [
      call(dai, 'approve(address,uint256)', permit2, maxUint256),
      call(
        permit2,
        'approve(address,address,uint160,uint48)',
        dai,
        attacker,
        maxUint160,
        1_900_000_000,
      ),
    ]),
    expected: [
      finding('unlimited-approval', 'danger', [0]),
      finding('permit', 'danger', [1]),
    ],
  }),
]

const settings: RiskCase[] = [
  riskCase({
    name: 'new owner at the same threshold',
    story: 'A fourth owner, still two signatures.',
    safe: treasury,
    call: call(
      treasury.address,
      'addOwnerWithThreshold(address,uint256)',
      dan,
      2n,
    ),
    expected: [finding('owner-change', 'warning', [])],
    nearMiss: ['threshold-change', 'selector-contradicts-target'],
  }),
  riskCase({
    name: 'new owner who can act alone',
    story: 'addOwnerWithThreshold(attacker, 1) on a safe of 3 of 5.',
    safe: council,
    call: call(
      council.address,
      'addOwnerWithThreshold(address,uint256)',
      attacker,
      1n,
    ),
    expected: [
      finding('owner-change', 'warning', []),
      finding('threshold-change', 'danger', []),
    ],
  }),
  riskCase({
    name: 'owner removed and threshold lowered with it',
    story: 'From 2 of 3 to 1 of 2 in one call.',
    safe: treasury,
    call: call(
      treasury.address,
      'removeOwner(address,address,uint256)',
      ben,
      cleo,
      1n,
    ),
    expected: [
      finding('owner-change', 'warning', []),
      finding('threshold-change', 'danger', []),
    ],
  }),
  riskCase({
    name: 'owner removed at the same threshold',
    story: 'From 3 of 5 to 3 of 4.',
    safe: council,
    call: call(
      council.address,
      'removeOwner(address,address,uint256)',
      sentinel,
      ada,
      3n,
    ),
    expected: [finding('owner-change', 'warning', [])],
    nearMiss: ['threshold-change'],
  }),
  riskCase({
    name: 'owner swapped in the middle of a payroll',
    story: 'Nineteen salaries and one swapOwner.',
    safe: treasury,
    call: batch(
      callOnly,
      payroll.with(
        8,
        call(
          treasury.address,
          'swapOwner(address,address,address)',
          ada,
          ben,
          attacker,
        ),
      ),
    ),
    expected: [
      finding('owner-change', 'warning', [8]),
      finding('odd-call-in-batch', 'warning', [8]),
    ],
  }),
  riskCase({
    name: 'threshold lowered to one',
    story: 'changeThreshold(1) on 3 of 5.',
    safe: council,
    call: call(council.address, 'changeThreshold(uint256)', 1n),
    expected: [finding('threshold-change', 'danger', [])],
  }),
  riskCase({
    name: 'threshold raised',
    story: 'changeThreshold(3) on 2 of 3: all must sign from now on.',
    safe: treasury,
    call: call(treasury.address, 'changeThreshold(uint256)', 3n),
    expected: [finding('threshold-change', 'warning', [])],
  }),
  riskCase({
    name: 'module of the attacker',
    story: 'A module moves everything without a signature.',
    safe: treasury,
    call: call(treasury.address, 'enableModule(address)', attackContract),
    expected: [finding('module-change', 'danger', [])],
  }),
  riskCase({
    name: 'module enabled in the middle of a batch',
    story: 'Two payments to known people around enableModule.',
    safe: treasury,
    call: batch(callOnly, [
      call(usdc, 'transfer(address,uint256)', auditor, usd(5000)),
      call(treasury.address, 'enableModule(address)', attackContract),
      pay(vendor, ether(0.4)),
    ]),
    expected: [finding('module-change', 'danger', [1])],
    nearMiss: ['odd-call-in-batch'],
  }),
  riskCase({
    name: 'module disabled',
    story: 'The allowance module is taken out.',
    safe: treasury,
    call: call(
      treasury.address,
      'disableModule(address,address)',
      sentinel,
      allowanceModule,
    ),
    expected: [finding('module-change', 'warning', [])],
  }),
  riskCase({
    name: 'guard removed',
    story: 'setGuard(0): what the guard forbade is allowed from now on.',
    safe: treasury,
    call: call(treasury.address, 'setGuard(address)', zeroAddress),
    expected: [finding('guard-change', 'danger', [])],
  }),
  riskCase({
    name: 'guard set',
    story: 'A bad guard can lock the safe for ever.',
    safe: council,
    call: call(council.address, 'setGuard(address)', attackContract),
    expected: [finding('guard-change', 'danger', [])],
  }),
  riskCase({
    name: 'module guard removed',
    story: 'New in 1.5.0: setModuleGuard(0).',
    safe: newVault,
    call: call(newVault.address, 'setModuleGuard(address)', zeroAddress),
    expected: [finding('guard-change', 'danger', [])],
  }),
  riskCase({
    name: 'fallback handler of the attacker',
    story:
      'A handler decides what isValidSignature answers: it can sign orders for the safe.',
    safe: treasury,
    call: call(treasury.address, 'setFallbackHandler(address)', attackContract),
    expected: [finding('handler-change', 'danger', [])],
  }),
  riskCase({
    name: 'singleton replaced by changeMasterCopy',
    story: 'Possible in 1.1.1 by a plain call; the new code is unknown.',
    safe: oldVault,
    call: call(oldVault.address, 'changeMasterCopy(address)', attackContract),
    expected: [
      finding('singleton-change', 'block', []),
      finding('replayable-signature', 'danger', []),
    ],
  }),
  riskCase({
    name: 'module enabled on a nested safe',
    story: 'The nested safe calls itself; the treasury only executes.',
    safe: treasury,
    call: execTransaction({
      safe: subsidiary,
      executor: treasury.address,
      inner: call(subsidiary, 'enableModule(address)', attackContract),
    }),
    expected: [finding('module-change', 'danger', [0])],
  }),
  riskCase({
    name: 'owner added through a leg to the zero address',
    story:
      'The 1.5.0 MultiSend contracts take the zero address for the safe itself, so this leg adds an owner.',
    safe: newVault,
    call: batch(published.multiSendCallOnly150.address, [
      call(usdcOnBase, 'transfer(address,uint256)', auditor, usd(10)),
      call(zeroAddress, 'addOwnerWithThreshold(address,uint256)', attacker, 2n),
    ]),
    expected: [finding('owner-change', 'warning', [1])],
  }),
  riskCase({
    name: 'take-over in one batch',
    story: 'Two owners swapped, the threshold lowered, the handler replaced.',
    safe: council,
    call: batch(published.multiSendCallOnly130.address, [
      call(
        council.address,
        'swapOwner(address,address,address)',
        sentinel,
        ada,
        attacker,
      ),
      call(
        council.address,
        'swapOwner(address,address,address)',
        attacker,
        ben,
        stranger,
      ),
      call(council.address, 'changeThreshold(uint256)', 2n),
      call(council.address, 'setFallbackHandler(address)', attackContract),
    ]),
    expected: [
      finding('owner-change', 'warning', [0]),
      finding('owner-change', 'warning', [1]),
      finding('threshold-change', 'danger', [2]),
      finding('handler-change', 'danger', [3]),
    ],
    nearMiss: ['odd-call-in-batch'],
  }),
  riskCase({
    name: 'version update through the published migration contract',
    story: 'The ordinary way from 1.3.0 to 1.4.1.',
    safe: council,
    call: delegatecall(
      published.safeMigration141.address,
      'migrateL2Singleton()',
    ),
    expected: [finding('singleton-change', 'danger', [])],
    nearMiss: ['unpinned-delegatecall'],
  }),
]

const wrongTargets: RiskCase[] = [
  riskCase({
    name: 'token transfer on a chain where the token does not exist',
    story: 'The address of another chain: the call succeeds and does nothing.',
    safe: council,
    call: call(
      named('token of another chain'),
      'transfer(address,uint256)',
      vendor,
      usd(700),
    ),
    facts: {
      codeHashes: { ...publishedCode, [named('token of another chain')]: null },
    },
    expected: [finding('data-to-no-code', 'danger', [])],
  }),
  riskCase({
    name: 'deposit into a router that is a plain account',
    story:
      'A phishing page replaced the router by the account of the attacker; data makes it look like a contract call.',
    safe: treasury,
    call: {
      ...call(attacker, 'deposit(uint256)', 1n),
      value: ether(25),
    },
    facts: { codeHashes: { ...publishedCode, [attacker]: null } },
    expected: [
      finding('data-to-no-code', 'danger', []),
      finding('first-time-recipient', 'info', []),
    ],
  }),
  riskCase({
    name: 'one leg goes to an address without code',
    story: 'The allowance is set on the token, the deposit goes nowhere.',
    safe: treasury,
    call: batch(callOnly, [
      call(usdc, 'approve(address,uint256)', router, usd(500)),
      call(router, 'deposit(uint256)', usd(500)),
    ]),
    facts: { codeHashes: { ...publishedCode, [router]: null } },
    expected: [finding('data-to-no-code', 'danger', [1])],
  }),
  riskCase({
    name: 'token transfer sent to a safe',
    story: 'The target is a safe, which has no transfer(address,uint256).',
    safe: treasury,
    call: call(subsidiary, 'transfer(address,uint256)', vendor, usd(300)),
    expected: [finding('selector-contradicts-target', 'danger', [])],
  }),
  riskCase({
    name: 'NFT transfer on an ERC-20 token',
    story: 'safeTransferFrom of ERC-721, sent to USDC.',
    safe: treasury,
    call: call(
      usdc,
      'safeTransferFrom(address,address,uint256)',
      treasury.address,
      vendor,
      17n,
    ),
    expected: [finding('selector-contradicts-target', 'danger', [])],
  }),
  riskCase({
    name: 'owner management sent to a token',
    story: 'What looks like a settings change does not reach the safe.',
    safe: treasury,
    call: call(usdc, 'addOwnerWithThreshold(address,uint256)', dan, 1n),
    expected: [finding('selector-contradicts-target', 'danger', [])],
    nearMiss: ['owner-change', 'threshold-change'],
  }),
  riskCase({
    name: 'multiSend called instead of delegatecalled',
    story:
      'With operation 0 the legs run as the MultiSend contract, not as the safe.',
    safe: treasury,
    call: { ...batch(callOnly, payroll.slice(0, 3)), operation: 0 },
    expected: [finding('selector-contradicts-target', 'danger', [])],
    nearMiss: ['unpinned-delegatecall'],
  }),
  riskCase({
    name: 'inner batch called instead of delegatecalled',
    story: 'The outer batch is right, its second leg calls MultiSendCallOnly.',
    safe: treasury,
    call: batch(callOnly, [
      pay(auditor, ether(1)),
      {
        ...batch(callOnly, [pay(vendor, ether(1)), pay(landlord, ether(1))]),
        operation: 0,
      },
    ]),
    expected: [finding('selector-contradicts-target', 'danger', [1])],
  }),
  riskCase({
    name: 'operator approval on an ERC-20 token',
    story: 'The selector belongs to NFTs, the target is DAI.',
    safe: treasury,
    call: call(dai, 'setApprovalForAll(address,bool)', attacker, true),
    expected: [
      finding('approval-for-all', 'danger', []),
      finding('selector-contradicts-target', 'danger', []),
    ],
  }),
]

const recipients: RiskCase[] = [
  riskCase({
    name: 'poisoned address with four and four digits',
    story:
      'Dust came from an address that begins and ends like the exchange; it was copied from the history.',
    safe: treasury,
    call: call(
      usdc,
      'transfer(address,uint256)',
      lookAlike(exchange, { first: 4, last: 4 }),
      usd(20_000),
    ),
    expected: [
      finding('look-alike-recipient', 'warning', []),
      finding('first-time-recipient', 'info', []),
    ],
  }),
  riskCase({
    name: 'poisoned address with six and six digits',
    story: 'Longer in both places: still one warning.',
    safe: treasury,
    call: pay(lookAlike(vendor, { first: 6, last: 6 }), ether(3)),
    expected: [
      finding('look-alike-recipient', 'warning', []),
      finding('first-time-recipient', 'info', []),
    ],
  }),
  riskCase({
    name: 'address with the same first six digits',
    story: 'Only the beginning agrees.',
    safe: treasury,
    call: pay(lookAlike(landlord, { first: 6, last: 0 }), ether(1)),
    expected: [
      finding('look-alike-recipient', 'info', []),
      finding('first-time-recipient', 'info', []),
    ],
  }),
  riskCase({
    name: 'address with the same last six digits',
    story: 'Only the end agrees, in an NFT transfer.',
    safe: treasury,
    call: call(
      paintings,
      'safeTransferFrom(address,address,uint256)',
      treasury.address,
      lookAlike(auditor, { first: 0, last: 6 }),
      3n,
    ),
    expected: [
      finding('look-alike-recipient', 'info', []),
      finding('first-time-recipient', 'info', []),
    ],
  }),
  riskCase({
    name: 'address that looks like an owner',
    story: 'A payout meant for Ada.',
    safe: council,
    call: pay(lookAlike(ada, { first: 5, last: 4 }), ether(900)),
    expected: [
      finding('look-alike-recipient', 'warning', []),
      finding('first-time-recipient', 'info', []),
    ],
  }),
  riskCase({
    name: 'one poisoned address in a payroll of twenty',
    story: 'All legs have one target and one selector; leg 13 pays a stranger.',
    safe: treasury,
    call: batch(
      callOnly,
      payroll.with(
        13,
        call(
          usdc,
          'transfer(address,uint256)',
          lookAlike(employees[13] ?? vendor, { first: 4, last: 5 }),
          usd(4013),
        ),
      ),
    ),
    expected: [
      finding('look-alike-recipient', 'warning', [13]),
      finding('first-time-recipient', 'info', [13]),
    ],
    nearMiss: ['odd-call-in-batch'],
  }),
  riskCase({
    name: 'four first and three last digits are no look-alike',
    story: 'One digit short at the end.',
    safe: treasury,
    call: pay(lookAlike(exchange, { first: 4, last: 3 }), ether(1)),
    expected: [finding('first-time-recipient', 'info', [])],
    nearMiss: ['look-alike-recipient'],
  }),
  riskCase({
    name: 'three first and five last digits are no look-alike',
    story: 'One digit short at the beginning and one short of six at the end.',
    safe: treasury,
    call: pay(lookAlike(exchange, { first: 3, last: 5 }), ether(1)),
    expected: [finding('first-time-recipient', 'info', [])],
    nearMiss: ['look-alike-recipient'],
  }),
  riskCase({
    name: 'first payment to a stranger',
    story: 'Nothing wrong but that nobody paid this address before.',
    safe: treasury,
    call: pay(stranger, ether(0.5)),
    expected: [finding('first-time-recipient', 'info', [])],
  }),
  riskCase({
    name: 'first payments in a batch',
    story: 'Two of three payees are new.',
    safe: treasury,
    call: batch(callOnly, [
      call(usdc, 'transfer(address,uint256)', named('new hire 1'), usd(100)),
      call(usdc, 'transfer(address,uint256)', auditor, usd(100)),
      call(usdc, 'transfer(address,uint256)', named('new hire 2'), usd(100)),
    ]),
    expected: [
      finding('first-time-recipient', 'info', [0]),
      finding('first-time-recipient', 'info', [2]),
    ],
  }),
]

const oddCalls: RiskCase[] = [
  riskCase({
    name: 'payroll of twenty with one unlimited approval',
    story: 'The same token throughout; leg 11 approves instead of paying.',
    safe: treasury,
    call: batch(
      callOnly,
      payroll.with(
        11,
        call(usdc, 'approve(address,uint256)', attacker, maxUint256),
      ),
    ),
    expected: [
      finding('unlimited-approval', 'danger', [11]),
      finding('odd-call-in-batch', 'warning', [11]),
    ],
  }),
  riskCase({
    name: 'ownership of a protocol handed over between emission updates',
    story:
      'A lending protocol lost its pools this way in 2024: routine calls, and one transferOwnership.',
    safe: council,
    call: batch(published.multiSendCallOnly130.address, [
      ...[1n, 2n, 3n].map((pool) =>
        call(router, 'setEmission(uint256,uint256)', pool, 400n),
      ),
      call(named('pool registry'), 'transferOwnership(address)', attacker),
      ...[4n, 5n].map((pool) =>
        call(router, 'setEmission(uint256,uint256)', pool, 400n),
      ),
    ]),
    expected: [finding('odd-call-in-batch', 'warning', [3])],
  }),
  riskCase({
    name: 'unknown call among payments in different assets',
    story: 'Ether, USDC and DAI to known people, and one call nobody can read.',
    safe: treasury,
    call: batch(callOnly, [
      pay(auditor, ether(1)),
      call(usdc, 'transfer(address,uint256)', vendor, usd(100)),
      call(dai, 'transfer(address,uint256)', landlord, ether(100)),
      call(attackContract, 'claim(address,uint256)', attacker, 1n),
      pay(exchange, ether(2)),
    ]),
    expected: [finding('odd-call-in-batch', 'warning', [3])],
  }),
  riskCase({
    name: 'four legs of which one differs',
    story: 'The smallest batch in which a call can be odd.',
    safe: treasury,
    call: batch(callOnly, [
      call(usdc, 'increaseAllowance(address,uint256)', router, usd(10)),
      ...payroll.slice(0, 3),
    ]),
    expected: [finding('odd-call-in-batch', 'warning', [0])],
    nearMiss: ['unlimited-approval'],
  }),
]

const shares: RiskCase[] = [
  riskCase({
    name: 'everything to a stranger',
    story: 'The whole ether balance goes to an address never paid before.',
    safe: treasury,
    call: pay(stranger, ether(812)),
    facts: { balances: [{ token: null, amount: ether(812) }] },
    expected: [
      finding('large-share', 'warning', []),
      finding('first-time-recipient', 'info', []),
    ],
  }),
  riskCase({
    name: 'exactly half of a token',
    story: 'Half is already a large share.',
    safe: treasury,
    call: call(usdc, 'transfer(address,uint256)', exchange, usd(50_000)),
    facts: {
      balances: [
        { token: null, amount: ether(10) },
        { token: usdc, amount: usd(100_000) },
      ],
    },
    expected: [finding('large-share', 'warning', [])],
  }),
  riskCase({
    name: 'most of one token in the third leg',
    story: 'The first two legs are small.',
    safe: treasury,
    call: batch(callOnly, [
      pay(auditor, ether(1)),
      call(usdc, 'transfer(address,uint256)', vendor, usd(10)),
      call(dai, 'transfer(address,uint256)', exchange, ether(9000)),
    ]),
    facts: {
      balances: [
        { token: null, amount: ether(50) },
        { token: usdc, amount: usd(90_000) },
        { token: dai, amount: ether(10_000) },
      ],
    },
    expected: [finding('large-share', 'warning', [2])],
  }),
]

const replays: RiskCase[] = [
  riskCase({
    name: 'payment of a 1.1.1 safe',
    story:
      'The signed domain has no chain id: the same signatures work on a fork or another chain.',
    safe: oldVault,
    call: pay(auditor, ether(2)),
    expected: [finding('replayable-signature', 'danger', [])],
  }),
  riskCase({
    name: 'rejection of a 1.0.0 safe',
    story: 'Even a rejection can be replayed.',
    safe: { ...oldVault, version: '1.0.0' },
    call: pay(oldVault.address, 0n),
    expected: [finding('replayable-signature', 'danger', [])],
  }),
  riskCase({
    name: 'batch of a 1.1.1 safe that is replayed to drain a twin',
    story:
      'The safe has a twin at the same address on another chain; the batch itself is ordinary.',
    safe: oldVault,
    call: batch(published.multiSend111.address, payroll.slice(0, 5)),
    expected: [finding('replayable-signature', 'danger', [])],
    nearMiss: ['unpinned-delegatecall'],
  }),
]

const partlyDecoded: RiskCase[] = [
  riskCase({
    name: 'token transfer with bytes appended',
    story: 'Some proxies read what comes after the arguments.',
    safe: treasury,
    call: withTrailing(
      call(usdc, 'transfer(address,uint256)', vendor, usd(40)),
      '0xdeadbeef',
    ),
    expected: [finding('partly-decoded', 'warning', [])],
  }),
  riskCase({
    name: 'token transfer with something above the address',
    story:
      'The upper 12 bytes of the address word are not zero; a decoder that drops them shows other bytes than are signed.',
    safe: treasury,
    call: {
      to: usdt,
      value: 0n,
      data: concat([
        '0xa9059cbb',
        '0xffffffffffffffffffffffff',
        vendor,
        numberToHex(usd(40), { size: 32 }),
      ]),
      operation: 0,
    },
    expected: [finding('partly-decoded', 'warning', [])],
  }),
  riskCase({
    name: 'delegatecall in a batch that ends in stray bytes',
    story:
      'MultiSend reads the stray zeros as an empty call, so everything before them runs; giving up on the batch would hide its second leg.',
    safe: treasury,
    call: delegatecall(
      multiSend,
      'multiSend(bytes)',
      concat([
        packLegs([pay(auditor, ether(1)), slotZeroAttack]),
        '0x00000000',
      ]),
    ),
    expected: [
      finding('unpinned-delegatecall', 'block', [1]),
      finding('partly-decoded', 'warning', []),
    ],
  }),
  riskCase({
    name: 'leg that claims more data than there is',
    story: 'The length of the last leg runs past the end of the batch.',
    safe: treasury,
    call: delegatecall(
      callOnly,
      'multiSend(bytes)',
      concat([
        packLegs([pay(auditor, ether(1))]),
        encodePacked(
          ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
          [0, vendor, ether(1), 500n, '0x1234'],
        ),
      ]),
    ),
    expected: [finding('partly-decoded', 'warning', [])],
  }),
  riskCase({
    name: 'bytes after the arguments of multiSend',
    story: 'A further leg is written behind the batch, where nobody reads it.',
    safe: treasury,
    call: withTrailing(
      batch(callOnly, [pay(auditor, ether(1)), pay(vendor, ether(1))]),
      packLegs([pay(attacker, ether(500))]),
    ),
    expected: [finding('partly-decoded', 'warning', [])],
    nearMiss: ['first-time-recipient'],
  }),
  riskCase({
    name: 'bytes appended to the call of a nested safe',
    story: 'The outer calldata is exact, the inner one is not.',
    safe: treasury,
    call: execTransaction({
      safe: subsidiary,
      executor: treasury.address,
      inner: withTrailing(
        call(dai, 'transfer(address,uint256)', vendor, ether(5)),
        padHex('0x', { size: 32 }),
      ),
    }),
    expected: [finding('partly-decoded', 'warning', [0])],
  }),
]

const quiet: RiskCase[] = [
  riskCase({
    name: 'ether to a known recipient',
    story: 'The plainest transaction.',
    safe: treasury,
    call: pay(auditor, ether(1.5)),
    facts: { balances: [{ token: null, amount: ether(40) }] },
    expected: [],
    nearMiss: ['first-time-recipient', 'large-share', 'replayable-signature'],
  }),
  riskCase({
    name: 'tokens to a known recipient',
    story: 'A bill is paid.',
    safe: treasury,
    call: call(usdc, 'transfer(address,uint256)', vendor, usd(1250)),
    expected: [],
    nearMiss: ['selector-contradicts-target', 'partly-decoded'],
  }),
  riskCase({
    name: 'ether to an owner',
    story: 'Owners need no address-book entry.',
    safe: treasury,
    call: pay(ben, ether(0.2)),
    facts: { knownRecipients: [] },
    expected: [],
    nearMiss: ['first-time-recipient'],
  }),
  riskCase({
    name: 'tokens pulled from an owner into the safe',
    story: 'transferFrom with the safe as recipient.',
    safe: treasury,
    call: call(
      dai,
      'transferFrom(address,address,uint256)',
      ada,
      treasury.address,
      ether(300),
    ),
    facts: { knownRecipients: [] },
    expected: [],
    nearMiss: ['first-time-recipient', 'selector-contradicts-target'],
  }),
  riskCase({
    name: 'rejection',
    story: 'An empty call of the safe to itself.',
    safe: treasury,
    call: pay(treasury.address, 0n),
    expected: [],
    nearMiss: ['first-time-recipient', 'refund-drain'],
  }),
  riskCase({
    name: 'rejection on 1.3.0',
    story: 'The first version whose domain has a chain id.',
    safe: council,
    call: pay(council.address, 0n),
    expected: [],
    nearMiss: ['replayable-signature'],
  }),
  riskCase({
    name: 'plain batch of two',
    story: 'MultiSendCallOnly with ether and tokens to known recipients.',
    safe: treasury,
    call: batch(callOnly, [
      pay(auditor, ether(1)),
      call(usdc, 'transfer(address,uint256)', vendor, usd(75)),
    ]),
    expected: [],
    nearMiss: ['unpinned-delegatecall', 'selector-contradicts-target'],
  }),
  riskCase({
    name: 'payroll of twenty',
    story: 'One token, twenty known people.',
    safe: treasury,
    call: batch(callOnly, payroll),
    expected: [],
    nearMiss: ['odd-call-in-batch', 'unpinned-delegatecall'],
  }),
  riskCase({
    name: 'payments in different assets',
    story: 'Five plain transfers of three assets; none of them is odd.',
    safe: treasury,
    call: batch(callOnly, [
      call(usdc, 'transfer(address,uint256)', auditor, usd(10)),
      call(usdc, 'transfer(address,uint256)', vendor, usd(10)),
      call(usdc, 'transfer(address,uint256)', landlord, usd(10)),
      call(dai, 'transfer(address,uint256)', exchange, ether(10)),
      call(usdc, 'transfer(address,uint256)', employees[0], usd(10)),
    ]),
    expected: [],
    nearMiss: ['odd-call-in-batch'],
  }),
  riskCase({
    name: 'one payment in ether among token payments',
    story: 'A plain transfer like the others, so not odd.',
    safe: treasury,
    call: batch(callOnly, payroll.with(4, pay(auditor, ether(0.1)))),
    expected: [],
    nearMiss: ['odd-call-in-batch'],
  }),
  riskCase({
    name: 'MultiSend whose legs are all calls',
    story: 'The contract could delegatecall, this batch does not.',
    safe: treasury,
    call: batch(multiSend, [
      pay(auditor, ether(1)),
      call(dai, 'transfer(address,uint256)', landlord, ether(900)),
    ]),
    expected: [],
    nearMiss: ['unpinned-delegatecall'],
  }),
  riskCase({
    name: 'message signed on chain',
    story: 'A delegatecall to the pinned SignMessageLib.',
    safe: treasury,
    call: delegatecall(
      published.signMessageLib141.address,
      'signMessage(bytes)',
      hashTypedData({
        domain: { name: 'Vote', chainId: 1 },
        types: { Vote: [{ name: 'proposal', type: 'uint256' }] },
        primaryType: 'Vote',
        message: { proposal: 12n },
      }),
    ),
    expected: [],
    nearMiss: ['unpinned-delegatecall'],
  }),
  riskCase({
    name: 'message signed in a leg of MultiSend',
    story: 'A pinned delegatecall inside a pinned delegatecall.',
    safe: treasury,
    call: batch(multiSend, [
      delegatecall(
        published.signMessageLib141.address,
        'signMessage(bytes)',
        stringToHex('I agree'),
      ),
      pay(vendor, ether(0.1)),
    ]),
    expected: [],
    nearMiss: ['unpinned-delegatecall'],
  }),
  riskCase({
    name: 'contract created by delegatecall',
    story: 'The pinned CreateCall, so that the safe is the creator.',
    safe: treasury,
    call: delegatecall(
      published.createCall141.address,
      'performCreate(uint256,bytes)',
      0n,
      '0x600a600c600039600a6000f3602a60005260206000f3',
    ),
    expected: [],
    nearMiss: ['unpinned-delegatecall', 'singleton-change'],
  }),
  riskCase({
    name: 'contract created by call',
    story: 'performCreate2 of CreateCall with operation 0.',
    safe: council,
    call: call(
      published.createCall130.address,
      'performCreate2(uint256,bytes,bytes32)',
      0n,
      '0x600a600c600039600a6000f3602a60005260206000f3',
      keccak256('0x07'),
    ),
    expected: [],
  }),
  riskCase({
    name: 'small approval',
    story: 'Exactly what the next deposit needs.',
    safe: treasury,
    call: call(usdc, 'approve(address,uint256)', router, usd(2500)),
    facts: { totalSupplies: { [usdc]: 4n * 10n ** 16n } },
    expected: [],
    nearMiss: ['unlimited-approval', 'first-time-recipient'],
  }),
  riskCase({
    name: 'approval just below 2^95',
    story: 'The largest amount that is not unlimited by itself.',
    safe: treasury,
    call: call(dai, 'approve(address,uint256)', router, 2n ** 95n - 1n),
    expected: [],
    nearMiss: ['unlimited-approval'],
  }),
  riskCase({
    name: 'approval revoked',
    story: 'approve(spender, 0).',
    safe: treasury,
    call: call(usdt, 'approve(address,uint256)', router, 0n),
    expected: [],
    nearMiss: ['unlimited-approval', 'permit'],
  }),
  riskCase({
    name: 'operator approval revoked',
    story: 'setApprovalForAll(operator, false).',
    safe: treasury,
    call: call(paintings, 'setApprovalForAll(address,bool)', router, false),
    expected: [],
    nearMiss: ['approval-for-all'],
  }),
  riskCase({
    name: 'operator approval revoked on ERC-1155',
    story: 'The same function on the other kind of collection.',
    safe: treasury,
    call: call(tickets, 'setApprovalForAll(address,bool)', router, false),
    expected: [],
    nearMiss: ['approval-for-all', 'selector-contradicts-target'],
  }),
  riskCase({
    name: 'one name approved for a marketplace',
    story:
      'ERC-721 shares approve(address,uint256); the numbers of names are hashes, larger than 2^95.',
    safe: treasury,
    call: call(
      ensNames,
      'approve(address,uint256)',
      router,
      BigInt(keccak256(stringToHex('covault'))),
    ),
    expected: [],
    nearMiss: ['unlimited-approval', 'selector-contradicts-target'],
  }),
  riskCase({
    name: 'all Permit2 allowances of a spender locked down',
    story: 'The opposite of a permit.',
    safe: treasury,
    call: call(
      permit2,
      'lockdown((address token, address spender)[] approvals)',
      [{ token: usdc, spender: router }],
    ),
    expected: [],
    nearMiss: ['permit'],
  }),
  riskCase({
    name: 'unknown function of a contract with code',
    story: 'A stake in a protocol whose interface is not bundled.',
    safe: treasury,
    call: call(router, 'stake(uint256,address)', ether(10), treasury.address),
    facts: { codeHashes: { ...publishedCode, [router]: codeNamed('router') } },
    expected: [],
    nearMiss: ['partly-decoded', 'data-to-no-code'],
  }),
  riskCase({
    name: 'call to an address whose code is not known',
    story: 'Not known is not the same as none.',
    safe: treasury,
    call: call(router, 'claimRewards()'),
    expected: [],
    nearMiss: ['data-to-no-code'],
  }),
  riskCase({
    name: 'ether to an account without code',
    story: 'Only data makes the absence of code suspicious.',
    safe: treasury,
    call: pay(landlord, ether(2)),
    facts: { codeHashes: { [landlord]: null } },
    expected: [],
    nearMiss: ['data-to-no-code'],
  }),
  riskCase({
    name: 'gas limits without a gas price',
    story: 'safeTxGas and baseGas pay nobody while gasPrice is zero.',
    safe: council,
    call: pay(auditor, ether(10)),
    gas: { safeTxGas: 90_000n, baseGas: 60_000n, gasToken: euroOnGnosis },
    expected: [],
    nearMiss: ['refund-drain'],
  }),
  riskCase({
    name: 'refund receiver without a gas price',
    story: 'A receiver alone receives nothing.',
    safe: treasury,
    call: pay(auditor, ether(1)),
    gas: { refundReceiver: attacker },
    expected: [],
    nearMiss: ['refund-drain'],
  }),
  riskCase({
    name: 'transfer just below half',
    story: 'One unit less than half of the balance.',
    safe: treasury,
    call: call(usdc, 'transfer(address,uint256)', exchange, usd(50_000) - 1n),
    facts: { balances: [{ token: usdc, amount: usd(100_000) }] },
    expected: [],
    nearMiss: ['large-share'],
  }),
  riskCase({
    name: 'nested safe pays a known recipient',
    story: 'execTransaction of a safe that the treasury owns.',
    safe: treasury,
    call: execTransaction({
      safe: subsidiary,
      executor: treasury.address,
      inner: pay(auditor, ether(1)),
    }),
    expected: [],
    nearMiss: ['refund-drain', 'partly-decoded'],
  }),
  riskCase({
    name: 'hash approved on a nested safe',
    story: 'approveHash moves nothing.',
    safe: treasury,
    call: call(subsidiary, 'approveHash(bytes32)', keccak256('0x10')),
    expected: [],
    nearMiss: ['selector-contradicts-target'],
  }),
  riskCase({
    name: 'batch inside a batch, both pinned',
    story: 'MultiSend delegatecalls MultiSendCallOnly, all legs are ordinary.',
    safe: treasury,
    call: batch(multiSend, [
      pay(auditor, ether(1)),
      batch(callOnly, payroll.slice(0, 2)),
    ]),
    expected: [],
    nearMiss: ['unpinned-delegatecall', 'selector-contradicts-target'],
  }),
  riskCase({
    name: 'known recipient that resembles another known one',
    story:
      'Both are in the address book, so neither is mistaken for the other.',
    safe: treasury,
    call: pay(lookAlike(vendor, { first: 4, last: 4 }), ether(1)),
    facts: {
      knownRecipients: [
        ...addressBook,
        lookAlike(vendor, { first: 4, last: 4 }),
      ],
    },
    expected: [],
    nearMiss: ['look-alike-recipient', 'first-time-recipient'],
  }),
  riskCase({
    name: 'spending limit changed',
    story: 'A call to a module that is enabled already.',
    safe: treasury,
    call: batch(callOnly, [
      call(allowanceModule, 'addDelegate(address)', ada),
      call(
        allowanceModule,
        'setAllowance(address,address,uint96,uint16,uint32)',
        ada,
        usdc,
        usd(500),
        1440,
        0,
      ),
    ]),
    expected: [],
    nearMiss: ['module-change'],
  }),
  riskCase({
    name: 'module of another safe',
    story:
      'Called from outside, enableModule of another safe reverts; ours is untouched.',
    safe: treasury,
    call: call(subsidiary, 'enableModule(address)', allowanceModule),
    expected: [],
    nearMiss: ['module-change'],
  }),
  riskCase({
    name: 'guard and handler of another safe',
    story: 'Both calls revert, because only a safe itself may make them.',
    safe: treasury,
    call: batch(callOnly, [
      call(subsidiary, 'setGuard(address)', zeroAddress),
      call(subsidiary, 'setFallbackHandler(address)', fallbackHandler141),
    ]),
    expected: [],
    nearMiss: ['guard-change', 'handler-change'],
  }),
  riskCase({
    name: 'guard read by the safe',
    story: 'A guard is asked, not set; the handler is asked, not replaced.',
    safe: treasury,
    call: batch(callOnly, [
      call(named('guard'), 'allowTarget(address)', router),
      call(fallbackHandler141, 'getModules(address)', treasury.address),
    ]),
    expected: [],
    nearMiss: ['guard-change', 'handler-change'],
  }),
  riskCase({
    name: 'upgrade of a proxy that the safe administers',
    story: 'The singleton of the safe itself stays what it is.',
    safe: treasury,
    call: call(router, 'upgradeTo(address)', named('implementation 2')),
    expected: [],
    nearMiss: ['singleton-change'],
  }),
  riskCase({
    name: 'two kinds of call, two of each',
    story: 'No leg is alone.',
    safe: treasury,
    call: batch(callOnly, [
      call(usdc, 'approve(address,uint256)', router, usd(10)),
      call(router, 'deposit(address,uint256)', usdc, usd(10)),
      call(dai, 'approve(address,uint256)', router, ether(10)),
      call(router, 'deposit(address,uint256)', dai, ether(10)),
    ]),
    expected: [],
    nearMiss: ['odd-call-in-batch', 'unlimited-approval'],
  }),
  riskCase({
    name: 'approval before two payments',
    story: 'Three legs are too few for one of them to be odd.',
    safe: treasury,
    call: batch(callOnly, [
      call(usdc, 'approve(address,uint256)', router, usd(10)),
      call(usdc, 'transfer(address,uint256)', vendor, usd(10)),
      call(usdc, 'transfer(address,uint256)', auditor, usd(10)),
    ]),
    expected: [],
    nearMiss: ['odd-call-in-batch'],
  }),
  riskCase({
    name: 'NFT with data to an owner',
    story: 'The longer safeTransferFrom of ERC-721.',
    safe: treasury,
    call: call(
      paintings,
      'safeTransferFrom(address,address,uint256,bytes)',
      treasury.address,
      cleo,
      9n,
      '0x1234',
    ),
    expected: [],
    nearMiss: ['first-time-recipient', 'partly-decoded'],
  }),
  riskCase({
    name: 'several ERC-1155 items to a known recipient',
    story: 'safeBatchTransferFrom with its two arrays.',
    safe: treasury,
    call: call(
      tickets,
      'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
      treasury.address,
      exchange,
      [1n, 2n, 3n],
      [10n, 20n, 30n],
      '0x',
    ),
    expected: [],
    nearMiss: ['selector-contradicts-target', 'partly-decoded'],
  }),
  riskCase({
    name: 'safe created',
    story: 'createProxyWithNonce of the published factory.',
    safe: treasury,
    call: call(
      proxyFactory141,
      'createProxyWithNonce(address,bytes,uint256)',
      safeL2Singleton141,
      call(
        zeroAddress,
        'setup(address[],uint256,address,bytes,address,address,uint256,address)',
        [ada, eve],
        2n,
        zeroAddress,
        '0x',
        fallbackHandler141,
        zeroAddress,
        0n,
        zeroAddress,
      ).data,
      99n,
    ),
    expected: [],
    nearMiss: ['owner-change', 'singleton-change', 'handler-change'],
  }),
  riskCase({
    name: 'owner of another safe',
    story: 'Called from outside it reverts; the owners here stay the same.',
    safe: treasury,
    call: call(subsidiary, 'addOwnerWithThreshold(address,uint256)', dan, 1n),
    facts: { kinds: { ...knownKinds, [subsidiary]: 'safe' } },
    expected: [],
    nearMiss: ['owner-change', 'threshold-change'],
  }),
]

/**
 * Labelled from the table alone, before there were rules, and not edited to
 * please one: corpus.test.ts holds their fingerprint.
 */
export const frozen: readonly RiskCase[] = [
  ...thefts,
  ...refunds,
  ...approvals,
  ...settings,
  ...wrongTargets,
  ...recipients,
  ...oddCalls,
  ...shares,
  ...replays,
  ...partlyDecoded,
  ...quiet,
]

function nest(depth: number, innermost: Call): Call {
  return depth === 0
    ? innermost
    : batch(multiSend, [nest(depth - 1, innermost)])
}
