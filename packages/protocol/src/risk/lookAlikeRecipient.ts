import type { Address } from 'viem'
import {
  addOwnerWithThresholdMethod,
  swapOwnerMethod,
} from '../calldata/owners.js'
import { isSameAddress } from './address.js'
import { compareSeverity } from './finding.js'
import { readGrant } from './grant.js'
import { readArguments } from './readArguments.js'
import type { RiskCall, RiskRule } from './riskRule.js'
import { readTransfers } from './transfer.js'

export const lookAlikeRecipient: RiskRule<'look-alike-recipient'> = {
  id: 'look-alike-recipient',
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
}

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
