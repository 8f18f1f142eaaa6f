import {
  type Address,
  type Hex,
  keccak256,
  maxUint256,
  stringToHex,
} from 'viem'
import type { RiskFacts } from '../riskFacts.js'
import { riskCase } from './buildCase.js'
import {
  ada,
  addressBook,
  allowanceModule,
  attackContract,
  attacker,
  auditor,
  ben,
  council,
  dai,
  employees,
  ether,
  exchange,
  fallbackHandler141,
  knownKinds,
  landlord,
  lookAlike,
  named,
  newVault,
  oldVault,
  paintings,
  proxyFactory141,
  published,
  publishedCode,
  router,
  safeL2Singleton141,
  sentinel,
  someSignature,
  stranger,
  subsidiary,
  treasury,
  usd,
  usdc,
  usdt,
  vendor,
} from './cast.js'
import {
  batch,
  call,
  delegatecall,
  execTransaction,
  pay,
  zeroAddress,
} from './encodeCall.js'
import { finding, type RiskCase } from './riskCase.js'

const multiSend = published.multiSend141.address
const callOnly = published.multiSendCallOnly141.address

/** An exchange was approved before, nobody else. */
const spenders: Partial<RiskFacts> = { knownSpenders: [router] }
const holdings: Partial<RiskFacts> = {
  balances: [
    { token: null, amount: ether(100) },
    { token: usdc, amount: usd(100_000) },
    { token: dai, amount: ether(50_000) },
  ],
}

const strangers: RiskCase[] = [
  riskCase({
    name: 'small approval to somebody who never got one',
    story: 'Below every limit, and still enough for a thief.',
    safe: treasury,
    call: call(usdc, 'approve(address,uint256)', stranger, usd(2500)),
    facts: spenders,
    expected: [finding('approval-to-stranger', 'warning', [])],
    nearMiss: ['unlimited-approval', 'first-time-recipient'],
  }),
  riskCase({
    name: 'small approval to an account without code',
    story: 'A person, not a contract, may come for it.',
    safe: treasury,
    call: call(dai, 'approve(address,uint256)', attacker, ether(900)),
    facts: { ...spenders, codeHashes: { ...publishedCode, [attacker]: null } },
    expected: [finding('approval-to-account', 'danger', [])],
    nearMiss: ['data-to-no-code'],
  }),
  riskCase({
    name: 'small approval to a contract that was approved before',
    story: 'What a safe does every week.',
    safe: treasury,
    call: call(usdc, 'approve(address,uint256)', router, usd(2500)),
    facts: spenders,
    expected: [],
    nearMiss: ['approval-to-stranger', 'approval-of-balance'],
  }),
  riskCase({
    name: 'allowance taken away from a stranger',
    story: 'The end of an allowance is no grant.',
    safe: treasury,
    call: call(usdc, 'approve(address,uint256)', stranger, 0n),
    facts: { ...spenders, ...holdings },
    expected: [],
    nearMiss: ['approval-to-stranger', 'approval-of-balance'],
  }),
  riskCase({
    name: 'increaseApproval for a stranger',
    story: 'The older name of increaseAllowance.',
    safe: treasury,
    call: call(usdt, 'increaseApproval(address,uint256)', stranger, usd(40)),
    facts: spenders,
    expected: [finding('approval-to-stranger', 'warning', [])],
  }),
  riskCase({
    name: 'item of a collection approved for a stranger',
    story: 'One painting with a small number.',
    safe: treasury,
    call: call(paintings, 'approve(address,uint256)', stranger, 12n),
    facts: spenders,
    expected: [finding('approval-to-stranger', 'warning', [])],
    nearMiss: ['unlimited-approval'],
  }),
  riskCase({
    name: 'approval to an imitation of the vendor',
    story: 'Four digits at each end are those of the vendor.',
    safe: treasury,
    call: call(
      usdc,
      'approve(address,uint256)',
      lookAlike(vendor, { first: 4, last: 4 }),
      usd(10),
    ),
    expected: [finding('look-alike-recipient', 'danger', [])],
    nearMiss: ['first-time-recipient', 'approval-to-stranger'],
  }),
  riskCase({
    name: 'collection approved for an imitation of the auditor',
    story: 'The operator resembles somebody who was paid before.',
    safe: treasury,
    call: call(
      paintings,
      'setApprovalForAll(address,bool)',
      lookAlike(auditor, { first: 5, last: 4 }),
      true,
    ),
    expected: [
      finding('approval-for-all', 'danger', []),
      finding('look-alike-recipient', 'danger', []),
    ],
  }),
  riskCase({
    name: 'allowance taken away from an imitation',
    story: 'Undoing the mistake must not be called one.',
    safe: treasury,
    call: call(
      usdc,
      'approve(address,uint256)',
      lookAlike(vendor, { first: 4, last: 4 }),
      0n,
    ),
    expected: [],
    nearMiss: ['look-alike-recipient', 'approval-to-stranger'],
  }),
]

