import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readContracts } from './contractsConfig.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'covault-contracts-'))
  await mkdir(join(folder, '31337'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const address = '0xdd57DE34E20553b67B890f6958a38cCB409e4f1D'
const abi = [
  {
    type: 'function',
    name: 'water',
    inputs: [{ name: 'litres', type: 'uint256' }],
  },
]
const write = (name: string, content: unknown) =>
  writeFile(join(folder, '31337', name), JSON.stringify(content))

test('reads names and methods by chain and address', async () => {
  await write(`${address.toLowerCase()}.json`, { name: 'Garden', abi })
  const contracts = await readContracts(folder)
  const garden = contracts.get(31337)?.get(address)
  expect(garden?.name).toBe('Garden')
  expect(garden?.methods.map(({ signature }) => signature)).toEqual([
    'water(uint256)',
  ])
  expect(await readContracts(undefined)).toEqual(new Map())
})

test('names the file that cannot be used', async () => {
  await write(`${address}.json`, { name: 'Garden', abi: 'none' })
  await expect(readContracts(folder)).rejects.toThrow(`${address}.json`)
  await write(`${address}.json`, { name: 'Garden', abi })
  await write('garden.json', { name: 'Garden', abi })
  await expect(readContracts(folder)).rejects.toThrow('not an address')
  await expect(readContracts(join(folder, 'none'))).rejects.toThrow('none')
})
