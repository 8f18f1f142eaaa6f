// @vitest-environment node
import { type Address, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { checkSigners, hasMistake } from './checkSigners.js'
import { listWarnings } from './listWarnings.js'
import {
  addRow,
  createSignersInput,
  rebase,
  type SignerRow,
  type SignersInput,
} from './signersInput.js'

const safe = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const [alice, bob, carol, dave] = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
] as const
const present = { owners: [alice, bob], threshold: 1 }
const untouched = createSignersInput(present)

test('a new owner that nothing speaks against is no mistake', () => {
  expect(hasMistake(check(add(carol)))).toBe(false)
})

describe('a new owner is refused', () => {
  test.each<[string, Address | undefined, string]>([
    ['as long as there is none', undefined, 'Enter the address'],
    ['as the zero address', zeroAddress, 'The zero address can’t be an owner'],
    [
      'as the head of the list of owners',
      '0x0000000000000000000000000000000000000001',
      'This address is reserved',
    ],
    ['as the safe itself', safe, 'A safe can’t be its own owner'],
    ['as somebody who is one', bob, 'This address is already an owner'],
  ])('%s', (_, address, message) => {
    expect(firstRowMistake(add(address))).toContain(message)
  })

  test('when another row names the same', () => {
    const { input, addresses } = add(carol)
    const twice = check({
      input: addRow(input),
      addresses: [...addresses, carol],
    })
    expect([...twice.rows]).toEqual([
      [3, expect.stringContaining('already in the list above')],
    ])
  })

  test('when it would leave and come back', () => {
    const input = addRow(createSignersInput(present, { id: `remove:${bob}` }))
    const addresses = [undefined, undefined, bob]
    expect(firstRowMistake({ input, addresses })).toContain(
      'Keep the owner instead',
    )
  })

  test('in place of itself', () => {
    const input = createSignersInput(present, { id: `replace:${bob}` })
    expect(firstRowMistake({ input, addresses: [undefined, bob] })).toContain(
      'Keep the owner instead',
    )
  })

  test('while its name is asked for, and with what is wrong with it', () => {
    const { input } = add(undefined)
    const read = (last: { error?: string; isPending?: boolean }) =>
      checkSigners(input, {
        safe,
        readings: [{}, {}, last].map((one) => ({
          address: undefined,
          error: undefined,
          isPending: false,
          ...one,
        })),
      }).rows.get(2)
    expect(read({ isPending: true })).toContain('Looking up')
    expect(read({ error: 'The checksum is wrong.' })).toBe(
      'The checksum is wrong.',
    )
  })
})

describe('a threshold is refused', () => {
  test.each([
    ['', 'Enter a whole number.'],
    ['1.5', 'Enter a whole number.'],
    ['two', 'Enter a whole number.'],
    ['-1', 'Enter a whole number.'],
    ['0', 'At least one signature is required.'],
    ['3', 'Enter at most 2: the safe will have 2 owners.'],
  ])('of “%s”', (threshold, message) => {
    const input = { ...untouched, threshold }
    expect(check({ input }).threshold).toBe(message)
  })

  test('that fewer owners cannot reach', () => {
    const input = setFate({ ...untouched, threshold: '2' }, bob, 'leaves')
    expect(check({ input }).threshold).toBe(
      'Enter at most 1: the safe will have 1 owner.',
    )
  })
})

describe('the whole is refused', () => {
  test('without an owner', () => {
    const input = setFate(setFate(untouched, alice, 'leaves'), bob, 'leaves')
    expect(check({ input })).toMatchObject({
      form: 'A safe needs at least one owner.',
      threshold: undefined,
    })
  })

  test('when nothing is changed', () => {
    expect(check({ input: untouched }).form).toContain('No changes yet')
    expect(check({ input: { ...untouched, threshold: '2' } }).form).toBe(
      undefined,
    )
  })

  test('as long as an old safe owns itself', () => {
    const old = createSignersInput({ owners: [alice, safe], threshold: 1 })
    expect(check({ input: { ...old, threshold: '2' } }).form).toContain(
      'The safe is an owner of itself',
    )
    expect(hasMistake(check({ input: setFate(old, safe, 'leaves') }))).toBe(
      false,
    )
  })
})