const newOwners: RiskCase[] = [
  riskCase({
    name: 'imitation of an owner added as an owner',
    story: 'Nobody looks twice at an address that is there already.',
    safe: treasury,
    call: call(
      treasury.address,
      'addOwnerWithThreshold(address,uint256)',
      lookAlike(ada, { first: 4, last: 4 }),
      2n,
    ),
    expected: [
      finding('owner-change', 'danger', []),
      finding('look-alike-recipient', 'danger', []),
    ],
    nearMiss: ['threshold-change', 'first-time-recipient'],
  }),
  riskCase({
    name: 'owner swapped for an imitation of the auditor',
    story: 'The new owner resembles somebody who was paid before.',
    safe: treasury,
    call: call(
      treasury.address,
      'swapOwner(address,address,address)',
      sentinel,
      ada,
      lookAlike(auditor, { first: 6, last: 0 }),
    ),
    expected: [
      finding('owner-change', 'danger', []),
      finding('look-alike-recipient', 'warning', []),
    ],
  }),
]

const balanceApprovals: RiskCase[] = [
  riskCase({
    name: 'all of a token approved for a stranger',
    story: 'The exact balance instead of 2^256 - 1 looks modest.',
    safe: treasury,
    call: call(usdc, 'approve(address,uint256)', stranger, usd(100_000)),
    facts: { ...holdings, ...spenders },
    expected: [
      finding('approval-of-balance', 'danger', []),
      finding('approval-to-stranger', 'warning', []),
    ],
    nearMiss: ['unlimited-approval', 'large-share'],
  }),
  riskCase({
    name: 'half of a token approved for a known contract',
    story: 'A large deposit is being prepared.',
    safe: treasury,
    call: call(dai, 'approve(address,uint256)', router, ether(25_000)),
    facts: { ...holdings, ...spenders },
    expected: [finding('approval-of-balance', 'warning', [])],
    nearMiss: ['approval-to-stranger'],
  }),
  riskCase({
    name: 'five allowances that make one large one',
    story: 'Each is a tenth of the balance, together they are half of it.',
    safe: treasury,
    call: batch(
      callOnly,
      [1n, 2n, 3n, 4n, 5n].map((_, index) =>
        call(
          usdc,
          'approve(address,uint256)',
          employees[index] ?? auditor,
          usd(10_000),
        ),
      ),
    ),
    facts: holdings,
    expected: [finding('approval-of-balance', 'warning', [])],
    nearMiss: ['unlimited-approval'],
  }),
  riskCase({
    name: 'unlimited approval by a fact that is wrong',
    story:
      'Somebody told that the token is a collection; 2^256 - 1 is no item.',
    safe: treasury,
    call: call(usdc, 'approve(address,uint256)', attacker, maxUint256),
    facts: { kinds: { ...knownKinds, [usdc]: 'erc721' } },
    expected: [finding('unlimited-approval', 'danger', [])],
  }),
  riskCase({
    name: '96 bits of approval by a fact that is wrong',
    story: 'What tokens of 96 bits call unlimited.',
    safe: treasury,
    call: call(usdt, 'approve(address,uint256)', attacker, 2n ** 96n - 1n),
    facts: { kinds: { ...knownKinds, [usdt]: 'erc721' } },
    expected: [finding('unlimited-approval', 'danger', [])],
  }),
]

