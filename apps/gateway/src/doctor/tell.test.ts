import { expect, test } from 'vitest'
import { tell } from './tell.js'

test('names both networks where an endpoint answers for another one', () => {
  const chain = {
    ...{ chainId: 31337, name: 'Local 1' },
    ...{ finalityDepth: undefined, hintsUrl: undefined },
  }
  const problem = { type: 'wrongChain', answered: 1 } as const
  expect(tell(chain, { status: 'unusable', problem }, { now: 0 })).toEqual([
    {
      level: 'fail',
      text: 'Wrong network: the endpoint answers for Ethereum (chain ID 1), not Local 1 (chain ID 31337). Correct the address in rpcUrls.',
    },
  ])
})
