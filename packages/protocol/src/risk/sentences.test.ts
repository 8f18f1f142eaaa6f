import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { encodeMethod } from '../abi/method.js'
import { setAllowanceMethod } from '../calldata/allowance.js'
import type { Call } from '../multiSend.js'
import {
  addOwner,
  approve,
  batch,
  callOnly,
  callTo,
  changeThreshold,
  contract,
  friend,
  oneOf,
  owner,
  removeOwner,
  review,
  safe,
  send,
  stranger,
  swapOwner,
  token,
  transfer,
  twoOf,
} from '../proof/riskCalls.js'
import type { RiskFacts } from './riskFacts.js'

test('says who may take how much', () => {
  const sentences = review({
    call: batch([
      approve(2n ** 256n - 1n),
      swapOwner(safe),
      { ...send(contract, 0n), operation: 1 },
    ]),
    gas: { gasPrice: 10n ** 9n, safeTxGas: 60_000n, refundReceiver: stranger },
  }).map(({ severity, sentence }) => `${severity}: ${sentence}`)
  expect(sentences).toMatchInlineSnapshot(`
    [
      "block: A delegatecall lets the code of 0x8888888888888888888888888888888888888888 act as the safe 0x1111111111111111111111111111111111111111 and take everything: its code could not be checked. Do not sign unless you know what that code does.",
      "danger: 0x5555555555555555555555555555555555555555 replaces 0x3333333333333333333333333333333333333333 as an owner of the safe 0x1111111111111111111111111111111111111111. Have the new owner confirm every digit outside Covault, for example by telephone.",
      "danger: Executing this transaction pays up to 0.0001 ETH from the safe 0x1111111111111111111111111111111111111111 to 0x5555555555555555555555555555555555555555 as a gas refund. Set the gas price to 0 unless a relayer you chose asks for it.",
      "danger: 0x5555555555555555555555555555555555555555 can take all of the token 0x6666666666666666666666666666666666666666 from 0x1111111111111111111111111111111111111111, now and later: the allowance is practically unlimited. Approve only the amount that is needed.",
    ]
  `)
})

test('says of a call that nobody can read how large it is and what to do', () => {
  const call = callTo(contract, '0xdeadbeef00')
  expect(review({ call }).map(({ sentence }) => sentence)).toEqual([
    `The call to ${contract} with 5 bytes matches no known method. Check the simulation, and ask the proposer what the call does.`,
  ])
})

test('calls a payment the first only where nobody reports an earlier one', () => {
  const tell = (facts: Partial<RiskFacts>) =>
    review({ call: send(stranger, 1n), facts }).map(
      ({ title, sentence }) => `${title}: ${sentence}`,
    )
  const advice = 'Compare every digit with the address the recipient gave you.'
  expect(tell({})).toEqual([
    `First payment: ${stranger} was never paid before and is not in your address book. ${advice}`,
  ])
  expect(tell({ counterparties: [stranger] })).toEqual([
    `Recipient not in your address book: The gateway reports earlier payments to ${stranger}, but this browser can’t confirm them. ${advice}`,
  ])
  expect(tell({ isHistoryUnread: true })).toEqual([
    `Recipient not in your address book: The history of this safe could not be read, so earlier payments to ${stranger} are not known. ${advice}`,
  ])
})

test('raises nothing above info where contacts become owners as usual', () => {
  const facts: Partial<RiskFacts> = {
    ...twoOf([owner, friend, token]),
    knownRecipients: [stranger, friend],
  }
  for (const call of [addOwner(safe, 2n), addOwner(safe, 3n), swapOwner(safe)])
    expect(
      review({ call: batch([transfer(friend, 1n), call]), facts }).filter(
        ({ severity }) => severity !== 'info',
      ),
    ).toEqual([])
})

test.each([
  [
    'who decides alone',
    addOwner(safe, 1n),
    ' will be able to move everything alone',
  ],
  [
    'who signs along',
    addOwner(safe, 2n),
    ' will be an owner and can give one of the 2 signatures needed',
  ],
])('names the stranger %s in the consequence', (_, call, words) => {
  const facts = twoOf([owner, friend, token])
  const found = review({ call, facts }).find(({ id }) => id === 'owner-change')
  expect(found?.consequence).toEqual([{ party: stranger }, words])
})

test('says what comes of it wherever a key alone decides, or none is spare', () => {
  const facts = twoOf([owner, friend, token])
  const consequences = (call: Call) =>
    review({ call, facts }).map(({ consequence }) => consequence?.[0])
  expect(consequences(changeThreshold(safe, 1n))).toContain(
    'One owner alone will be able to move everything',
  )
  expect(consequences(changeThreshold(safe, 3n))).toEqual([
    'All owners will have to sign: if one key is lost, the safe is locked permanently',
  ])
  expect(consequences(removeOwner(2n))).toEqual([
    'All remaining owners will have to sign: if one key is lost, the safe is locked permanently',
  ])
  const [alone] = review({
    call: removeOwner(1n),
    facts: oneOf([owner, friend]),
  })
  expect(alone?.consequence).toEqual([
    'Only one owner will be left: if that key is lost, the safe is locked permanently',
  ])
})

test.each<[string, Address, Partial<RiskFacts>]>([
  ['contact', friend, {}],
  ['owner', owner, {}],
  ['safe', contract, { ownSafes: [contract] }],
  ['counterparty', contract, { counterparties: [contract] }],
])('names the %s that an address imitates', (kind, known, facts) => {
  const address: Address = `0x${known.slice(2, 6)}${'0'.repeat(32)}${known.slice(-4)}`
  const [found] = review({ call: send(address, 1n), facts })
  expect(found).toMatchObject({
    id: 'look-alike-recipient',
    severity: 'danger',
    lookAlike: { address, known, kind, leading: 4, trailing: 4 },
  })
  expect(found?.consequence).toContainEqual({ party: known })
})

test('tells amounts with the symbol and the decimals that the chain has', () => {
  const facts = {
    knownSpenders: [],
    balances: [],
    tokens: { [token]: { symbol: 'USDC', decimals: 2 } },
  }
  const [found] = review({ call: approve(499_999n), facts })
  expect(found?.sentence).toContain(`${stranger} can take 4,999.99 USDC from`)
})

test('says how often a spending limit renews, or that it never does', () => {
  const limit = (resetTimeMin: bigint) =>
    review({
      call: callTo(
        contract,
        encodeMethod(setAllowanceMethod, {
          delegate: stranger,
          token,
          allowanceAmount: 5n,
          resetTimeMin,
          resetBaseMin: 0n,
        }),
      ),
    }).find(({ id }) => id === 'spending-limit')?.sentence
  expect(limit(0n)).toMatch(/ in total from the safe /)
  expect(limit(0n)).not.toContain('renew')
  expect(limit(10_080n)).toMatch(/ every 7 days from the safe /)
})

test('is silent about rejections and about batches of ordinary transfers', () => {
  const transfers = Array.from({ length: 20 }, (_, index) =>
    index % 2 ? send(friend, 1n) : transfer(owner, 1n),
  )
  expect(review({ call: send(safe, 0n) })).toEqual([])
  expect(review({ call: batch(transfers, callOnly) })).toEqual([])
})