const otherApprovals: RiskCase[] = [
  ...(
    [
      ['increaseApproval(address,uint256)', [attacker, maxUint256]],
      ['approveAndCall(address,uint256)', [attacker, maxUint256]],
      ['approveAndCall(address,uint256,bytes)', [attacker, maxUint256, '0x']],
      ['approve(address)', [attacker]],
      ['approveDelegation(address,uint256)', [attacker, maxUint256]],
    ] as const
  ).map(([signature, args]) =>
    riskCase({
      name: `unlimited by ${signature}`,
      story: 'Another name for the same allowance.',
      safe: treasury,
      call: call(dai, signature, ...args),
      expected: [finding('unlimited-approval', 'danger', [])],
    }),
  ),
  riskCase({
    name: 'unlimited allowance of an ERC-6909 token',
    story: 'The third argument is the amount, the second the id.',
    safe: treasury,
    call: call(
      attackContract,
      'approve(address,uint256,uint256)',
      attacker,
      7n,
      maxUint256,
    ),
    expected: [finding('unlimited-approval', 'danger', [])],
  }),
  riskCase({
    name: 'large id of an ERC-6909 token',
    story: 'Only the id is huge.',
    safe: treasury,
    call: call(
      attackContract,
      'approve(address,uint256,uint256)',
      router,
      maxUint256,
      7n,
    ),
    expected: [],
    nearMiss: ['unlimited-approval'],
  }),
  ...(
    [
      ['authorizeOperator(address)', [attacker]],
      ['setOperator(address,bool)', [attacker, true]],
      [
        'setRelayerApproval(address,address,bool)',
        [treasury.address, attacker, true],
      ],
      ['allow(address,bool)', [attacker, true]],
      ['hope(address)', [attacker]],
    ] as const
  ).map(([signature, args]) =>
    riskCase({
      name: `everything by ${signature}`,
      story: 'An operator under another name.',
      safe: treasury,
      call: call(attackContract, signature, ...args),
      expected: [finding('approval-for-all', 'danger', [])],
    }),
  ),
  ...(
    [
      ['setOperator(address,bool)', [router, false]],
      [
        'setRelayerApproval(address,address,bool)',
        [treasury.address, router, false],
      ],
      ['allow(address,bool)', [router, false]],
    ] as const
  ).map(([signature, args]) =>
    riskCase({
      name: `operator dismissed by ${signature}`,
      story: 'The opposite of a grant.',
      safe: treasury,
      call: call(router, signature, ...args),
      expected: [],
      nearMiss: ['approval-for-all'],
    }),
  ),
  riskCase({
    name: 'tokens moved with the authorization of the safe',
    story: 'EIP-3009: the token itself accepts the signature of a contract.',
    safe: treasury,
    call: call(
      usdc,
      'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)',
      treasury.address,
      stranger,
      usd(60_000),
      0n,
      maxUint256,
      keccak256('0x20'),
      someSignature,
    ),
    facts: holdings,
    expected: [
      finding('large-share', 'warning', []),
      finding('first-time-recipient', 'info', []),
    ],
  }),
  riskCase({
    name: 'spending limit of the safe paid out to a stranger',
    story: 'The module moves what the safe holds, whoever calls it.',
    safe: treasury,
    call: call(
      allowanceModule,
      'executeAllowanceTransfer(address,address,address,uint96,address,uint96,address,bytes)',
      treasury.address,
      usdc,
      stranger,
      usd(50_000),
      zeroAddress,
      0n,
      ada,
      someSignature,
    ),
    facts: holdings,
    expected: [
      finding('large-share', 'warning', []),
      finding('first-time-recipient', 'info', []),
    ],
  }),
  riskCase({
    name: 'tokens sent as ERC-777 and ERC-1363 do',
    story: 'Neither is called transfer, both pay a stranger.',
    safe: treasury,
    call: batch(callOnly, [
      call(dai, 'send(address,uint256,bytes)', stranger, ether(1), '0x'),
      call(usdt, 'transferAndCall(address,uint256)', stranger, usd(1)),
    ]),
    expected: [
      finding('first-time-recipient', 'info', [0]),
      finding('first-time-recipient', 'info', [1]),
    ],
  }),
]

const setAllowance = 'setAllowance(address,address,uint96,uint16,uint32)'

