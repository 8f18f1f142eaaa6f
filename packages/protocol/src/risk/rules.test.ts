import {
  type Address,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  zeroAddress,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { encodeMethod } from '../abi/method.js'
import { addDelegateMethod, setAllowanceMethod } from '../calldata/allowance.js'
import {
  daiPermitMethod,
  erc20ApproveAllMethod,
  erc20ApproveMethod,
  erc20IncreaseAllowanceMethod,
  erc20PermitMethod,
  erc20TransferFromMethod,
  erc20TransferMethod,
} from '../calldata/erc20.js'
import {
  erc721SafeTransferFromMethod,
  setApprovalForAllMethod,
} from '../calldata/erc721.js'
import {
  setDomainVerifierMethod,
  setFallbackHandlerMethod,
  setSafeMethodMethod,
} from '../calldata/fallbackHandler.js'
import { setGuardMethod, setModuleGuardMethod } from '../calldata/guard.js'
import {
  disableModuleMethod,
  enableModuleMethod,
  execTransactionFromModuleMethod,
} from '../calldata/modules.js'
import {
  addOwnerWithThresholdMethod,
  changeThresholdMethod,
  removeOwnerMethod,
  swapOwnerMethod,
} from '../calldata/owners.js'
import { createProxyWithNonceMethod } from '../calldata/proxyFactory.js'
import {
  approveHashMethod,
  setupWithoutPaymentMethod,
} from '../calldata/safe.js'
import { signMessageMethod } from '../calldata/signMessage.js'
import {
  changeMasterCopyMethod,
  migrateSingletonMethod,
  migrateToL2Method,
} from '../calldata/singleton.js'
import { decodeCall } from '../decodeCall.js'
import type { Deployment } from '../deployments/deployment.js'
import {
  migrations,
  multiSends,
  proxyFactories,
  signMessageLibraries,
  singletons,
} from '../deployments/table.js'
import { encodeExecTransaction } from '../execTransaction.js'
import { type Call, encodeMultiSend } from '../multiSend.js'
import type { SafeTransaction } from '../safeTransaction.js'
import type { SafeVersion } from '../safeVersion.js'
import type { Tense } from '../tell/telling.js'
import type { Finding } from './finding.js'
import { findRisks } from './findRisks.js'
import type { RiskFacts } from './riskFacts.js'
import type { RiskId } from './rules.js'

const safe = '0x1111111111111111111111111111111111111111'
const otherSafe = '0x2222222222222222222222222222222222222222'
const owner = '0x3333333333333333333333333333333333333333'
const friend = '0x4444444444444444444444444444444444444444'
const stranger = '0x5555555555555555555555555555555555555555'
const token = '0x6666666666666666666666666666666666666666'
const collection = '0x7777777777777777777777777777777777777777'
const contract = '0x8888888888888888888888888888888888888888'

const multiSend = pick(multiSends, 'MultiSend', '1.4.1')
const callOnly = pick(multiSends, 'MultiSendCallOnly', '1.4.1')
const newMultiSend = pick(multiSends, 'MultiSend', '1.5.0')
const signMessageLibrary = pick(signMessageLibraries, 'SignMessageLib', '1.4.1')
const migration = pick(migrations, 'SafeMigration', '1.4.1')
const toL2Migration = pick(migrations, 'SafeToL2Migration', '1.4.1')
const factory = pick(proxyFactories, 'SafeProxyFactory', '1.4.1')
const l2Singleton = pick(singletons, 'SafeL2', '1.4.1')

const emptyCodeHash =
  '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'

const emptyTransaction = {
  to: friend,
  value: 0n,
  data: '0x',
  operation: 0,
  safeTxGas: 0n,
  baseGas: 0n,
  gasPrice: 0n,
  gasToken: zeroAddress,
  refundReceiver: zeroAddress,
} as const

type Vector = {
  name: string
  call: Partial<Call>
  gas?: Partial<SafeTransaction>
  version?: SafeVersion
  facts?: Partial<RiskFacts>
  /** Severities with paths, of this rule only. */
  found: string[]
}

/** Beside the cases of the corpus, which every rule has. */
const vectors: Partial<Record<RiskId, Vector[]>> = {
  'unpinned-delegatecall': [
    {
      name: 'an unknown contract',
      call: { to: contract, data: '0x12345678', operation: 1 },
      found: ['block at root'],
    },
    {
      name: 'a library whose code is not known',
      call: { ...batch([]), to: multiSend.address },
      facts: { codeHashes: {} },
      found: ['block at root'],
    },
    {
      name: 'a library, where there is no chain to ask',
      call: { ...batch([]), to: multiSend.address },
      facts: { codeHashes: {}, isCodeUnread: true },
      found: ['danger at root'],
    },
    {
      name: 'an unknown contract, where there is no chain to ask',
      call: { to: contract, data: '0x12345678', operation: 1 },
      facts: { codeHashes: {}, isCodeUnread: true },
      found: ['block at root'],
    },
    {
      name: 'other code at the address of a library',
      call: batch([]),
      facts: {
        codeHashes: { [multiSend.address]: l2Singleton.codeHash },
      },
      found: ['block at root'],
    },
    {
      name: 'a leg of a batch inside of another safe',
      call: nested(
        batch([send(friend, 1n), { ...send(contract, 0n), operation: 1 }]),
      ),
      found: ['block at 0.1'],
    },
    {
      name: 'the entry at which a batch breaks off',
      call: breakOff(batch([{ ...send(contract, 0n), operation: 1 }])),
      found: ['block at root'],
    },
    {
      name: 'a batch that breaks off in an entry that does so too',
      call: breakOff(batch([breakOff(batch([send(friend, 1n)]))])),
      found: ['block at root'],
    },
    {
      name: 'an ordinary call at which a batch breaks off',
      call: breakOff(batch([send(friend, 1n)])),
      found: [],
    },
    {
      name: 'calls that are too deep to be read',
      call: Array.from({ length: 70 }).reduce<Call>(
        (inner) => batch([inner]),
        send(friend, 1n),
      ),
      found: [`block at ${Array.from({ length: 64 }).fill(0).join('.')}`],
    },
    { name: 'published libraries', call: batch([signMessage()]), found: [] },
    {
      name: 'the last bytes of a batch, which are not executed',
      call: withData(
        batch([]),
        (data) =>
          `${data.slice(0, -64)}${'01'.padStart(64, '0')}01${'00'.repeat(31)}`,
      ),
      found: [],
    },
  ],
  'refund-drain': [
    {
      name: 'a gas price',
      call: send(friend, 1n),
      gas: { gasPrice: 1n },
      found: ['danger at root'],
    },
    {
      name: 'a gas price of a nested safe',
      call: {
        to: otherSafe,
        data: encodeExecTransaction(
          { ...emptyTransaction, gasPrice: 7n, gasToken: token },
          '0x',
        ),
      },
      found: ['danger at root'],
    },
    {
      name: 'gas without a price',
      call: send(friend, 1n),
      gas: { safeTxGas: 9n, baseGas: 9n, refundReceiver: stranger },
      found: [],
    },
  ],
  'unlimited-approval': [
    {
      name: 'the first amount that counts as unlimited',
      call: approve(2n ** 95n),
      found: ['danger at root'],
    },
    { name: 'one unit less', call: approve(2n ** 95n - 1n), found: [] },
    {
      name: 'more than there is',
      call: approve(101n),
      facts: { totalSupplies: { [token]: 100n } },
      found: ['danger at root'],
    },
    {
      name: 'all there is',
      call: approve(100n),
      facts: { totalSupplies: { [token]: 100n } },
      found: [],
    },
    {
      name: 'an increase',
      call: {
        to: token,
        data: encodeMethod(erc20IncreaseAllowanceMethod, {
          spender: stranger,
          addedValue: 2n ** 255n,
        }),
      },
      found: ['danger at root'],
    },
    {
      name: 'a permit of DAI',
      call: daiPermit(true),
      found: ['danger at root'],
    },
    {
      name: 'a permit of DAI that ends one',
      call: daiPermit(false),
      found: [],
    },
    {
      name: 'the largest amount of what is said to be a collection',
      call: { ...approve(2n ** 256n - 1n), to: collection },
      facts: { kinds: { [collection]: 'erc721' } },
      found: ['danger at root'],
    },
    {
      name: 'an allowance without an amount',
      call: {
        to: token,
        data: encodeMethod(erc20ApproveAllMethod, { spender: stranger }),
      },
      found: ['danger at root'],
    },
    {
      name: "a collection's item with a large id",
      call: { ...approve(2n ** 255n), to: collection },
      facts: { kinds: { [collection]: 'erc721' } },
      found: [],
    },
    {
      name: 'a target that is not known',
      call: { ...approve(2n ** 255n), to: collection },
      facts: { kinds: {} },
      found: ['danger at root'],
    },
    {
      name: 'an amount whose last bytes are missing and read as zeros',
      call: withData(approve(2n ** 256n - 1n), (data) => data.slice(0, -6)),
      found: ['danger at root'],
    },
  ],
  'approval-to-stranger': [
    {
      name: 'somebody who was neither approved nor paid',
      call: approve(1n),
      facts: { knownSpenders: [contract] },
      found: ['warning at root'],
    },
    {
      name: 'an account without code, of which another rule speaks',
      call: approve(1n),
      facts: { knownSpenders: [], kinds: { [stranger]: 'account' } },
      found: [],
    },
    {
      name: 'somebody who was approved',
      call: approve(1n),
      facts: { knownSpenders: [stranger] },
      found: [],
    },
    {
      name: 'somebody who was paid',
      call: approve(1n),
      facts: { knownSpenders: [], knownRecipients: [stranger] },
      found: [],
    },
    {
      name: 'spenders that are not known',
      call: approve(1n),
      found: [],
    },
    {
      name: 'an end of the allowance',
      call: approve(0n),
      facts: { knownSpenders: [] },
      found: [],
    },
  ],
  'approval-of-balance': [
    { name: 'half', call: approve(500n), found: ['warning at root'] },
    { name: 'less than half', call: approve(499n), found: [] },
    {
      name: 'all of it to a stranger',
      call: approve(1000n),
      facts: { knownSpenders: [] },
      found: ['danger at root'],
    },
    {
      name: 'many that add up',
      call: batch([approve(200n), approve(200n), approve(200n)]),
      found: ['warning at root'],
    },
    {
      name: 'one large and one small',
      call: batch([approve(600n), approve(200n)]),
      found: ['warning at 0'],
    },
    { name: 'of another safe', call: nested(approve(1000n)), found: [] },
  ],
  'spending-limit': [
    {
      name: 'a stranger',
      call: setAllowance(stranger, 1n),
      found: ['warning at root'],
    },
    {
      name: 'half of the balance to a stranger',
      call: setAllowance(stranger, 500n),
      found: ['danger at root'],
    },
    {
      name: 'half of the balance to a friend',
      call: setAllowance(friend, 500n),
      found: ['warning at root'],
    },
    { name: 'little to a friend', call: setAllowance(friend, 1n), found: [] },
    { name: 'nothing', call: setAllowance(stranger, 0n), found: [] },
  ],
  'message-signature': [
    {
      name: 'a message that nobody saw',
      call: signMessage(),
      facts: { knownHashes: [] },
      found: ['warning at root'],
    },
    {
      name: 'a message that was shown',
      call: signMessage(),
      facts: { knownHashes: [keccak256('0x1234')] },
      found: [],
    },
    {
      name: 'a call that signs nothing',
      call: { ...signMessage(), operation: 0 },
      facts: { knownHashes: [] },
      found: [],
    },
  ],
  'approved-hash': [
    {
      name: 'a hash that nobody saw',
      call: approveHash(),
      facts: { knownHashes: [] },
      found: ['warning at root'],
    },
    {
      name: 'a hash that was shown',
      call: approveHash(),
      facts: { knownHashes: [keccak256('0x12')] },
      found: [],
    },
  ],
  'safe-creation': [
    {
      name: 'a foreign singleton',
      call: createProxy(contract, '0x'),
      found: ['danger at root'],
    },
    {
      name: 'an initializer that cannot be read',
      call: createProxy(l2Singleton.address, '0x12345678'),
      found: ['warning at root'],
    },
    {
      name: 'code that runs during the setup of 0.1.0',
      call: createProxy(
        l2Singleton.address,
        encodeMethod(setupWithoutPaymentMethod, {
          owners: [owner],
          threshold: 1n,
          to: contract,
          data: '0x',
        }),
      ),
      found: ['danger at root'],
    },
    {
      name: 'an ordinary one',
      call: createProxy(
        l2Singleton.address,
        encodeMethod(setupWithoutPaymentMethod, {
          owners: [owner],
          threshold: 1n,
          to: zeroAddress,
          data: '0x',
        }),
      ),
      found: [],
    },
    {
      name: 'of a stranger, in a batch that may fund it',
      call: batch([
        createProxy(
          l2Singleton.address,
          encodeMethod(setupWithoutPaymentMethod, {
            owners: [stranger],
            threshold: 1n,
            to: zeroAddress,
            data: '0x',
          }),
        ),
        send(friend, 1n),
      ]),
      found: ['warning at 0'],
    },
  ],
  'control-transfer': [
    {
      name: 'ownership for a stranger',
      call: handOver('f2fde38b', stranger),
      facts: { knownSpenders: [] },
      found: ['danger at root'],
    },
    {
      name: 'ownership for a stranger, with dirty bits, by another safe',
      call: nested(
        withData(handOver('f2fde38b', stranger), (data) =>
          data.replace('f2fde38b00', 'f2fde38bff'),
        ),
      ),
      facts: { knownSpenders: [] },
      found: ['danger at 0'],
    },
    {
      name: 'new code, in a batch',
      call: batch([send(friend, 1n), handOver('4f1ef286', stranger)]),
      facts: { knownSpenders: [] },
      found: ['warning at 1'],
    },
    {
      name: 'ownership for somebody who was paid',
      call: handOver('f2fde38b', friend),
      facts: { knownSpenders: [], knownRecipients: [friend] },
      found: [],
    },
    {
      name: 'ownership for nobody',
      call: handOver('f2fde38b', zeroAddress),
      facts: { knownSpenders: [] },
      found: [],
    },
    {
      name: 'people who are not known',
      call: handOver('f2fde38b', stranger),
      found: [],
    },
  ],
  'approval-for-all': [
    { name: 'true', call: approveAll(true), found: ['danger at root'] },
    { name: 'false', call: approveAll(false), found: [] },
    {
      name: 'a word that is neither',
      call: withData(approveAll(true), (data) => `${data.slice(0, -1)}2`),
      found: ['danger at root'],
    },
  ],
  permit: [
    {
      name: 'EIP-2612',
      call: {
        to: token,
        data: encodeMethod(erc20PermitMethod, {
          owner: friend,
          spender: safe,
          value: 1n,
          deadline: 1n,
          v: 27n,
          r: `0x${'1'.repeat(64)}`,
          s: `0x${'2'.repeat(64)}`,
        }),
      },
      found: ['danger at root'],
    },
    { name: 'DAI', call: daiPermit(false), found: ['danger at root'] },
    {
      name: 'Permit2 with arguments that cannot be read',
      call: { to: contract, data: '0x2a2d80d1' },
      found: ['danger at root'],
    },
    { name: 'an ordinary approval', call: approve(1n), found: [] },
  ],
  'owner-change': [
    {
      name: 'adding a stranger',
      call: addOwner(safe, 2n),
      facts: twoOf([owner, friend, token]),
      found: ['danger at root'],
    },
    {
      name: 'adding a contact',
      call: addOwner(safe, 2n),
      facts: { ...twoOf([owner, token]), knownRecipients: [stranger] },
      found: ['info at root'],
    },
    {
      name: 'adding a safe of the reader',
      call: addOwner(safe, 2n),
      facts: { ...twoOf([owner, token]), ownSafes: [stranger] },
      found: ['info at root'],
    },
    {
      name: 'removing, in a batch',
      call: batch([send(friend, 1n), removeOwner(2n)]),
      facts: twoOf([owner, friend, token, contract]),
      found: ['warning at 1'],
    },
    {
      name: 'removing the spare key',
      call: removeOwner(2n),
      facts: twoOf([owner, friend, token]),
      found: ['danger at root'],
    },
    {
      name: 'removing where there was no spare key before',
      call: removeOwner(1n),
      facts: twoOf([owner, friend]),
      found: ['warning at root'],
    },
    {
      name: 'swapping in a stranger',
      call: swapOwner(safe),
      found: ['danger at root'],
    },
    {
      name: 'swapping in a contact',
      call: swapOwner(safe),
      facts: { ...twoOf([owner, token, friend]), knownRecipients: [stranger] },
      found: ['info at root'],
    },
    {
      name: 'swapping in a contact who is only said to have been paid',
      call: swapOwner(safe),
      facts: { counterparties: [stranger] },
      found: ['danger at root'],
    },
    {
      name: 'of a nested safe',
      call: nested(swapOwner(otherSafe)),
      facts: { knownRecipients: [stranger] },
      found: ['warning at 0'],
    },
    {
      name: 'the safe written as zero in a batch of 1.5.0',
      call: batch([swapOwner(zeroAddress)], newMultiSend),
      found: ['danger at 0'],
    },
    {
      name: 'the zero address in a batch of 1.4.1',
      call: batch([swapOwner(zeroAddress)]),
      found: [],
    },
    {
      name: 'of a safe that would not obey',
      call: swapOwner(otherSafe),
      found: [],
    },
    {
      name: 'a contact who may decide alone',
      call: addOwner(safe, 1n),
      facts: { knownRecipients: [stranger] },
      found: ['warning at root'],
    },
    {
      name: 'a contact beside the only key, while both are needed from then on',
      call: addOwner(safe, 2n),
      facts: { ...oneOf([owner]), knownRecipients: [stranger] },
      found: ['info at root'],
    },
    {
      name: 'the only key, for a contact',
      call: swapOwner(safe),
      facts: { ...oneOf([owner]), knownRecipients: [stranger] },
      found: ['warning at root'],
    },
    {
      name: 'removing, while one of several is enough',
      call: removeOwner(1n),
      facts: oneOf([owner, friend, token]),
      found: ['warning at root'],
    },
    {
      name: 'removing all but one',
      call: removeOwner(1n),
      facts: oneOf([owner, friend]),
      found: ['danger at root'],
    },
    {
      name: 'removing the spare key beside an owner who is replaced',
      call: batch([swapOwner(safe), removeOwner(2n)]),
      facts: {
        ...twoOf([owner, friend, token]),
        knownRecipients: [stranger],
      },
      found: ['danger at 1', 'info at 0'],
    },
    {
      name: 'removing for good whom the batch removed and added again',
      call: batch([
        removeOwner(2n),
        addOwner(safe, 2n, owner),
        removeOwner(2n),
      ]),
      facts: twoOf([owner, friend, token]),
      found: ['danger at 0', 'danger at 2', 'info at 1'],
    },
    {
      name: 'removing, as well through a call as a module of its own',
      call: batch([removeOwner(2n), throughModule(removeOwner(2n))]),
      facts: twoOf([owner, friend, token, contract]),
      found: ['danger at 0', 'danger at 1.0'],
    },
    {
      name: 'contacts, as many as the threshold that is set behind',
      call: batch([swapOwner(safe), changeThreshold(safe, 1n)]),
      facts: { knownRecipients: [stranger] },
      found: ['warning at 0'],
    },
  ],
  'threshold-change': [
    {
      name: 'lower',
      call: changeThreshold(safe, 1n),
      found: ['danger at root'],
    },
    {
      name: 'higher, with a spare key left',
      call: addOwner(safe, 3n),
      facts: twoOf([owner, friend, token]),
      found: ['info at root'],
    },
    {
      name: 'higher, so that all have to sign',
      call: changeThreshold(safe, 3n),
      facts: twoOf([owner, friend, token]),
      found: ['danger at root'],
    },
    {
      name: 'higher, so that all have to sign, beside an owner who is replaced',
      call: batch([swapOwner(safe), changeThreshold(safe, 3n)]),
      facts: {
        ...twoOf([owner, friend, token]),
        knownRecipients: [stranger],
      },
      found: ['danger at 1'],
    },
    {
      name: 'higher, so that all have to sign, beside one who goes for good',
      call: batch([removeOwner(2n), changeThreshold(safe, 3n)]),
      facts: twoOf([owner, friend, token, contract]),
      found: ['info at 1'],
    },
    {
      name: 'higher, where all had to sign before',
      call: addOwner(safe, 3n),
      facts: twoOf([owner, friend]),
      found: ['info at root'],
    },
    {
      name: 'higher in the end, when two owners more are there',
      call: batch([addOwner(safe, 2n, contract), addOwner(safe, 4n)]),
      facts: twoOf([owner, friend, token]),
      found: ['info at 1'],
    },
    { name: 'the same', call: addOwner(safe, 2n), found: [] },
    {
      name: 'lower by removing',
      call: removeOwner(1n),
      found: ['danger at root'],
    },
    {
      name: 'of a nested safe, whose own is not known',
      call: nested(changeThreshold(otherSafe, 5n)),
      found: ['danger at 0'],
    },
  ],
  'module-change': [
    {
      name: 'on',
      call: {
        to: safe,
        data: encodeMethod(enableModuleMethod, { module: stranger }),
      },
      found: ['danger at root'],
    },
    {
      name: 'off',
      call: {
        to: safe,
        data: encodeMethod(disableModuleMethod, {
          prevModule: owner,
          module: stranger,
        }),
      },
      found: ['warning at root'],
    },
    {
      name: 'of another safe',
      call: {
        to: otherSafe,
        data: encodeMethod(enableModuleMethod, { module: stranger }),
      },
      found: [],
    },
  ],
  'guard-change': [
    {
      name: 'set',
      call: {
        to: safe,
        data: encodeMethod(setGuardMethod, { guard: stranger }),
      },
      found: ['danger at root'],
    },
    {
      name: 'cleared',
      call: {
        to: safe,
        data: encodeMethod(setModuleGuardMethod, { moduleGuard: zeroAddress }),
      },
      found: ['danger at root'],
    },
    {
      name: 'of another safe',
      call: {
        to: otherSafe,
        data: encodeMethod(setGuardMethod, { guard: stranger }),
      },
      found: [],
    },
  ],
  'handler-change': [
    {
      name: 'set',
      call: {
        to: safe,
        data: encodeMethod(setFallbackHandlerMethod, { handler: stranger }),
      },
      found: ['danger at root'],
    },
    {
      name: 'of another safe',
      call: {
        to: otherSafe,
        data: encodeMethod(setFallbackHandlerMethod, { handler: stranger }),
      },
      found: [],
    },
    {
      name: 'a stranger who signs for the safe in a domain',
      call: batch([send(friend, 1n), setVerifier(stranger)]),
      found: ['danger at 1'],
    },
    {
      name: 'the owners who sign in the domain again',
      call: setVerifier(zeroAddress),
      found: [],
    },
    {
      name: 'a stranger who answers a call of the safe',
      call: setSafeMethod(stranger),
      found: ['danger at root'],
    },
    {
      name: 'a call that nobody answers any more',
      call: setSafeMethod(zeroAddress),
      found: [],
    },
  ],
  'singleton-change': [
    {
      name: 'by the safe itself',
      call: {
        to: safe,
        data: encodeMethod(changeMasterCopyMethod, {
          masterCopy: l2Singleton.address,
        }),
      },
      found: ['block at root'],
    },
    {
      name: 'by a published migration',
      call: {
        to: migration.address,
        data: encodeMethod(migrateSingletonMethod, {}),
        operation: 1,
      },
      found: ['warning at root'],
    },
    {
      name: 'by another migration',
      call: {
        to: contract,
        data: encodeMethod(migrateSingletonMethod, {}),
        operation: 1,
      },
      found: ['block at root'],
    },
    {
      name: 'by a published migration to a published singleton',
      call: migrateToL2(l2Singleton.address),
      found: ['warning at root'],
    },
    {
      name: 'by a published migration to any other code',
      call: migrateToL2(stranger),
      found: ['block at root'],
    },
    {
      name: 'a migration that is called and changes nothing',
      call: {
        to: migration.address,
        data: encodeMethod(migrateSingletonMethod, {}),
      },
      found: [],
    },
  ],
  'data-to-no-code': [
    {
      name: 'nothing there',
      call: { to: contract, data: '0x12345678' },
      facts: { codeHashes: { [contract]: null } },
      found: ['danger at root'],
    },
    {
      name: 'the hash of nothing there, under an address in lower case',
      call: { to: multiSend.address, data: '0x12345678' },
      facts: {
        codeHashes: {
          [multiSend.address.toLowerCase() as Address]: emptyCodeHash,
        },
      },
      found: ['danger at root'],
    },
    {
      name: 'an account',
      call: { to: friend, data: '0x12' },
      facts: { kinds: { [friend]: 'account' } },
      found: ['danger at root'],
    },
    {
      name: 'value without data',
      call: send(friend, 1n),
      facts: { codeHashes: { [friend]: null } },
      found: [],
    },
    {
      name: 'not known',
      call: { to: contract, data: '0x12345678' },
      found: [],
    },
  ],
  'first-time-recipient': [
    { name: 'of value', call: send(stranger, 1n), found: ['info at root'] },
    {
      name: 'of a token, pulled from elsewhere',
      call: {
        to: token,
        data: encodeMethod(erc20TransferFromMethod, {
          from: friend,
          to: stranger,
          value: 1n,
        }),
      },
      found: ['info at root'],
    },
    {
      name: 'of an item',
      call: {
        to: collection,
        data: encodeMethod(erc721SafeTransferFromMethod, {
          from: safe,
          to: stranger,
          tokenId: 1n,
        }),
      },
      found: ['info at root'],
    },
    { name: 'an owner', call: send(owner, 1n), found: [] },
    { name: 'a friend', call: transfer(friend, 1n), found: [] },
    { name: 'the safe', call: send(safe, 1n), found: [] },
    {
      name: 'nobody known',
      call: send(stranger, 1n),
      facts: { knownRecipients: [] },
      found: ['info at root'],
    },
  ],
  'look-alike-recipient': [
    {
      name: 'both ends',
      call: send('0x4444000000000000000000000000000000004444', 1n),
      found: ['danger at root'],
    },
    {
      name: 'one end',
      call: transfer('0x4444440000000000000000000000000000000000', 1n),
      found: ['warning at root'],
    },
    {
      name: 'the other end, of an owner',
      call: send('0x0000000000000000000000000000000000333333', 1n),
      found: ['warning at root'],
    },
    {
      name: 'another safe of the reader',
      call: send('0x8888000000000000000000000000000000008888', 1n),
      facts: { ownSafes: [contract] },
      found: ['danger at root'],
    },
    {
      name: 'neither enough',
      call: send('0x4444400000000000000000000000000000000444', 1n),
      found: [],
    },
    {
      name: 'a known one that looks like another',
      call: send('0x4444000000000000000000000000000000004444', 1n),
      facts: {
        knownRecipients: [friend, '0x4444000000000000000000000000000000004444'],
      },
      found: [],
    },
    {
      name: 'like one that was paid before',
      call: send('0x5555000000000000000000000000000000005555', 1n),
      facts: { counterparties: ['0x5555111111111111111111111111111111115555'] },
      found: ['danger at root'],
    },
    {
      name: 'said to be paid before, which does not make it known',
      call: send('0x4444000000000000000000000000000000004444', 1n),
      facts: { counterparties: ['0x4444000000000000000000000000000000004444'] },
      found: ['danger at root'],
    },
  ],
  'replayable-signature': [
    {
      name: '1.2.0',
      call: send(friend, 1n),
      version: '1.2.0',
      found: ['danger at root'],
    },
    { name: '1.3.0', call: send(friend, 1n), version: '1.3.0', found: [] },
  ],
  'selector-contradicts-target': [
    {
      name: 'a token method on a safe',
      call: { ...transfer(friend, 1n), to: safe },
      found: ['danger at root'],
    },
    {
      name: "a collection's method of a token",
      call: { ...approveAll(true), to: token },
      facts: { kinds: { [token]: 'erc20' } },
      found: ['danger at root'],
    },
    {
      name: "a safe's method of a token",
      call: swapOwner(token),
      facts: { kinds: { [token]: 'erc20' } },
      found: ['danger at root'],
    },
    {
      name: 'a batch that is called',
      call: { ...batch([send(friend, 1n)]), operation: 0 },
      facts: { codeHashes: {} },
      found: ['danger at root'],
    },
    {
      name: 'a token method on MultiSend',
      call: { ...transfer(friend, 1n), to: multiSend.address, operation: 1 },
      found: ['danger at root'],
    },
    {
      name: 'a contract of which nothing is known',
      call: transfer(friend, 1n),
      facts: { kinds: { [token]: 'contract' } },
      found: [],
    },
    {
      name: 'a module',
      call: {
        to: contract,
        data: encodeMethod(addDelegateMethod, { delegate: friend }),
      },
      facts: { kinds: { [contract]: 'module' } },
      found: [],
    },
  ],
  'odd-call-in-batch': [
    {
      name: 'one unlimited approval among transfers',
      call: batch([
        send(friend, 1n),
        transfer(friend, 1n),
        approve(2n ** 255n),
        send(owner, 2n),
      ]),
      found: ['warning at 2'],
    },
    {
      name: 'one small approval among transfers',
      call: batch([
        send(friend, 1n),
        transfer(friend, 1n),
        approve(1n),
        send(owner, 2n),
      ]),
      found: [],
    },
    {
      name: 'a deposit of what was approved beside it',
      call: batch([
        ...Array.from({ length: 5 }, () => send(friend, 1n)),
        approve(7n),
        callTo(stranger, depositOf(7n)),
      ]),
      found: [],
    },
    {
      name: 'a deposit of something else',
      call: batch([
        ...Array.from({ length: 5 }, () => send(friend, 1n)),
        approve(7n),
        callTo(stranger, depositOf(8n)),
      ]),
      found: ['warning at 6'],
    },
    {
      name: 'two kinds of decoys beside the odd one',
      call: batch([
        ...Array.from({ length: 9 }, () => send(friend, 1n)),
        callTo(contract, '0x12345678'),
        swapOwner(otherSafe),
        callTo(contract, '0x87654321'),
      ]),
      found: ['warning at 9', 'warning at 10', 'warning at 11'],
    },
    {
      name: 'one target among equals',
      call: batch([
        ...[1n, 2n, 3n].map(approve),
        { ...approve(4n), to: contract },
      ]),
      found: ['warning at 3'],
    },
    {
      name: 'too few',
      call: batch([send(friend, 1n), send(friend, 2n), approve(1n)]),
      found: [],
    },
    {
      name: 'transfers of several kinds',
      call: batch([
        transfer(friend, 1n),
        transfer(friend, 2n),
        transfer(friend, 3n),
        send(friend, 1n),
      ]),
      found: [],
    },
    {
      name: 'two and two',
      call: batch([
        send(friend, 1n),
        send(friend, 2n),
        approve(1n),
        approve(2n),
      ]),
      found: [],
    },
  ],
  'large-share': [
    {
      name: 'half of the currency',
      call: send(friend, 50n),
      found: ['warning at root'],
    },
    { name: 'less than half', call: send(friend, 49n), found: [] },
    {
      name: 'half of it in small pieces',
      call: batch(Array.from({ length: 5 }, () => send(friend, 10n))),
      found: ['warning at root'],
    },
    {
      name: 'a large piece and small ones',
      call: batch([send(friend, 60n), send(friend, 10n)]),
      found: ['warning at 0'],
    },
    {
      name: 'less than half in small pieces of two assets',
      call: batch([
        ...Array.from({ length: 4 }, () => send(friend, 10n)),
        ...Array.from({ length: 4 }, () => transfer(friend, 100n)),
      ]),
      found: [],
    },
    {
      name: 'half of a token',
      call: transfer(friend, 500n),
      found: ['warning at root'],
    },
    { name: 'to itself', call: send(safe, 100n), found: [] },
    {
      name: 'of somebody else',
      call: nested(send(friend, 100n)),
      found: [],
    },
    {
      name: 'value that a delegatecall does not send',
      call: { ...batch([]), value: 100n },
      found: [],
    },
  ],
  'payment-to-nobody': [
    { name: 'value', call: send(zeroAddress, 1n), found: ['danger at root'] },
    {
      name: 'a token, in a batch',
      call: batch([send(friend, 1n), transfer(zeroAddress, 1n)]),
      found: ['danger at 1'],
    },
    {
      name: 'a precompiled contract',
      call: send('0x0000000000000000000000000000000000000009', 1n),
      found: ['danger at root'],
    },
    { name: 'nothing', call: transfer(zeroAddress, 0n), found: [] },
    { name: 'somebody', call: send(stranger, 1n), found: [] },
    {
      name: 'the safe written as zero in a batch of 1.5.0',
      call: batch([send(zeroAddress, 1n)], newMultiSend),
      found: [],
    },
  ],
  'token-to-itself': [
    { name: 'tokens', call: transfer(token, 1n), found: ['danger at root'] },
    { name: 'none', call: transfer(token, 0n), found: [] },
    { name: 'another contract', call: transfer(contract, 1n), found: [] },
    { name: 'value to a token', call: send(token, 1n), found: [] },
  ],
  'approval-to-account': [
    {
      name: 'a stranger',
      call: approve(1n),
      facts: { codeHashes: { [stranger]: null } },
      found: ['danger at root'],
    },
    {
      name: 'a contact',
      call: approve(1n),
      facts: {
        codeHashes: { [stranger]: null },
        knownRecipients: [stranger],
      },
      found: ['danger at root'],
    },
    {
      name: 'of a whole collection',
      call: approveAll(true),
      facts: { codeHashes: { [stranger]: null } },
      found: ['danger at root'],
    },
    {
      name: 'the end of an allowance',
      call: approve(0n),
      facts: { codeHashes: { [stranger]: null } },
      found: [],
    },
    { name: 'code that is not known', call: approve(1n), found: [] },
  ],
  'value-to-unknown-code': [
    {
      name: 'a method that nobody knows',
      call: { ...callTo(contract, '0xdeadbeef'), value: 1n },
      found: ['warning at root'],
    },
    {
      name: 'a method of a token, which the contract need not be',
      call: { ...transfer(friend, 1n), value: 1n },
      found: ['warning at root'],
    },
    {
      name: 'in a batch',
      call: batch([
        send(friend, 1n),
        { ...callTo(contract, '0xdeadbeef'), value: 1n },
      ]),
      found: ['warning at 1'],
    },
    {
      name: 'a contract of the address book',
      call: { ...callTo(friend, '0xdeadbeef'), value: 1n },
      found: [],
    },
    { name: 'no value', call: callTo(contract, '0xdeadbeef'), found: [] },
    { name: 'a payment', call: send(contract, 1n), found: [] },
    {
      name: 'where it is known that no code is',
      call: { ...callTo(contract, '0xdeadbeef'), value: 1n },
      facts: { codeHashes: { [contract]: null } },
      found: [],
    },
  ],
  'partly-decoded': [
    {
      name: 'trailing bytes',
      call: withData(transfer(friend, 1n), (data) => `${data}00`),
      found: ['warning at root'],
    },
    {
      name: 'a batch that breaks off',
      call: breakOff(batch([send(friend, 1n)])),
      found: ['warning at root'],
    },
    {
      name: 'a permit with trailing bytes',
      call: withData(daiPermit(true), (data) => `${data}00`),
      found: ['warning at root'],
    },
    {
      name: 'an unknown method',
      call: { to: contract, data: '0x1234567890' },
      found: [],
    },
  ],
  'unreadable-call': [
    {
      name: 'an unknown method',
      call: callTo(contract, '0xdeadbeef00'),
      found: ['info at root'],
    },
    {
      name: 'a bare selector, in a batch',
      call: batch([send(friend, 1n), callTo(contract, '0xdeadbeef')]),
      found: ['info at 1'],
    },
    {
      name: 'where it is known that no code is',
      call: callTo(contract, '0xdeadbeef00'),
      facts: { codeHashes: { [contract]: null } },
      found: [],
    },
    { name: 'a payment', call: send(friend, 1n), found: [] },
    { name: 'a known method', call: transfer(friend, 1n), found: [] },
    {
      name: 'a known method with trailing bytes',
      call: withData(transfer(friend, 1n), (data) => `${data}00`),
      found: [],
    },
  ],
}

describe.each(Object.entries(vectors))('%s', (id, ofRule) => {
  test.each(ofRule)('$name', ({ call, gas, version, facts, found }) => {
    const findings = review({ call, gas, version, facts })
    const own = findings.filter((finding) => finding.id === id)
    expect(own.map(describePlace)).toEqual(found)
  })

  test('has a vector that is found and one that is not', () => {
    const counts = ofRule.map(({ found }) => found.length)
    expect(Math.max(...counts)).toBeGreaterThan(0)
    expect(Math.min(...counts)).toBe(0)
  })
})

test('says who may take how much', () => {
  const sentences = review({
    call: batch([
      approve(2n ** 256n - 1n),
      swapOwner(safe),
      { ...send(contract, 0n), operation: 1 },
    ]),
    gas: { gasPrice: 10n ** 9n, safeTxGas: 60_000n, refundReceiver: stranger },
  }).map(({ severity, sentence }) => `${severity}: ${sentence}`)
  expect(sentences).toMatchInlineSnapshot(`
    [
      "block: A delegatecall lets the code of 0x8888888888888888888888888888888888888888 act as the safe 0x1111111111111111111111111111111111111111 and take everything: its code could not be checked. Do not sign unless you know what that code does.",
      "danger: 0x5555555555555555555555555555555555555555 replaces 0x3333333333333333333333333333333333333333 as an owner of the safe 0x1111111111111111111111111111111111111111. Check every digit with the owners through another channel.",
      "danger: Executing this transaction pays up to 0.0001 ETH from the safe 0x1111111111111111111111111111111111111111 to 0x5555555555555555555555555555555555555555 as a gas refund. Set the gas price to 0 unless a relayer you chose asks for it.",
      "danger: 0x5555555555555555555555555555555555555555 can take all of the token 0x6666666666666666666666666666666666666666 from 0x1111111111111111111111111111111111111111, now and later: the allowance is practically unlimited. Approve only the amount that is needed.",
    ]
  `)
})

test('says of a call that nobody can read how large it is and what to do', () => {
  const call = callTo(contract, '0xdeadbeef00')
  expect(review({ call }).map(({ sentence }) => sentence)).toEqual([
    `The call to ${contract} with 5 bytes matches no known method. Check the simulation, and ask the proposer what the call does.`,
  ])
})

test('raises nothing above info where contacts become owners as usual', () => {
  const facts: Partial<RiskFacts> = {
    ...twoOf([owner, friend, token]),
    knownRecipients: [stranger, friend],
  }
  for (const call of [addOwner(safe, 2n), addOwner(safe, 3n), swapOwner(safe)])
    expect(
      review({ call: batch([transfer(friend, 1n), call]), facts }).filter(
        ({ severity }) => severity !== 'info',
      ),
    ).toEqual([])
})

test.each([
  [
    'who decides alone',
    addOwner(safe, 1n),
    ' will be able to move everything alone',
  ],
  [
    'who signs along',
    addOwner(safe, 2n),
    ' will be an owner and can give one of the 2 signatures needed',
  ],
])('names the stranger %s in the consequence', (_, call, words) => {
  const facts = twoOf([owner, friend, token])
  const found = review({ call, facts }).find(({ id }) => id === 'owner-change')
  expect(found?.consequence).toEqual([{ party: stranger }, words])
})

test('says what comes of it wherever a key alone decides, or none is spare', () => {
  const facts = twoOf([owner, friend, token])
  const consequences = (call: Call) =>
    review({ call, facts }).map(({ consequence }) => consequence?.[0])
  expect(consequences(changeThreshold(safe, 1n))).toContain(
    'One owner alone will be able to move everything',
  )
  expect(consequences(changeThreshold(safe, 3n))).toEqual([
    'All owners will have to sign: if one key is lost, the safe is locked permanently',
  ])
  expect(consequences(removeOwner(2n))).toEqual([
    'All remaining owners will have to sign: if one key is lost, the safe is locked permanently',
  ])
  const [alone] = review({
    call: removeOwner(1n),
    facts: oneOf([owner, friend]),
  })
  expect(alone?.consequence).toEqual([
    'Only one owner will be left: if that key is lost, the safe is locked permanently',
  ])
})

test.each<[string, Address, Partial<RiskFacts>]>([
  ['contact', friend, {}],
  ['owner', owner, {}],
  ['safe', contract, { ownSafes: [contract] }],
  ['counterparty', contract, { counterparties: [contract] }],
])('names the %s that an address imitates', (kind, known, facts) => {
  const address: Address = `0x${known.slice(2, 6)}${'0'.repeat(32)}${known.slice(-4)}`
  const [found] = review({ call: send(address, 1n), facts })
  expect(found).toMatchObject({
    id: 'look-alike-recipient',
    severity: 'danger',
    lookAlike: { address, known, kind, leading: 4, trailing: 4 },
  })
  expect(found?.consequence).toContainEqual({ party: known })
})

test('tells amounts with the symbol and the decimals that the chain has', () => {
  const facts = {
    knownSpenders: [],
    balances: [],
    tokens: { [token]: { symbol: 'USDC', decimals: 2 } },
  }
  const [found] = review({ call: approve(499_999n), facts })
  expect(found?.sentence).toContain(`${stranger} can take 4,999.99 USDC from`)
})

test('gives every danger and block a consequence, and every finding a title', () => {
  for (const { call, gas, version, facts } of Object.values(vectors).flat())
    for (const finding of review({ call, gas, version, facts })) {
      const isGrave = ['danger', 'block'].includes(finding.severity)
      if (isGrave) expect(finding.consequence?.length).toBeGreaterThan(0)
      expect(finding.title).not.toBe('')
      expect(finding.title).not.toContain(finding.id)
    }
})

test('says how often a spending limit renews, or that it never does', () => {
  const limit = (resetTimeMin: bigint) =>
    review({
      call: callTo(
        contract,
        encodeMethod(setAllowanceMethod, {
          delegate: stranger,
          token,
          allowanceAmount: 5n,
          resetTimeMin,
          resetBaseMin: 0n,
        }),
      ),
    }).find(({ id }) => id === 'spending-limit')?.sentence
  expect(limit(0n)).toMatch(/ in total from the safe /)
  expect(limit(0n)).not.toContain('renew')
  expect(limit(10_080n)).toMatch(/ every 7 days from the safe /)
})

test('tells what was executed as past, and gives no advice on it', () => {
  const advice =
    /\bwill\b|do not sign|make sure|before you|\. (Check|Compare|Enter|Set|Use) /i
  const tell = (vector: Parameters<typeof review>[0]) =>
    review(vector).map(({ sentence }) => sentence)
  for (const { call, gas, version, facts } of Object.values(vectors).flat())
    for (const tense of ['done', 'failed'] as const)
      for (const sentence of tell({ call, gas, version, facts, tense }))
        expect(sentence).not.toMatch(advice)
  const data = encodeMethod(enableModuleMethod, { module: contract })
  const call = callTo(safe, data)
  const [who, where] = [`The module ${contract}`, `in the safe ${safe}`]
  expect(tell({ call })).toEqual([
    `${who} will be able to move everything ${where} without any signature. Enable only modules whose code you trust.`,
  ])
  expect(tell({ call, tense: 'done' })).toEqual([
    `${who} was allowed to move everything ${where} without any signature.`,
  ])
  expect(tell({ call, tense: 'failed' })).toEqual([
    `${who} would have been allowed to move everything ${where} without any signature.`,
  ])
  expect(tell({ call: addOwner(safe, 1n), tense: 'done' })).toContain(
    `${stranger} became an owner ${where.replace('in', 'of')}. The new owners were allowed to decide without any other owner.`,
  )
})

test('is silent about rejections and about batches of ordinary transfers', () => {
  const transfers = Array.from({ length: 20 }, (_, index) =>
    index % 2 ? send(friend, 1n) : transfer(owner, 1n),
  )
  expect(review({ call: send(safe, 0n) })).toEqual([])
  expect(review({ call: batch(transfers, callOnly) })).toEqual([])
})

function review({
  call,
  gas = {},
  version = '1.4.1',
  facts = {},
  tense,
}: Pick<Vector, 'call'> & {
  gas?: Vector['gas'] | undefined
  version?: SafeVersion | undefined
  facts?: Vector['facts'] | undefined
  tense?: Tense | undefined
}): Finding[] {
  const transaction = { ...emptyTransaction, nonce: 0n, ...call, ...gas }
  const tree = decodeCall(transaction, { safe })
  const domain = { chainId: 1, safe, version } as const
  return findRisks({
    domain,
    transaction,
    tree,
    ...(tense && { tense }),
    facts: {
      safe: {
        address: safe,
        version,
        chainId: 1,
        owners: [owner],
        threshold: 2,
      },
      codeHashes: publishedCode(),
      knownRecipients: [friend],
      balances: [
        { token: null, amount: 100n },
        { token, amount: 1000n },
      ],
      ...facts,
    },
  })
}

/** One signature is enough. */
function oneOf(owners: Address[]): Partial<RiskFacts> {
  const chain = { address: safe, version: '1.4.1', chainId: 1 } as const
  return { safe: { ...chain, owners, threshold: 1 } }
}

function twoOf(owners: Address[]): Partial<RiskFacts> {
  const chain = { address: safe, version: '1.4.1', chainId: 1 } as const
  return { safe: { ...chain, owners, threshold: 2 } }
}

function describePlace({ severity, path }: Finding): string {
  return `${severity} at ${path.join('.') || 'root'}`
}

function publishedCode(): Record<Address, Hex> {
  const all = [...multiSends, ...signMessageLibraries, ...migrations]
  return Object.fromEntries(
    all.map(({ address, codeHash }) => [address, codeHash]),
  )
}

function pick<deployment extends Deployment>(
  deployments: readonly deployment[],
  contractName: string,
  version: SafeVersion,
): deployment {
  const found = deployments.find(
    (one) => one.contract === contractName && one.version === version,
  )
  if (found === undefined) throw new Error(`no ${contractName} ${version}`)
  return found
}

function send(to: Address, value: bigint): Call {
  return { to, value, data: '0x', operation: 0 }
}

function callTo(to: Address, data: Hex): Call {
  return { to, value: 0n, data, operation: 0 }
}

function transfer(to: Address, value: bigint): Call {
  return callTo(token, encodeMethod(erc20TransferMethod, { to, value }))
}

function approve(value: bigint): Call {
  const spender = stranger
  return callTo(token, encodeMethod(erc20ApproveMethod, { spender, value }))
}

function approveAll(approved: boolean): Call {
  const operator = stranger
  return callTo(
    collection,
    encodeMethod(setApprovalForAllMethod, { operator, approved }),
  )
}

function daiPermit(allowed: boolean): Call {
  return callTo(
    token,
    encodeMethod(daiPermitMethod, {
      holder: safe,
      spender: stranger,
      nonce: 0n,
      expiry: 0n,
      allowed,
      v: 27n,
      r: `0x${'1'.repeat(64)}`,
      s: `0x${'2'.repeat(64)}`,
    }),
  )
}

/** `deposit(uint256)` */
function depositOf(amount: bigint): Hex {
  return `0xb6b55f25${numberToHex(amount, { size: 32 }).slice(2)}`
}

function addOwner(
  to: Address,
  threshold: bigint,
  newcomer: Address = stranger,
): Call {
  return callTo(
    to,
    encodeMethod(addOwnerWithThresholdMethod, { owner: newcomer, threshold }),
  )
}

function removeOwner(threshold: bigint): Call {
  return callTo(
    safe,
    encodeMethod(removeOwnerMethod, { prevOwner: friend, owner, threshold }),
  )
}

function swapOwner(to: Address): Call {
  return callTo(
    to,
    encodeMethod(swapOwnerMethod, {
      prevOwner: friend,
      oldOwner: owner,
      newOwner: stranger,
    }),
  )
}

function changeThreshold(to: Address, threshold: bigint): Call {
  return callTo(to, encodeMethod(changeThresholdMethod, { threshold }))
}

function signMessage(): Call {
  const data = encodeMethod(signMessageMethod, { data: '0x1234' })
  return { ...callTo(signMessageLibrary.address, data), operation: 1 }
}

function setAllowance(delegate: Address, allowanceAmount: bigint): Call {
  const args = { delegate, token, allowanceAmount } as const
  const data = encodeMethod(setAllowanceMethod, {
    ...args,
    resetTimeMin: 0n,
    resetBaseMin: 0n,
  })
  return callTo(contract, data)
}

function setVerifier(verifier: Address): Call {
  const domainSeparator = keccak256('0x12')
  const args = { domainSeparator, verifier }
  const data = encodeMethod(setDomainVerifierMethod, args)
  return { to: safe, value: 0n, data, operation: 0 }
}

function setSafeMethod(handler: Address): Call {
  const handling = pad(handler)
  const args = { method: '0x1626ba7e', handling } as const
  const data = encodeMethod(setSafeMethodMethod, args)
  return { to: safe, value: 0n, data, operation: 0 }
}

function handOver(selector: string, to: Address): Call {
  const data: Hex = `0x${selector}${to.slice(2).toLowerCase().padStart(64, '0')}`
  return { to: contract, value: 0n, data, operation: 0 }
}

function approveHash(): Call {
  const hashToApprove = keccak256('0x12')
  return callTo(otherSafe, encodeMethod(approveHashMethod, { hashToApprove }))
}

function createProxy(singleton: Address, initializer: Hex): Call {
  const args = { singleton, initializer, saltNonce: 0n }
  return callTo(factory.address, encodeMethod(createProxyWithNonceMethod, args))
}

function migrateToL2(l2: Address): Call {
  const data = encodeMethod(migrateToL2Method, { l2Singleton: l2 })
  return { ...callTo(toL2Migration.address, data), operation: 1 }
}

function batch(
  calls: readonly Call[],
  { address }: Deployment = multiSend,
): Call {
  return { ...callTo(address, encodeMultiSend(calls)), operation: 1 }
}

function nested(call: Call): Call {
  const data = encodeExecTransaction({ ...emptyTransaction, ...call }, '0x')
  return callTo(otherSafe, data)
}

/** As a module that is switched on may do, of whichever safe. */
function throughModule(call: Call): Call {
  const operation = BigInt(call.operation)
  return callTo(
    safe,
    encodeMethod(execTransactionFromModuleMethod, { ...call, operation }),
  )
}

function withData(call: Call, change: (data: string) => string): Call {
  return { ...call, data: change(call.data) as Hex }
}

/** The only entry claims many more bytes than there are. */
function breakOff(call: Call): Call {
  const lengthAt = 2 + (4 + 64 + 83) * 2
  return withData(
    call,
    (data) => `${data.slice(0, lengthAt)}ff${data.slice(lengthAt + 2)}`,
  )
}
