import { type Address, keccak256, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { encodeMethod } from '../abi/method.js'
import { addDelegateMethod } from '../calldata/allowance.js'
import {
  erc20ApproveAllMethod,
  erc20IncreaseAllowanceMethod,
  erc20PermitMethod,
  erc20TransferFromMethod,
} from '../calldata/erc20.js'
import { erc721SafeTransferFromMethod } from '../calldata/erc721.js'
import { setFallbackHandlerMethod } from '../calldata/fallbackHandler.js'
import { setGuardMethod, setModuleGuardMethod } from '../calldata/guard.js'
import { disableModuleMethod, enableModuleMethod } from '../calldata/modules.js'
import { setupWithoutPaymentMethod } from '../calldata/safe.js'
import {
  changeMasterCopyMethod,
  migrateSingletonMethod,
} from '../calldata/singleton.js'
import { encodeExecTransaction } from '../execTransaction.js'
import type { Call } from '../multiSend.js'
import {
  addOwner,
  approve,
  approveAll,
  approveHash,
  batch,
  breakOff,
  callTo,
  changeThreshold,
  collection,
  contract,
  createProxy,
  daiPermit,
  depositOf,
  emptyCodeHash,
  emptyTransaction,
  friend,
  handOver,
  l2Singleton,
  migrateToL2,
  migration,
  multiSend,
  nested,
  newMultiSend,
  oneOf,
  otherSafe,
  owner,
  removeOwner,
  review,
  safe,
  send,
  setAllowance,
  setSafeMethod,
  setVerifier,
  signMessage,
  stranger,
  swapOwner,
  throughModule,
  token,
  transfer,
  twoOf,
  type Vector,
  withData,
} from '../proof/riskCalls.js'
import type { Finding } from './finding.js'
import type { RiskId } from './rules.js'

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
  'same-payment-waiting': [
    {
      name: 'a payment',
      call: send(friend, 1n),
      facts: { waiting: [{ nonce: 90n, calls: [send(friend, 1n)] }] },
      found: ['warning at root'],
    },
    {
      name: 'a batch as a whole, told once',
      call: batch([send(friend, 1n), send(owner, 1n)]),
      facts: {
        waiting: [
          {
            nonce: 90n,
            calls: [
              batch([send(friend, 1n), send(owner, 1n)]),
              send(friend, 1n),
              send(owner, 1n),
            ],
          },
        ],
      },
      found: ['warning at root'],
    },
    {
      name: 'a call that pays nobody',
      call: callTo(contract, '0x12345678'),
      facts: {
        waiting: [{ nonce: 90n, calls: [callTo(contract, '0x12345678')] }],
      },
      found: ['warning at root'],
    },
    {
      name: 'a leg that pays nobody',
      call: batch([callTo(contract, '0x12345678')]),
      facts: {
        waiting: [{ nonce: 90n, calls: [callTo(contract, '0x12345678')] }],
      },
      found: [],
    },
    {
      name: 'a rejection',
      call: send(safe, 0n),
      facts: { waiting: [{ nonce: 90n, calls: [send(safe, 0n)] }] },
      found: [],
    },
    {
      name: 'another recipient',
      call: send(friend, 1n),
      facts: { waiting: [{ nonce: 90n, calls: [send(owner, 1n)] }] },
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

test('gives every danger and block a consequence, and every finding a title', () => {
  for (const { call, gas, version, facts } of Object.values(vectors).flat())
    for (const finding of review({ call, gas, version, facts })) {
      const isGrave = ['danger', 'block'].includes(finding.severity)
      if (isGrave) expect(finding.consequence?.length).toBeGreaterThan(0)
      expect(finding.title).not.toBe('')
      expect(finding.title).not.toContain(finding.id)
    }
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

function describePlace({ severity, path }: Finding): string {
  return `${severity} at ${path.join('.') || 'root'}`
}
