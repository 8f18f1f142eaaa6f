import { expect, test } from 'vitest'
import { cleanCall, refuseCall, weighCall } from './doorMethods.js'

const logs = (filter: object) => ({ method: 'eth_getLogs', params: [filter] })
const call = (fields: object, ...more: unknown[]) => ({
  method: 'eth_call',
  params: [fields, 'latest', ...more],
})

test('passes a filter on with the names that were checked, and no others', () => {
  const sneaky = {
    ...{ blockHash: null, fromBlock: '0x1', toBlock: '0x2' },
    ...{ FROMBLOCK: '0x0', topics: [null] },
  }
  expect(cleanCall(logs(sneaky)).params).toEqual([
    { topics: [null], fromBlock: '0x1', toBlock: '0x2' },
  ])
  const wide = cleanCall(
    logs({ blockHash: null, fromBlock: '0x0', toBlock: '0xffffff' }),
  )
  expect(refuseCall(wide)).toMatchObject({ code: -32_602 })
  expect(refuseCall(logs({ blockHash: '0x12' }))).toMatchObject({
    message: 'The block hash must have 32 bytes.',
  })
})

test('gives every call an end, also where it names none', () => {
  const most = '0x1c9c380'
  expect(cleanCall(call({ to: '0x01', Gas: '0xffffffff' })).params[0]).toEqual({
    to: '0x01',
    gas: most,
  })
  expect(refuseCall(call({ gas: most }))).toBeUndefined()
  for (const gas of ['0x1c9c381', 'all', 1])
    expect(refuseCall(call({ gas })), String(gas)).toMatchObject({
      code: -32_602,
    })
  const simulation = {
    method: 'eth_simulateV1',
    params: [{ blockStateCalls: [{ calls: [{ to: '0x01' }] }] }],
  }
  expect(cleanCall(simulation).params).toEqual([
    { blockStateCalls: [{ calls: [{ to: '0x01', gas: most }] }] },
  ])
})

test('passes on no parameter and no name that changes how a read is run', () => {
  const overrides = { time: '0x1' }
  expect(cleanCall(call({}, {}, overrides)).params).toHaveLength(3)
  const block = {
    ...{ BlockOverrides: overrides, Calls: [{ gas: '0xffffffff' }] },
    calls: [],
  }
  const simulation = (blocks: unknown, more = {}) => ({
    method: 'eth_simulateV1',
    params: [{ blockStateCalls: blocks, ...more }, 'latest', overrides],
  })
  const sneaky = simulation([block], { BlockStateCalls: [block] })
  expect(cleanCall(sneaky).params).toEqual([
    { blockStateCalls: [{ calls: [] }] },
    'latest',
  ])
  const open = cleanCall(simulation([{ blockOverrides: overrides }]))
  expect(refuseCall(open)).toMatchObject({
    message: 'Block overrides are not supported.',
  })
})

test('refuses lists and other things where a simulation has records', () => {
  const passed = (params: unknown[], method = 'eth_simulateV1') =>
    refuseCall(cleanCall({ method, params })) === undefined
  const block = (given: unknown) => passed([{ blockStateCalls: [given] }])
  const call = { to: `0x${'11'.repeat(20)}` }
  expect(block({ calls: [call], stateOverrides: { '0x01': {} } })).toBe(true)
  expect(block({ calls: null, stateOverrides: null })).toBe(true)
  const endless = { ...call, gas: '0xffffffffff' }
  // A node that reads structs from lists finds the fields by their order.
  expect(block([{ gasLimit: '0xffffffffff' }, {}, [endless]])).toBe(false)
  for (const given of [null, 'block', 1, undefined])
    expect(block(given), String(given)).toBe(false)
  for (const calls of [{ 0: endless }, 'all', [[call]], [null]])
    expect(block({ calls }), JSON.stringify(calls)).toBe(false)
  for (const stateOverrides of [[], [['0x01', {}]], { '0x01': ['0x1'] }, 'x']) {
    expect(block({ stateOverrides })).toBe(false)
    expect(passed([call, 'latest', stateOverrides], 'eth_call')).toBe(false)
    const options = { tracer: 'callTracer', stateOverrides }
    expect(passed([call, 'latest', options], 'debug_traceCall')).toBe(false)
  }
})

test('refuses what is nested deeper than any read', () => {
  const nest = (levels: number): unknown =>
    levels > 0 ? [nest(levels - 1)] : 1
  const read = (params: unknown[]) => ({ method: 'eth_getCode', params })
  expect(refuseCall(read([nest(5)]))).toBeUndefined()
  expect(refuseCall(read([nest(5_000)]))).toMatchObject({
    message: 'The parameters are nested too deep.',
  })
})

test('weighs calls by what they cost a node', () => {
  expect(weighCall({ method: 'eth_chainId', params: [] })).toBe(1)
  const to = `0x${'11'.repeat(20)}`
  for (const method of ['eth_call', 'eth_estimateGas']) {
    const weigh = (...params: unknown[]) => weighCall({ method, params })
    expect(weigh({ to }, 'latest')).toBe(5)
    expect(weigh({ to }, 'latest', {})).toBe(50)
  }
})

test('weighs a call to nowhere, which runs what it brings along, like an override', () => {
  const code = { data: '0x5b600056' }
  for (const to of [undefined, null, '', '0x', [], '0x01'])
    expect(weighCall(call({ ...code, to })), String(to)).toBe(50)
})
