import type { RiskRule } from './riskRule.js'

/** The EVM lets such a call succeed without doing anything but sending value. */
export const dataToNoCode: RiskRule<'data-to-no-code'> = {
  id: 'data-to-no-code',
  find({ node, to }, { facts }) {
    if (node.data === '0x' || facts.getCodeHash(to) !== null) return undefined
    const size = node.data.length / 2 - 1
    return {
      severity: 'danger',
      sentence: `${to} has no code, so that the ${size} bytes sent to it do nothing today, and whoever deploys there later decides what they do. Check the address and the chain.`,
    }
  },
}
