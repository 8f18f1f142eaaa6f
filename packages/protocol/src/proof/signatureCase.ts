import fc from 'fast-check'
import type { Hex } from 'viem'
import { buildSignatures, type SafeSignature } from '../signature.js'
import { type ProofSafe, signAsAccount, signAsContract } from './proofSafe.js'

/** Who signs and how, and what is then done to the blob. */
export type SignatureCase = {
  /** Positions among accounts, contract owners, and last the approver. */
  signers: number[]
  /** How the account at the position signs. */
  kinds: ('ecdsa' | 'ethSign')[]
  /** Whether the approver did call `approveHash`. */
  approve: boolean
  damage: Damage
}

export type Damage =
  | { kind: 'none' }
  | { kind: 'flip'; position: number; bits: number }
  | { kind: 'truncate'; position: number }
  | { kind: 'append'; size: number }
  | { kind: 'swapParts' }
  | { kind: 'repeatPart' }
  | { kind: 'setRecoveryValue'; part: number; v: number }
  | { kind: 'setDynamicOffset'; part: number; offset: number }
  | { kind: 'mirror'; part: number }

const ownerCount = 6

const part = fc.nat({ max: ownerCount - 1 })
const position = fc.nat({ max: 600 })

const noDamage: Damage = { kind: 'none' }

const anyDamage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({
    kind: fc.constant('flip' as const),
    position,
    bits: fc.integer({ min: 1, max: 255 }),
  }),
  fc.record({ kind: fc.constant('truncate' as const), position }),
  fc.record({
    kind: fc.constant('append' as const),
    size: fc.integer({ min: 1, max: 100 }),
  }),
  fc.record({ kind: fc.constant('swapParts' as const) }),
  fc.record({ kind: fc.constant('repeatPart' as const) }),
  fc.record({
    kind: fc.constant('setRecoveryValue' as const),
    part,
    v: fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 255 })),
  }),
  fc.record({
    kind: fc.constant('setDynamicOffset' as const),
    part,
    offset: position,
  }),
  fc.record({ kind: fc.constant('mirror' as const), part }),
)

export function signatureCase({
  damaged,
}: {
  damaged: boolean
}): fc.Arbitrary<SignatureCase> {
  return fc.record({
    signers: fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 3, maxLength: 4 }),
    kinds: fc.array(fc.constantFrom('ecdsa' as const, 'ethSign' as const), {
      minLength: ownerCount,
      maxLength: ownerCount,
    }),
    approve: damaged ? fc.boolean() : fc.constant(true),
    damage: damaged ? anyDamage : fc.constant(noDamage),
  })
}

/** The blob as an honest client would build it. */
export async function signCase(
  proof: ProofSafe,
  { signers, kinds }: SignatureCase,
  signed: { hash: Hex; preimage: Hex },
): Promise<Hex> {
  const { accounts, approver, contractOwners } = proof
  const { version } = proof.domain
  const signatures = await Promise.all(
    signers.map(async (position): Promise<SafeSignature> => {
      const account = accounts[position]
      const kind = kinds[position] ?? 'ecdsa'
      if (account) return signAsAccount(account, { kind, hash: signed.hash })
      const owner = contractOwners[position - accounts.length]
      if (owner) return signAsContract(owner, { version, ...signed })
      return { kind: 'approvedHash', signer: approver }
    }),
  )
  return buildSignatures(signatures)
}

const curveOrder =
  0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

export function damageBlob(blob: Hex, damage: Damage): Hex {
  const bytes = Buffer.from(blob.slice(2), 'hex')
  switch (damage.kind) {
    case 'none':
      return blob
    case 'flip': {
      const position = damage.position % bytes.length
      bytes.writeUInt8(bytes.readUInt8(position) ^ damage.bits, position)
      return toHex(bytes)
    }
    case 'truncate':
      return toHex(bytes.subarray(0, damage.position % bytes.length))
    case 'append':
      return toHex(Buffer.concat([bytes, Buffer.alloc(damage.size, 7)]))
    case 'swapParts':
      return toHex(
        Buffer.concat([
          bytes.subarray(65, 130),
          bytes.subarray(0, 65),
          bytes.subarray(130),
        ]),
      )
    case 'repeatPart':
      bytes.copy(bytes, 65, 0, 65)
      return toHex(bytes)
    case 'setRecoveryValue':
      bytes.writeUInt8(damage.v, (damage.part % 3) * 65 + 64)
      return toHex(bytes)
    case 'setDynamicOffset':
      writeWord(bytes, (damage.part % 3) * 65 + 32, BigInt(damage.offset))
      return toHex(bytes)
    case 'mirror':
      mirrorPart(bytes, (damage.part % 3) * 65)
      return toHex(bytes)
  }
}

/** The other valid signature of the same key and hash: n - s, v flipped. */
function mirrorPart(bytes: Buffer, start: number): void {
  const v = bytes.readUInt8(start + 64)
  if (v < 27) return
  const s = BigInt(toHex(bytes.subarray(start + 32, start + 64)))
  writeWord(bytes, start + 32, curveOrder - s)
  bytes.writeUInt8(v % 2 === 0 ? v - 1 : v + 1, start + 64)
}

function writeWord(bytes: Buffer, position: number, value: bigint): void {
  bytes.write(value.toString(16).padStart(64, '0'), position, 32, 'hex')
}

function toHex(bytes: Buffer): Hex {
  return `0x${bytes.toString('hex')}`
}
