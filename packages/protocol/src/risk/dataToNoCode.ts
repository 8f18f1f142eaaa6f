import { defineRule } from './riskRule.js'

/** The EVM lets such a call succeed without doing anything but sending value. */
export const dataToNoCode = /*#__PURE__*/ defineRule({
  id: 'data-to-no-code',
  severities: ['danger'],
  words: {
    title: 'A call to where no code is',
    when: 'Data is sent to an address that has no code at the block that was read.',
    why: 'Such a call does nothing and succeeds. Usually it is meant for another network, or for a contract that does not exist yet; whoever deploys there first decides what it means.',
    remedy: 'Check the network and the address.',
  },
  find({ node, to }, { facts }) {
    if (node.data === '0x' || facts.getCodeHash(to) !== null) return undefined
    const size = node.data.length / 2 - 1
    return {
      severity: 'danger',
      sentence: `${to} has no code, so that the ${size} bytes sent to it do nothing today, and whoever deploys there later decides what they do. Check the address and the chain.`,
    }
  },
})
