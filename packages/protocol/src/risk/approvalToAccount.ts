import { party } from '../tell/parts.js'
import { readGrant } from './grant.js'
import { defineRule } from './riskRule.js'
import { verbs } from './verbs.js'

/** Apps spend through contracts; an account is somebody with a key. */
export const approvalToAccount = /*#__PURE__*/ defineRule({
  id: 'approval-to-account',
  severities: ['danger'],
  words: {
    title: 'Approval for an account without code',
    when: 'The spender or operator of an approval has no code: it is an account, not a contract.',
    why: 'No app works that way. The holder of that account’s key can take the tokens at any time, and phishing asks for exactly this.',
    remedy: 'Send the amount instead, or check the address of the spender.',
    many: {
      one: 'approval for an account without code',
      other: 'approvals for accounts without code',
    },
  },
  find(call, { facts, tense }) {
    const grant = readGrant(call)
    if (!grant || grant.kind === 'limit' || grant.amount === 0n)
      return undefined
    const { grantee, asset, holder } = grant
    if (facts.getCodeHash(grantee) !== null) return undefined
    return {
      severity: 'danger',
      sentence: `${grantee} ${verbs.can[tense]} take tokens of ${asset} from ${holder}, and has no code: it is an account controlled by a private key, not the contract of an app.`,
      advice: 'Send the amount instead, or check the address.',
      consequence: [
        'The holder of the key of ',
        party(grantee),
        ' will be able to take the approved tokens at any time',
      ],
      subjects: [grantee],
    }
  },
})
