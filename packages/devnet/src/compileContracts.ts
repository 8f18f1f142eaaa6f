import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BaseError } from '@covault/protocol'
import type { Abi, Hex } from 'viem'

export type CompiledContract = {
  abi: Abi
  bytecode: Hex
  deployedBytecode: Hex
}

type CompiledContracts = {
  /** Of the sources, the compiler's version and its settings. */
  hash: string
  contracts: Record<string, CompiledContract>
}

const require = createRequire(import.meta.url)

// This module runs from src/ in tests and from dist/ when built; both lie in
// the package's folder.
const packageFolder = join(dirname(fileURLToPath(import.meta.url)), '..')
const sourceFolder = join(packageFolder, 'src', 'contracts')
const outputFile = join(packageFolder, 'dist', 'contracts.json')

// Without the metadata hash the bytecode, and with it every CREATE2 address,
// depends on the code alone and not on comments or paths. The optimizer takes
// eight times as long as all the rest and nobody pays for gas here.
const settings = {
  optimizer: { enabled: false },
  evmVersion: 'paris',
  metadata: { appendCBOR: false, bytecodeHash: 'none' },
  outputSelection: {
    '*': {
      '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'],
    },
  },
}

let loaded: CompiledContracts | undefined

/** A contract of src/contracts, compiled now if it has not been before. */
export function getContract(name: string): CompiledContract {
  loaded ??= compileContracts()
  const contract = loaded.contracts[name]
  if (!contract) throw new ContractNotFoundError({ name })
  return contract
}

/**
 * Compiles src/contracts into dist/contracts.json. Loading the compiler takes
 * seconds, so nothing is done when the output is of the same sources.
 */
export function compileContracts(): CompiledContracts {
  const sources = readSources()
  const hash = hashInputs(sources)
  const existing = readOutput()
  if (existing?.hash === hash) return existing
  const compiled = { hash, contracts: compile(sources) }
  writeOutput(compiled)
  return compiled
}

type Sources = Record<string, { content: string }>

function readSources(): Sources {
  const files = readdirSync(sourceFolder).filter((file) =>
    file.endsWith('.sol'),
  )
  return Object.fromEntries(
    files
      .toSorted()
      .map((file) => [
        file,
        { content: readFileSync(join(sourceFolder, file), 'utf8') },
      ]),
  )
}

function hashInputs(sources: Sources): string {
  const manifest = readFileSync(require.resolve('solc/package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  return createHash('sha256')
    .update(JSON.stringify({ version, settings, sources }))
    .digest('hex')
}

function readOutput(): CompiledContracts | undefined {
  if (!existsSync(outputFile)) return undefined
  return JSON.parse(readFileSync(outputFile, 'utf8')) as CompiledContracts
}

// Several test processes may compile at once: each writes its own file and
// the rename is atomic, so a reader sees a whole one.
function writeOutput(compiled: CompiledContracts): void {
  mkdirSync(dirname(outputFile), { recursive: true })
  const unfinished = `${outputFile}.${process.pid}`
  writeFileSync(unfinished, JSON.stringify(compiled))
  renameSync(unfinished, outputFile)
}

type CompilerOutput = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts?: Record<
    string,
    Record<
      string,
      {
        abi: Abi
        evm: {
          bytecode: { object: string }
          deployedBytecode: { object: string }
        }
      }
    >
  >
}

function compile(sources: Sources): Record<string, CompiledContract> {
  const solc = require('solc') as { compile(input: string): string }
  const input = JSON.stringify({ language: 'Solidity', sources, settings })
  const output = JSON.parse(solc.compile(input)) as CompilerOutput
  const errors = output.errors ?? []
  if (errors.length > 0) throw new CompilationError({ errors })
  const contracts = Object.values(output.contracts ?? {}).flatMap((file) =>
    Object.entries(file),
  )
  return Object.fromEntries(
    contracts.map(([name, { abi, evm }]) => [
      name,
      {
        abi,
        bytecode: `0x${evm.bytecode.object}`,
        deployedBytecode: `0x${evm.deployedBytecode.object}`,
      },
    ]),
  )
}

export class ContractNotFoundError extends BaseError {
  override name = 'ContractNotFoundError'

  constructor({ name }: { name: string }) {
    super(`No file of src/contracts defines a contract ${name}.`)
  }
}

/** Warnings count too: our contracts compile without any. */
export class CompilationError extends BaseError {
  override name = 'CompilationError'

  constructor({ errors }: { errors: { formattedMessage: string }[] }) {
    const texts = errors.map(({ formattedMessage }) => formattedMessage)
    super(`The contracts do not compile.\n${texts.join('\n')}`)
  }
}