const limits: RiskCase[] = [
  riskCase({
    name: 'spending limit for a stranger',
    story: 'Whoever holds that key needs no owner from now on.',
    safe: treasury,
    call: batch(callOnly, [
      call(allowanceModule, 'addDelegate(address)', stranger),
      call(allowanceModule, setAllowance, stranger, usdc, usd(500), 1440, 0),
    ]),
    facts: holdings,
    expected: [
      finding('spending-limit', 'warning', [0]),
      finding('spending-limit', 'warning', [1]),
    ],
    nearMiss: ['module-change'],
  }),
  riskCase({
    name: 'everything as the spending limit of a stranger',
    story: 'A drain that only looks like a household budget.',
    safe: treasury,
    call: call(
      allowanceModule,
      setAllowance,
      attacker,
      zeroAddress,
      ether(100),
      1,
      0,
    ),
    facts: holdings,
    expected: [finding('spending-limit', 'danger', [])],
  }),
  riskCase({
    name: 'all 96 bits as the spending limit of an owner',
    story: 'One owner alone may take all of it.',
    safe: treasury,
    call: call(allowanceModule, setAllowance, ada, usdc, 2n ** 96n - 1n, 0, 0),
    expected: [finding('spending-limit', 'warning', [])],
    nearMiss: ['unlimited-approval'],
  }),
  riskCase({
    name: 'spending limit of an owner renewed',
    story: 'A small limit of somebody who signs anyway.',
    safe: treasury,
    call: call(allowanceModule, setAllowance, ben, usdc, usd(700), 10_080, 0),
    facts: holdings,
    expected: [],
    nearMiss: ['spending-limit'],
  }),
  riskCase({
    name: 'spending limit of a stranger set to nothing',
    story: 'The limit ends.',
    safe: treasury,
    call: call(allowanceModule, setAllowance, stranger, usdc, 0n, 0, 0),
    facts: holdings,
    expected: [],
    nearMiss: ['spending-limit'],
  }),
  riskCase({
    name: 'spending limit for an imitation of the landlord',
    story: 'The delegate resembles somebody who is paid every month.',
    safe: treasury,
    call: call(
      allowanceModule,
      'addDelegate(address)',
      lookAlike(landlord, { first: 4, last: 5 }),
    ),
    expected: [
      finding('spending-limit', 'warning', []),
      finding('look-alike-recipient', 'danger', []),
    ],
  }),
]

const seen = keccak256(stringToHex('shown to the owners'))

const signMessage = (message: Hex) =>
  delegatecall(
    published.signMessageLib141.address,
    'signMessage(bytes)',
    message,
  )

const hashes: RiskCase[] = [
  riskCase({
    name: 'hash of an unseen message signed on chain',
    story: 'Behind the hash may be a permit for everything.',
    safe: treasury,
    call: signMessage(keccak256('0x21')),
    facts: { knownHashes: [seen] },
    expected: [finding('message-signature', 'warning', [])],
    nearMiss: ['unpinned-delegatecall'],
  }),
  riskCase({
    name: 'unseen message signed by an old safe itself',
    story: 'Up to 1.2.0 the safe has the method itself.',
    safe: oldVault,
    call: batch(published.multiSend111.address, [
      pay(auditor, ether(1)),
      call(oldVault.address, 'signMessage(bytes)', stringToHex('I agree')),
    ]),
    facts: { knownHashes: [] },
    expected: [
      finding('replayable-signature', 'danger', []),
      finding('message-signature', 'warning', [1]),
    ],
  }),
  riskCase({
    name: 'message signed on chain that the owners were shown',
    story: 'The message itself is in the list of messages.',
    safe: treasury,
    call: signMessage(seen),
    facts: { knownHashes: [seen] },
    expected: [],
    nearMiss: ['message-signature'],
  }),
  riskCase({
    name: 'text signed on chain that the owners were shown',
    story: 'A message that is no hash is known by its hash.',
    safe: treasury,
    call: signMessage(stringToHex('I agree to all')),
    facts: { knownHashes: [keccak256(stringToHex('I agree to all'))] },
    expected: [],
    nearMiss: ['message-signature'],
  }),
  riskCase({
    name: 'unseen hash approved on another safe',
    story: 'The subsidiary would then give away what it has.',
    safe: treasury,
    call: call(subsidiary, 'approveHash(bytes32)', keccak256('0x22')),
    facts: { knownHashes: [seen] },
    expected: [finding('approved-hash', 'warning', [])],
  }),
  riskCase({
    name: 'unseen hash approved through a nested safe',
    story: 'Two safes further down.',
    safe: council,
    call: execTransaction({
      safe: subsidiary,
      executor: council.address,
      inner: call(
        named('third safe'),
        'approveHash(bytes32)',
        keccak256('0x23'),
      ),
    }),
    facts: { knownHashes: [] },
    expected: [finding('approved-hash', 'warning', [0])],
  }),
  riskCase({
    name: 'hash approved that the owners were shown',
    story: 'The transaction was opened in the queue of the subsidiary.',
    safe: treasury,
    call: call(subsidiary, 'approveHash(bytes32)', seen),
    facts: { knownHashes: [seen] },
    expected: [],
    nearMiss: ['approved-hash'],
  }),
  riskCase({
    name: 'batch of known hashes',
    story: 'Two confirmations at once, both were opened.',
    safe: treasury,
    call: batch(callOnly, [
      call(subsidiary, 'approveHash(bytes32)', seen),
      call(subsidiary, 'approveHash(bytes32)', keccak256('0x24')),
    ]),
    facts: { knownHashes: [seen, keccak256('0x24')] },
    expected: [],
    nearMiss: ['approved-hash', 'message-signature'],
  }),
]

