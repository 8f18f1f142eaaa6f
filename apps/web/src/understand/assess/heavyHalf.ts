// The heavy half of every review, one file: check, rules and simulation. The
// same judges look into rows.
export { checkSignable } from '../../trust/checkSignable.js'
export { simulateTransaction } from '../../trust/simulate.js'
export { checkRow } from '../rows/checkRow.js'
export { tellBytes } from '../rows/tellBytes.js'
export { applyRules } from './applyRules.js'
export { compareContracts } from './compareContracts.js'
export { listSeen, readNested, withNested } from './nested.js'
