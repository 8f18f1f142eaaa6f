import type { Address } from 'viem'
import {
  addOwnerWithThresholdMethod,
  swapOwnerMethod,
} from '../calldata/owners.js'
import { isSameAddress } from './address.js'
import { readGrant } from './grant.js'
import { readArguments } from './readArguments.js'
import { defineRule, type RiskCall } from './riskRule.js'
import { compareSeverity } from './severity.js'
import { readTransfers } from './transfer.js'

export const lookAlikeRecipient = /*#__PURE__*/ defineRule({
  id: 'look-alike-recipient',
  severities: ['info', 'warning'],
  words: {
    title: 'Looks like somebody you know',
    when: 'The first and last four digits, or six at one end, are those of a contact, an owner, one of your safes or somebody the safe has paid, and the rest is not.',
    why: 'Such addresses are made by the million and put into histories by worthless transfers, for somebody to copy the wrong one.',
    remedy:
      'Take the address from where it comes from, never from the history.',
  },
  find(call, { facts }) {
    const matches = listNamed(call)
      .filter((recipient) => !isSameAddress(recipient, call.from))
      .filter((recipient) => !facts.isKnown(recipient))
      .flatMap((recipient) => {
        const match = facts.findLookAlike(recipient)
        return match ? [{ recipient, ...match }] : []
      })
      .toSorted((a, b) => compareSeverity(a.severity, b.severity))
    const [worst] = matches
    if (worst === undefined) return undefined
    const { recipient, known, severity, leading, trailing } = worst
    return {
      severity,
      sentence: `${recipient} is not ${known}, though the first ${leading} and the last ${trailing} digits are the same. Such addresses are made to be mistaken for one another: compare them digit by digit.`,
    }
  },
})

/** Whoever may take something, or sign, is as good as a recipient. */
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