describe('a warning', () => {
  const warn = (
    wanted: { owners: Address[]; threshold: number },
    rest: Partial<Parameters<typeof listWarnings>[0]> = {},
  ) => listWarnings({ present, wanted, account: null, contracts: [], ...rest })

  test('is not given where there is nothing to warn of', () => {
    const wanted = { owners: [alice, bob, carol], threshold: 2 }
    expect(warn(wanted, { account: alice })).toEqual([])
  })

  test('is given when every key is needed', () => {
    expect(warn({ owners: [alice, bob, carol], threshold: 3 })).toEqual([
      'All 3 owners must sign. If one key is lost, the safe is locked permanently.',
    ])
  })

  test('is given when any key is enough', () => {
    expect(warn({ owners: [alice, bob, carol], threshold: 1 })).toEqual([
      'Any one of the 3 owners can move everything alone.',
    ])
  })

  test('is given when one key is left', () => {
    expect(warn({ owners: [alice], threshold: 1 })).toEqual([
      'One key will control this safe. If it’s lost, so is the safe.',
    ])
  })

  test('is given when somebody removes the owner this browser can sign as', () => {
    const wanted = { owners: [bob, carol, dave], threshold: 2 }
    expect(warn(wanted, { account: alice })).toEqual([
      expect.stringContaining('You are removing yourself'),
    ])
    expect(warn(wanted, { account: dave })).toEqual([])
  })

  test('is given when a new owner is a contract', () => {
    const wanted = { owners: [alice, bob, carol], threshold: 2 }
    const contracts = [
      { name: 'Board', isSafe: true },
      { name: 'Vault', isSafe: false },
    ]
    expect(warn(wanted, { contracts })).toEqual([
      expect.stringMatching(/^Board is a safe\./),
      expect.stringMatching(/^Vault is a contract/),
    ])
  })
})

describe('a link', () => {
  test('asks for a new owner, or what becomes of one', () => {
    const rowsOf = (search: { recipient?: string; id?: string }) =>
      createSignersInput(present, search).rows.map((row) =>
        row.kind === 'present' ? row.fate : row.text,
      )
    expect(rowsOf({ recipient: carol })).toEqual(['stays', 'stays', carol])
    expect(rowsOf({ id: `remove:${bob.toLowerCase()}` })).toEqual([
      'stays',
      'leaves',
    ])
    expect(rowsOf({ id: `replace:${alice}` })).toEqual(['replaced', 'stays'])
    expect(rowsOf({ id: `replace:${carol}` })).toEqual(['stays', 'stays'])
    expect(rowsOf({ id: 'multisig_0x12_0x34' })).toEqual(['stays', 'stays'])
  })
})

test('wishes are kept when the chain has moved, but for those come true', () => {
  const { input } = add(carol)
  const pinned = {
    ...setFate(input, bob, 'leaves'),
    rows: setFate(input, bob, 'leaves').rows.map((row) =>
      row.kind === 'added' ? { ...row, address: carol } : row,
    ),
  }
  const moved = rebase(pinned, { owners: [carol, bob], threshold: 2 })
  expect(moved.rows).toMatchObject([
    { id: 0, owner: carol, fate: 'stays' },
    { id: 1, owner: bob, fate: 'leaves' },
  ])
  expect(moved).toMatchObject({ threshold: '2', presentThreshold: 2 })
  const raised = rebase({ ...input, threshold: '2' }, present)
  expect(raised).toMatchObject({ threshold: '2', presentThreshold: 1 })
  expect(raised.rows).toHaveLength(3)
})

type Case = {
  input: SignersInput
  addresses?: readonly (Address | undefined)[]
}

function add(address: Address | undefined): Required<Case> {
  return {
    input: addRow(untouched),
    addresses: [undefined, undefined, address],
  }
}

function check({ input, addresses = [] }: Case) {
  const readings = input.rows.map((_, index) => ({
    address: addresses[index],
    error: undefined,
    isPending: false,
  }))
  return checkSigners(input, { safe, readings })
}

function firstRowMistake(given: Case): string | undefined {
  return [...check(given).rows.values()][0]
}

function setFate(
  input: SignersInput,
  owner: Address,
  fate: Extract<SignerRow, { kind: 'present' }>['fate'],
): SignersInput {
  return {
    ...input,
    rows: input.rows.map((row) =>
      row.kind === 'present' && row.owner === owner ? { ...row, fate } : row,
    ),
  }
}
