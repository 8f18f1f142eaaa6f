import fc from 'fast-check'
import { bytesToHex, getAddress, type Hex } from 'viem'
import type { SafeTransaction } from '../safeTransaction.js'

/** Printed by every test that uses it, so that a failure can be repeated. */
export const seed = Number(
  process.env.COVAULT_FUZZ_SEED ?? Date.now() & 0x7fffffff,
)

/** Random cases of the fuzz tests; more of them find rarer things. */
export const runs = Number(process.env.COVAULT_FUZZ_RUNS ?? 10_000)

export function printSeed(test: string): void {
  process.stdout.write(`${test}: COVAULT_FUZZ_SEED=${seed}\n`)
}

const maxUint256 = 2n ** 256n - 1n

export const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => getAddress(bytesToHex(bytes)))

export const uint256 = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(0n, 1n, maxUint256) },
  { weight: 4, arbitrary: fc.bigInt({ min: 0n, max: maxUint256 }) },
)

export function bytes(maxLength: number): fc.Arbitrary<Hex> {
  return fc.uint8Array({ maxLength }).map((value) => bytesToHex(value))
}

export const bytes32 = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((value) => bytesToHex(value))

/** Below the curve order with certainty, and never zero. */
export const privateKey = fc
  .bigInt({ min: 1n, max: 2n ** 250n })
  .map((key): Hex => `0x${key.toString(16).padStart(64, '0')}`)

export const safeTransaction: fc.Arbitrary<SafeTransaction> = fc.record({
  to: address,
  value: uint256,
  data: bytes(200),
  operation: fc.constantFrom(0, 1),
  safeTxGas: uint256,
  baseGas: uint256,
  gasPrice: uint256,
  gasToken: address,
  refundReceiver: address,
  nonce: uint256,
})
