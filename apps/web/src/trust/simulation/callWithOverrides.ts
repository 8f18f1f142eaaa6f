import { bytesSchema, parse, request } from './rpc.js'
import { checkRun, type Method, placeProbe, readAnswers } from './run.js'

/** Success, storage and balances, but nothing of what happens between. */
export const callWithOverrides: Method = async (client, asked, questions) => {
  const { params, overrides } = await placeProbe(client, asked, questions)
  const answer = await request(client, 'eth_call', [...params, overrides])
  const { call, answers } = readAnswers(parse(bytesSchema, answer))
  return checkRun({ ...call, gasUsed: undefined, logs: undefined, answers })
}
