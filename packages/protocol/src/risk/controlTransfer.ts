import { type Address, checksumAddress, zeroAddress } from 'viem'
import { party } from '../tell/parts.js'
import { defineRule, type RiskCall } from './riskRule.js'
import { verbs } from './verbs.js'

/**
 * Who owns a contract, or writes its code, decides about all that it keeps,
 * and the safe is often the one who does. Only strangers are worth a finding.
 */
export const controlTransfer = /*#__PURE__*/ defineRule({
  id: 'control-transfer',
  severities: ['warning', 'danger'],
  words: {
    title: 'Rights over another contract',
    when: 'The safe gives away ownership or an admin role of a contract that it administers, or replaces the code of that contract. Replacing the code with unknown code counts as a warning. Rights for an unknown address count as a danger.',
    why: 'The contract may hold far more than the call suggests.',
    remedy: 'Make sure that you know who gets the rights.',
    many: {
      one: 'transfer of rights over a contract',
      other: 'transfers of rights over contracts',
    },
  },
  find(call, { facts, tense }) {
    const method = call.selector && controlMethods[call.selector]
    if (!method || call.node.operation === 1) return undefined
    const grantee = readAddress(call, method.position)
    if (grantee === zeroAddress || !facts.isStrangeSpender(grantee))
      return undefined
    return method.of === 'code'
      ? {
          severity: 'warning',
          sentence: `If the contract ${call.to} has the method ${method.signature}, this call replaces the code of a contract that the safe ${call.from} administers with the code of ${grantee}. The new code can take everything that contract holds.`,
          advice: 'Make sure that you know this code.',
          subjects: [grantee],
        }
      : {
          severity: 'danger',
          sentence: `If the contract ${call.to} has the method ${method.signature}, ${grantee} ${verbs.gets[tense]} the rights of the safe ${call.from} over that contract and can take what the contract holds. This address is not in your address book.`,
          advice: 'Make sure that you know who it is.',
          consequence: [
            party(grantee),
            ' will get rights over the contract ',
            party(call.to),
            ' and can take what it holds',
          ],
          subjects: [grantee],
        }
  },
})

type ControlMethod = {
  readonly signature: string
  readonly of: 'rights' | 'code'
  /** Of the argument that names who or what takes over. */
  readonly position: number
}

/** By selector; risk/controlTransfer.test.ts derives them again. */
export const controlMethods: Readonly<Record<string, ControlMethod>> = {
  '0xf2fde38b': rights('transferOwnership(address)', 0),
  '0x13af4035': rights('setOwner(address)', 0),
  '0x5b0fc9c3': rights('setOwner(bytes32,address)', 1),
  '0xa6f9dae1': rights('changeOwner(address)', 0),
  '0x704b6c02': rights('setAdmin(address)', 0),
  '0x4dd18bf5': rights('setPendingAdmin(address)', 0),
  '0x8f283970': rights('changeAdmin(address)', 0),
  '0x7eff275e': rights('changeProxyAdmin(address,address)', 1),
  '0x2f2ff15d': rights('grantRole(bytes32,address)', 1),
  '0x65fae35e': rights('rely(address)', 0),
  '0x3659cfe6': code('upgradeTo(address)', 0),
  '0x4f1ef286': code('upgradeToAndCall(address,bytes)', 0),
  '0x99a88ec4': code('upgrade(address,address)', 1),
  '0x9623609d': code('upgradeAndCall(address,address,bytes)', 1),
}

function rights(signature: string, position: number): ControlMethod {
  return { signature, of: 'rights', position }
}

function code(signature: string, position: number): ControlMethod {
  return { signature, of: 'code', position }
}

/** As the contract reads it: what is missing is zero, what is above ignored. */
function readAddress({ node }: RiskCall, position: number): Address {
  const start = 10 + position * 64
  const word = node.data.slice(start, start + 64).padEnd(64, '0')
  return checksumAddress(`0x${word.slice(24)}`)
}
