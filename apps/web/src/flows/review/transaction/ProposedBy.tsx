import { ProvenanceMark } from '../../../components/ProvenanceMark.js'
import { gatewaySays } from '../../../trust/provenance.js'
import { Tag } from '../../../ui/Tag.js'
import type { NameOf } from '../../../understand/tell/describeIntent.js'
import type { Proposal } from '../../act/check.js'
import classes from '../Review.module.css'

/** No owner has proposed it: that is to be known before one signs. */
export function ProposedBy({
  proposal: {
    execution: { proposer, proposedByDelegate },
  },
  nameOf,
}: {
  proposal: Proposal
  nameOf: NameOf
}) {
  if (!proposedByDelegate) return null
  return (
    <p className={classes.tally}>
      <Tag>From a proposer</Tag>
      <span>
        Prepared by {nameOf(proposedByDelegate.value)}, a proposer
        {proposer && ` for ${nameOf(proposer.value)}`}. Proposers can’t sign.
      </span>
      <ProvenanceMark of={gatewaySays} />
    </p>
  )
}
