import type { Address } from 'viem'
import {
  addOwnerWithThresholdMethod,
  swapOwnerMethod,
} from '../calldata/owners.js'
import { formatWords } from '../tell/formatTelling.js'
import { isSameAddress } from './address.js'
import { readGrant } from './grant.js'
import { readArguments } from './readArguments.js'
import { defineRule, type RiskCall } from './riskRule.js'
import { compareSeverity } from './severity.js'
import { tellLookAlike } from './tellLookAlike.js'
import { readTransfers } from './transfer.js'

export const lookAlikeRecipient = /*#__PURE__*/ defineRule({
  id: 'look-alike-recipient',
  severities: ['warning', 'danger'],
  words: {
    title: 'Look-alike address',
    when: 'The address starts and ends with the same four or more digits as a contact, an owner, one of your safes or an address this safe has paid, but is a different address. If only one end matches, with six or more equal digits, this counts as a warning.',
    why: 'Attackers generate such addresses by the million and plant them in histories with worthless transfers, hoping that you copy the wrong one.',
    remedy:
      'Take the address from the recipient or your address book. Addresses in the history can be planted: compare every digit before you use one.',
    many: { one: 'look-alike address', other: 'look-alike addresses' },
  },
  find(call, { facts }) {
    const [worst] = listNamed(call)
      .filter((address) => !isSameAddress(address, call.from))
      .flatMap((address) => {
        const match = facts.findLookAlike(address)
        return match ? [{ address, ...match }] : []
      })
      .toSorted((a, b) => compareSeverity(a.severity, b.severity))
    if (worst === undefined) return undefined
    const { words, ...told } = tellLookAlike(worst, 'transaction')
    return {
      ...told,
      sentence: formatWords(words),
      advice: 'Compare them digit by digit.',
      subjects: [worst.address],
    }
  },
})

/** Anyone who may take something, or sign, is as good as a recipient. */
function listNamed(call: RiskCall): readonly Address[] {
  const grant = readGrant(call)
  const grantee = grant?.amount === 0n ? undefined : grant?.grantee
  return readTransfers(call)
    .map(({ recipient }) => recipient)
    .concat(grantee ?? [], readNewOwner(call) ?? [])
}

function readNewOwner(call: RiskCall): Address | undefined {
  if (!isSameAddress(call.from, call.to)) return undefined
  return (
    readArguments(call, addOwnerWithThresholdMethod)?.owner ??
    readArguments(call, swapOwnerMethod)?.newOwner
  )
}