type Creation = {
  singleton?: Address
  to?: Address
  data?: Hex
  handler?: Address
  payment?: bigint
}

function setup({
  to = zeroAddress,
  data = '0x',
  handler = fallbackHandler141,
  payment = 0n,
}: Creation): Hex {
  return call(
    zeroAddress,
    'setup(address[],uint256,address,bytes,address,address,uint256,address)',
    [ada, ben],
    2n,
    to,
    data,
    handler,
    zeroAddress,
    payment,
    zeroAddress,
  ).data
}

function create(creation: Creation, initializer = setup(creation)) {
  const { singleton = safeL2Singleton141 } = creation
  return call(
    proxyFactory141,
    'createProxyWithNonce(address,bytes,uint256)',
    singleton,
    initializer,
    BigInt(initializer.length),
  )
}

/** SafeToL2Setup 1.4.1, which ordinary creations run. */
const safeToL2Setup: Address = '0xBD89A1CE4DDe368FFAB0eC35506eEcE0b1fFdc54'

const creations: RiskCase[] = [
  riskCase({
    name: 'safe with foreign code created',
    story: 'Its author owns whatever is sent there.',
    safe: treasury,
    call: create({ singleton: attackContract }),
    expected: [finding('safe-creation', 'danger', [])],
    nearMiss: ['singleton-change'],
  }),
  riskCase({
    name: 'safe created with a foreign setup',
    story: 'The delegatecall during setup may enable a module.',
    safe: treasury,
    call: create({ to: attackContract, data: '0x610b5925' }),
    expected: [finding('safe-creation', 'danger', [])],
    nearMiss: ['unpinned-delegatecall', 'module-change'],
  }),
  riskCase({
    name: 'safe created with a foreign handler, in a batch',
    story: 'Created and funded at once.',
    safe: treasury,
    call: batch(callOnly, [
      create({ handler: attackContract }),
      pay(auditor, ether(1)),
    ]),
    expected: [finding('safe-creation', 'danger', [0])],
    nearMiss: ['handler-change'],
  }),
  riskCase({
    name: 'safe created without a setup',
    story: 'Whoever is first calls setup.',
    safe: treasury,
    call: create({}, '0x'),
    expected: [finding('safe-creation', 'danger', [])],
  }),
  riskCase({
    name: 'safe created whose published code is another one',
    story: 'The address is right, the code is not.',
    safe: treasury,
    call: create({}),
    facts: {
      codeHashes: { ...publishedCode, [safeL2Singleton141]: keccak256('0x25') },
    },
    expected: [finding('safe-creation', 'danger', [])],
  }),
  riskCase({
    name: 'safe created with an initializer nobody can read',
    story: 'The singleton is published, the call to it is not setup.',
    safe: treasury,
    call: create({}, '0x12345678'),
    expected: [finding('safe-creation', 'warning', [])],
  }),
  riskCase({
    name: 'safe created that pays for its creation',
    story: 'As relayers did it in 2019.',
    safe: treasury,
    call: create({ payment: 5n }),
    expected: [finding('safe-creation', 'warning', [])],
  }),
  riskCase({
    name: 'safe created with the published move to L2',
    story: 'What the creation of a 1.4.1 safe does since 2024.',
    safe: treasury,
    call: create({
      to: safeToL2Setup,
      data: call(zeroAddress, 'setupToL2(address)', safeL2Singleton141).data,
    }),
    expected: [],
    nearMiss: ['safe-creation', 'singleton-change'],
  }),
  riskCase({
    name: 'safe created that is moved to foreign code',
    story:
      'The published SafeToL2Setup is told to install the code of a thief.',
    safe: treasury,
    call: create({
      to: safeToL2Setup,
      data: call(zeroAddress, 'setupToL2(address)', attackContract).data,
    }),
    expected: [finding('safe-creation', 'danger', [])],
  }),
  riskCase({
    name: 'safe created by a factory nobody knows',
    story: 'Whether it does what its name says is not known here.',
    safe: treasury,
    call: { ...create({}), to: attackContract },
    expected: [finding('safe-creation', 'warning', [])],
  }),
  riskCase({
    name: 'safe created without a handler',
    story: 'No handler is no foreign handler.',
    safe: treasury,
    call: create({ handler: zeroAddress }),
    expected: [],
    nearMiss: ['safe-creation', 'handler-change'],
  }),
]

