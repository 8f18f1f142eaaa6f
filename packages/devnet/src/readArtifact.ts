import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { BaseError } from '@covault/protocol'
import { type Hex, isHex } from 'viem'

const require = createRequire(import.meta.url)

export type Artifact = {
  /** What a creating transaction carries. */
  bytecode: Hex
  /** What the chain keeps, if the constructor writes nothing into it. */
  deployedBytecode: Hex
}

// Written out, so that tools see which packages are in use.
const manifests = {
  'safe-contracts-1.1.1': () =>
    require.resolve('safe-contracts-1.1.1/package.json'),
  '@gnosis.pm/safe-contracts': () =>
    require.resolve('@gnosis.pm/safe-contracts/package.json'),
  '@safe-global/safe-contracts': () =>
    require.resolve('@safe-global/safe-contracts/package.json'),
  'safe-contracts-1.4.1-2': () =>
    require.resolve('safe-contracts-1.4.1-2/package.json'),
  '@safe-global/safe-smart-account': () =>
    require.resolve('@safe-global/safe-smart-account/package.json'),
}

export type ArtifactPackage = keyof typeof manifests

const artifacts = new Map<string, Artifact>()

/**
 * Reads a compiled contract out of an installed npm package. The files are
 * long and asked for several times per chain, so they are kept.
 */
export function readArtifact({
  package: packageName,
  artifact,
}: {
  package: ArtifactPackage
  artifact: string
}): Artifact {
  const folder = dirname(manifests[packageName]())
  const path = join(folder, `${artifact}.json`)
  const known = artifacts.get(path) ?? parseArtifact(path)
  artifacts.set(path, known)
  return known
}

function parseArtifact(path: string): Artifact {
  const { bytecode, deployedBytecode } = JSON.parse(
    readFileSync(path, 'utf8'),
  ) as Record<string, unknown>
  if (!isHex(bytecode) || !isHex(deployedBytecode))
    throw new MalformedArtifactError({ path })
  return { bytecode, deployedBytecode }
}

export class MalformedArtifactError extends BaseError {
  override name = 'MalformedArtifactError'

  constructor({ path }: { path: string }) {
    super(`The artifact ${path} contains no linked bytecode.`)
  }
}
