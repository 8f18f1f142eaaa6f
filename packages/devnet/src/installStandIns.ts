import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { BaseError } from '@covault/protocol'
import { type Hex, isHex } from 'viem'
import { getContract } from './compileContracts.js'
import type { DevnetClient } from './devnetClient.js'
import { type StandIn, standIns } from './standIns.js'

const require = createRequire(import.meta.url)

/** Puts each stand-in at the address of what it replaces. */
export async function installStandIns(client: DevnetClient): Promise<void> {
  await Promise.all(standIns.map((standIn) => install(client, standIn)))
}

async function install(client: DevnetClient, standIn: StandIn): Promise<void> {
  const { address } = standIn
  if ((await client.getCode({ address })) !== undefined) return
  const bytecode = await getCode(client, standIn)
  if (bytecode === undefined) throw new StandInCodeMissingError(standIn)
  await client.setCode({ address, bytecode })
}

async function getCode(
  client: DevnetClient,
  { code }: StandIn,
): Promise<Hex | undefined> {
  switch (code.from) {
    case 'address':
      return client.getCode({ address: code.address })
    case 'viem': {
      const { data } = await client.call({ data: readMulticall3InitCode() })
      return data
    }
    case 'source':
      return getContract(code.contract).deployedBytecode
  }
}

// viem has the bytes for deployless multicalls but does not export them; with
// an export this would be an import.
function readMulticall3InitCode(): Hex {
  const folder = dirname(require.resolve('viem/package.json'))
  const { multicall3Bytecode } = require(
    join(folder, '_cjs', 'constants', 'contracts.js'),
  ) as Record<string, unknown>
  if (!isHex(multicall3Bytecode)) throw new Multicall3MissingError()
  return multicall3Bytecode
}

export class StandInCodeMissingError extends BaseError {
  override name = 'StandInCodeMissingError'

  constructor({ name, address }: StandIn) {
    super(`There is no code for ${name} at ${address}.`)
  }
}

export class Multicall3MissingError extends BaseError {
  override name = 'Multicall3MissingError'

  constructor() {
    super('The installed viem does not contain the bytecode of Multicall3.')
  }
}