const small = (index: number) =>
  call(
    usdc,
    'transfer(address,uint256)',
    employees[index] ?? auditor,
    usd(3_000),
  )

const splits: RiskCase[] = [
  riskCase({
    name: 'most of a token in many small transfers',
    story: 'Eighteen times three percent.',
    safe: treasury,
    call: batch(
      callOnly,
      Array.from({ length: 18 }, (_, index) => small(index)),
    ),
    facts: holdings,
    expected: [finding('large-share', 'warning', [])],
    nearMiss: ['odd-call-in-batch'],
  }),
  riskCase({
    name: 'ether in small sends through nested batches',
    story: 'Each leg is a fifth, the batch inside has two of them.',
    safe: treasury,
    call: batch(multiSend, [
      pay(auditor, ether(20)),
      batch(callOnly, [pay(vendor, ether(20)), pay(exchange, ether(20))]),
    ]),
    facts: holdings,
    expected: [finding('large-share', 'warning', [])],
  }),
  riskCase({
    name: 'small transfers of different tokens',
    story: 'No asset loses half.',
    safe: treasury,
    call: batch(callOnly, [
      ...Array.from({ length: 10 }, (_, index) => small(index)),
      pay(auditor, ether(40)),
      call(dai, 'transfer(address,uint256)', vendor, ether(20_000)),
    ]),
    facts: holdings,
    expected: [],
    nearMiss: ['large-share'],
  }),
  riskCase({
    name: 'ownership behind two decoys',
    story: 'Two harmless calls keep the third from being the only odd one.',
    safe: treasury,
    call: batch(callOnly, [
      ...Array.from({ length: 10 }, (_, index) => small(index)),
      call(router, 'claimRewards()'),
      call(named('pool registry'), 'transferOwnership(address)', attacker),
      call(named('oracle'), 'poke()'),
    ]),
    expected: [
      finding('odd-call-in-batch', 'warning', [10]),
      finding('odd-call-in-batch', 'warning', [11]),
      finding('odd-call-in-batch', 'warning', [12]),
    ],
  }),
  riskCase({
    name: 'ownership behind two decoys in a short batch',
    story: 'Four payments are habit enough.',
    safe: treasury,
    call: batch(callOnly, [
      small(0),
      call(named('oracle'), 'poke()'),
      small(1),
      call(named('pool registry'), 'transferOwnership(address)', attacker),
      small(2),
      call(router, 'claimRewards()'),
      small(3),
    ]),
    expected: [
      finding('odd-call-in-batch', 'warning', [1]),
      finding('odd-call-in-batch', 'warning', [3]),
      finding('odd-call-in-batch', 'warning', [5]),
    ],
  }),
  riskCase({
    name: 'ownership behind an approval that is not used',
    story: 'A small allowance does not explain another call to the spender.',
    safe: treasury,
    call: batch(callOnly, [
      ...Array.from({ length: 5 }, (_, index) => small(index)),
      call(usdc, 'approve(address,uint256)', router, usd(1)),
      call(router, 'transferOwnership(address)', attacker),
    ]),
    expected: [finding('odd-call-in-batch', 'warning', [6])],
  }),
  riskCase({
    name: 'ownership behind wrapped payments',
    story: 'Each payment is a batch of its own, and so is the odd call.',
    safe: treasury,
    call: batch(multiSend, [
      ...Array.from({ length: 5 }, (_, index) =>
        batch(callOnly, [small(index)]),
      ),
      batch(callOnly, [
        call(named('pool registry'), 'transferOwnership(address)', attacker),
      ]),
    ]),
    expected: [finding('odd-call-in-batch', 'warning', [5, 0])],
  }),
  riskCase({
    name: 'three payments and one small approval',
    story: 'An approval is as ordinary as a payment.',
    safe: treasury,
    call: batch(callOnly, [
      small(0),
      small(1),
      call(usdc, 'approve(address,uint256)', router, usd(100)),
      small(2),
    ]),
    facts: { ...holdings, ...spenders },
    expected: [],
    nearMiss: ['odd-call-in-batch', 'approval-to-stranger'],
  }),
  riskCase({
    name: 'unlimited approval behind two decoys',
    story: 'Payroll, two claims and one unlimited approval.',
    safe: treasury,
    call: batch(callOnly, [
      ...Array.from({ length: 12 }, (_, index) => small(index)),
      call(router, 'claim(uint256)', 1n),
      call(router, 'claim(uint256)', 2n),
      call(usdc, 'approve(address,uint256)', attacker, maxUint256),
    ]),
    facts: { knownRecipients: addressBook },
    expected: [
      finding('odd-call-in-batch', 'warning', [12]),
      finding('odd-call-in-batch', 'warning', [13]),
      finding('odd-call-in-batch', 'warning', [14]),
      finding('unlimited-approval', 'danger', [14]),
    ],
  }),
  riskCase({
    name: 'eight calls of eight kinds',
    story: 'Without a habit nothing breaks it.',
    safe: treasury,
    call: batch(
      callOnly,
      Array.from({ length: 8 }, (_, index) =>
        call(router, `step${index}(uint256)`, BigInt(index)),
      ),
    ),
    expected: [],
    nearMiss: ['odd-call-in-batch'],
  }),
]

