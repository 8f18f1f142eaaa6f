import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AbiMethod, BaseError, parseAbi } from '@covault/protocol'
import { type Address, getAddress, isAddress } from 'viem'
import { z } from 'zod'

/** A contract whose source the operator has verified. */
export type VerifiedContract = {
  name: string
  abi: unknown[]
  methods: readonly AbiMethod[]
}

export type VerifiedContracts = ReadonlyMap<
  number,
  ReadonlyMap<Address, VerifiedContract>
>

const fileSchema = z.object({
  name: z.string().min(1).max(100),
  abi: z.array(z.unknown()),
})

/** Files `<folder>/<chain id>/<address>.json` with a name and an ABI. */
export async function readContracts(
  folder: string | undefined,
): Promise<VerifiedContracts> {
  if (folder === undefined) return new Map()
  const contracts = new Map<number, ReadonlyMap<Address, VerifiedContract>>()
  for (const entry of await list(folder)) {
    if (!/^[1-9]\d*$/.test(entry)) continue
    const files = await list(join(folder, entry))
    const ofChain = files
      .filter((file) => file.endsWith('.json'))
      .map(async (file) => {
        const address = file.slice(0, -'.json'.length)
        if (!isAddress(address, { strict: false }))
          throw new ContractFileError(join(folder, entry, file), {
            cause: 'its name is not an address',
          })
        const contract = await readContract(join(folder, entry, file))
        return [getAddress(address), contract] as const
      })
    contracts.set(Number(entry), new Map(await Promise.all(ofChain)))
  }
  return contracts
}

async function list(folder: string): Promise<string[]> {
  return readdir(folder).catch((cause) => {
    throw new ContractFileError(folder, { cause })
  })
}

async function readContract(file: string): Promise<VerifiedContract> {
  try {
    const { name, abi } = fileSchema.parse(
      JSON.parse(await readFile(file, 'utf8')),
    )
    return { name, abi, methods: parseAbi(JSON.stringify(abi)) }
  } catch (cause) {
    throw new ContractFileError(file, { cause })
  }
}

export class ContractFileError extends BaseError {
  override name = 'ContractFileError'
  constructor(file: string, { cause }: { cause: unknown }) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`The contract file ${file} cannot be used: ${reason}`, { cause })
  }
}
