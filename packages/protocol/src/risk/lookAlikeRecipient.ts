import { isSameAddress } from './address.js'
import { compareSeverity } from './finding.js'
import { readGrant } from './grant.js'
import type { RiskRule } from './riskRule.js'
import { readTransfers } from './transfer.js'

/** Whoever may take something is as good as a recipient. */
export const lookAlikeRecipient: RiskRule<'look-alike-recipient'> = {
  id: 'look-alike-recipient',
  find(call, { facts }) {
    const grant = readGrant(call)
    const grantee = grant?.amount === 0n ? undefined : grant?.grantee
    const matches = readTransfers(call)
      .map(({ recipient }) => recipient)
      .concat(grantee ?? [])
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