const control: RiskCase[] = [
  riskCase({
    name: 'ownership of a protocol handed over in one call',
    story:
      'A lending protocol lost its pools this way in 2024: one transferOwnership, signed blindly.',
    safe: council,
    call: call(
      named('pool registry'),
      'transferOwnership(address)',
      attackContract,
    ),
    facts: spenders,
    expected: [finding('control-transfer', 'danger', [])],
    nearMiss: ['owner-change'],
  }),
  riskCase({
    name: 'role of an administrator beside one payment',
    story: 'Two legs show no habit that one of them could break.',
    safe: treasury,
    call: batch(callOnly, [
      small(0),
      call(
        named('vault of a protocol'),
        'grantRole(bytes32,address)',
        `0x${'00'.repeat(32)}`,
        attacker,
      ),
    ]),
    facts: spenders,
    expected: [finding('control-transfer', 'danger', [1])],
    nearMiss: ['odd-call-in-batch'],
  }),
  riskCase({
    name: 'administrator of a proxy replaced by a nested safe',
    story: 'The rights belong to the subsidiary, the signature is ours.',
    safe: treasury,
    call: execTransaction({
      safe: subsidiary,
      executor: treasury.address,
      inner: call(
        named('proxy administration'),
        'changeProxyAdmin(address,address)',
        named('proxy'),
        attacker,
      ),
    }),
    facts: spenders,
    expected: [finding('control-transfer', 'danger', [0])],
  }),
  riskCase({
    name: 'code of a proxy replaced by code that nobody knows',
    story: 'The new code moves out what the proxy keeps, in the same call.',
    safe: treasury,
    call: call(
      named('proxy'),
      'upgradeToAndCall(address,bytes)',
      attackContract,
      '0x12345678',
    ),
    facts: spenders,
    expected: [finding('control-transfer', 'warning', [])],
    nearMiss: ['singleton-change'],
  }),
  riskCase({
    name: 'verifier of the attacker for the orders of an exchange',
    story:
      'Whatever order the attacker writes counts as signed by the safe from then on.',
    safe: newVault,
    call: call(
      newVault.address,
      'setDomainVerifier(bytes32,address)',
      keccak256('0x24'),
      attackContract,
    ),
    expected: [finding('handler-change', 'danger', [])],
  }),
  riskCase({
    name: 'verifier set on another safe',
    story: 'Not by the safe itself, so that nothing happens.',
    safe: newVault,
    call: call(
      subsidiary,
      'setDomainVerifier(bytes32,address)',
      keccak256('0x24'),
      attackContract,
    ),
    expected: [],
    nearMiss: ['handler-change'],
  }),
  riskCase({
    name: 'ownership handed over to an owner of the safe',
    story: 'Known people may take over.',
    safe: treasury,
    call: call(named('pool registry'), 'transferOwnership(address)', ada),
    facts: spenders,
    expected: [],
    nearMiss: ['control-transfer'],
  }),
  riskCase({
    name: 'role taken away from a stranger',
    story: 'The end of a right is no grant.',
    safe: treasury,
    call: call(
      named('vault of a protocol'),
      'revokeRole(bytes32,address)',
      `0x${'00'.repeat(32)}`,
      stranger,
    ),
    facts: spenders,
    expected: [],
    nearMiss: ['control-transfer'],
  }),
]

