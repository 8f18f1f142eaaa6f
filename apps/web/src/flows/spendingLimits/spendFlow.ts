import { defineAction } from '../machine/flow.js'
import { Spend } from './Spend.js'

/** The beneficiary spends: no owner signs, the wallet sends at once. */
export const spendLimit = defineAction({
  id: 'spend-limit',
  Action: Spend,
})
