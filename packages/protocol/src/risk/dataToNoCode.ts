import { nouns, writeCount } from '../language.js'
import { party } from '../tell/parts.js'
import { defineRule } from './riskRule.js'

/** The EVM lets such a call succeed without doing anything but sending value. */
export const dataToNoCode = /*#__PURE__*/ defineRule({
  id: 'data-to-no-code',
  severities: ['danger'],
  words: {
    title: 'Call to an address without code',
    when: 'Data is sent to an address that has no code.',
    why: 'Today such a call does nothing. If code is deployed there before the transaction is executed, that code runs. Usually the call was meant for another network or for a contract that does not exist yet.',
    remedy: 'Check the address and the network.',
    many: {
      one: 'call to an address without code',
      other: 'calls to addresses without code',
    },
  },
  find({ node, to }, { facts, tense }) {
    if (node.data === '0x' || facts.getCodeHash(to) !== null) return undefined
    const size = writeCount(node.data.length / 2 - 1, nouns.byte)
    return {
      severity: 'danger',
      sentence:
        tense === 'planned'
          ? `${to} has no code, so the call with ${size} does nothing today. If code is deployed there before the execution, that code decides what the call does.`
          : `${to}, which this transaction called with ${size}, has no code today.`,
      advice: 'Check the address and the network.',
      consequence: [
        'The call to ',
        party(to),
        ' does nothing today. If code is deployed there before the execution, that code will run',
      ],
      subjects: [to],
    }
  },
})