const creationCode = '0x600a600c600039600a6000f3602a60005260206000f3'

const withdrawals: RiskCase[] = [
  riskCase({
    name: 'all ether goes to a contract that is created',
    story: 'The published CreateCall pays what the code of the thief keeps.',
    safe: treasury,
    call: delegatecall(
      published.createCall141.address,
      'performCreate(uint256,bytes)',
      ether(100),
      creationCode,
    ),
    facts: holdings,
    expected: [finding('large-share', 'warning', [])],
    nearMiss: ['unpinned-delegatecall'],
  }),
  riskCase({
    name: 'most ether goes to a contract that is created in a batch',
    story: 'Behind a payment, at an address known before.',
    safe: treasury,
    call: batch(multiSend, [
      small(0),
      delegatecall(
        published.createCall141.address,
        'performCreate2(uint256,bytes,bytes32)',
        ether(90),
        creationCode,
        keccak256('0x07'),
      ),
    ]),
    facts: holdings,
    expected: [finding('large-share', 'warning', [1])],
  }),
  riskCase({
    name: 'contract that is created with a little ether',
    story: 'As much as its first steps need.',
    safe: treasury,
    call: delegatecall(
      published.createCall141.address,
      'performCreate(uint256,bytes)',
      ether(1),
      creationCode,
    ),
    facts: holdings,
    expected: [],
    nearMiss: ['large-share'],
  }),
  ...(
    [
      ['withdraw(uint256,address,address)', [1n, attacker, treasury.address]],
      ['redeem(uint256,address,address)', [1n, attacker, treasury.address]],
      ['withdraw(address,uint256,address)', [usdc, maxUint256, attacker]],
      ['withdrawTo(address,uint256)', [attacker, 1n]],
    ] as const
  ).map(([signature, args]) =>
    riskCase({
      name: `${signature} pays a stranger`,
      story: 'What a vault keeps for the safe goes to somebody else.',
      safe: treasury,
      call: call(named('vault'), signature, ...args),
      expected: [finding('first-time-recipient', 'info', [])],
      nearMiss: ['large-share'],
    }),
  ),
  riskCase({
    name: 'withdrawal to somebody who resembles the vendor',
    story: 'Poisoned addresses are pasted into withdrawals as well.',
    safe: treasury,
    call: call(
      named('vault'),
      'withdraw(address,uint256,address)',
      usdc,
      usd(5),
      lookAlike(vendor, { first: 5, last: 5 }),
    ),
    expected: [
      finding('look-alike-recipient', 'danger', []),
      finding('first-time-recipient', 'info', []),
    ],
  }),
  riskCase({
    name: 'withdrawal into the safe',
    story: 'The vault pays back to whom it belongs.',
    safe: treasury,
    call: call(
      named('vault'),
      'redeem(uint256,address,address)',
      1n,
      treasury.address,
      treasury.address,
    ),
    expected: [],
    nearMiss: ['first-time-recipient'],
  }),
  riskCase({
    name: 'withdrawal among payments',
    story: 'It is not one of them, whoever gets it.',
    safe: treasury,
    call: batch(callOnly, [
      ...Array.from({ length: 5 }, (_, index) => small(index)),
      call(
        named('vault'),
        'redeem(uint256,address,address)',
        1n,
        vendor,
        treasury.address,
      ),
    ]),
    expected: [finding('odd-call-in-batch', 'warning', [5])],
  }),
]

/** What others may take later, and what is hidden in small pieces. */
export const grants: readonly RiskCase[] = [
  ...strangers,
  ...newOwners,
  ...balanceApprovals,
  ...otherApprovals,
  ...limits,
  ...hashes,
  ...creations,
  ...splits,
  ...control,
  ...withdrawals,
]
