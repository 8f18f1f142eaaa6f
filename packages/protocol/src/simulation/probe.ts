import { type Address, checksumAddress, type Hex } from 'viem'
import { BaseError } from '../errors.js'
import { nouns, writeCount } from '../language.js'
import { addressWord, assertBytes, uintWord } from '../word.js'

/*
 * `SafeProbe.sol` of the devnet package, which a simulation puts in the place
 * of a safe's code to read the safe's storage from within. Asking the safe
 * itself would be asking the singleton that a theft has just replaced.
 */

/** Its runtime code; probe.test.ts compares it with what is compiled. */
export const probeCode: Hex =
  '0x60806040527fff6c5076eec61712050bdd9c97be5d0305fedaf33477278492f71959f85d9db3600035146100635736600080376000803660007375a1e50b699fb6bebf2a2d15012c580bb9c985345af43d6000803e8061005e573d6000fd5b3d6000f35b60203560018115610094578160406000376000808360007375a1e50b699fb6bebf2a2d15012c580bb9c985345af490505b6040816000523d6020523d6000823e601f19601f3d011681019050826040015b3681101561019e576020810135604082013582356000811461011257600181146101215760028114610185576370a0823160e01b85528160048601526020808601602487866207a120fa601f3d118116865260408601955050610190565b82548552602085019450610190565b8460015b8315610170576020870196508087528460208801526040872054905073ffffffffffffffffffffffffffffffffffffffff811690508087526002811061017057600184039350610125565b60208288030482526020870196505050610190565b823185526020850194505b5050506060810190506100b4565b50806000f3'

/** Where the safe's own code lies while the probe is in its place. */
export const originalAddress: Address =
  '0x75a1E50B699fB6BeBf2a2d15012C580BB9C98534'

const tag = 'ff6c5076eec61712050bdd9c97be5d0305fedaf33477278492f71959f85d9db3'

export type ProbeQuestion =
  | { kind: 'slot'; slot: bigint }
  /** The linked list in the mapping at a slot, as owners and modules are. */
  | { kind: 'list'; slot: bigint; most: number }
  | { kind: 'balance'; holder: Address }
  | { kind: 'tokenBalance'; token: Address; holder: Address }

/** Calldata for the probe: a call for the safe's own code, then questions. */
export function encodeProbe({
  call = '0x',
  questions,
}: {
  call?: Hex
  questions: readonly ProbeQuestion[]
}): Hex {
  assertBytes(call)
  const digits = call.slice(2)
  const size = uintWord(BigInt(digits.length / 2))
  return `0x${tag}${size}${digits}${questions.map(encodeQuestion).join('')}`
}

function encodeQuestion(question: ProbeQuestion): string {
  switch (question.kind) {
    case 'slot':
      return uintWord(0n) + uintWord(question.slot) + uintWord(0n)
    case 'list':
      return (
        uintWord(1n) + uintWord(question.slot) + uintWord(BigInt(question.most))
      )
    case 'balance':
      return uintWord(2n) + addressWord(question.holder) + uintWord(0n)
    case 'tokenBalance':
      return (
        uintWord(3n) +
        addressWord(question.token) +
        addressWord(question.holder)
      )
  }
}

/** Reads the probe's answer from its beginning, in the order of questions. */
export type ProbeReader = {
  readCall: () => { isDone: boolean; returned: Hex }
  readWord: () => bigint
  /** With the 1 that ends a whole list. */
  readList: () => Address[]
  /** Undefined where the token does not answer. */
  readTokenBalance: () => bigint | undefined
}

export function createProbeReader(output: Hex): ProbeReader {
  const digits = output.slice(2)
  let position = 0
  const readDigits = (count: number) => {
    const end = position + count
    if (end > digits.length) throw new ProbeAnswerError({ output })
    const read = digits.slice(position, end)
    position = end
    return read
  }
  const readWord = () => BigInt(`0x${readDigits(64)}`)
  return {
    readWord,
    readCall: () => {
      const isDone = readWord() === 1n
      const size = Number(readWord())
      const padded = readDigits(Math.ceil(size / 32) * 64)
      return { isDone, returned: `0x${padded.slice(0, size * 2)}` }
    },
    readList: () =>
      Array.from({ length: Number(readWord()) }, () =>
        checksumAddress(`0x${readDigits(64).slice(24)}`),
      ),
    readTokenBalance: () => {
      const isAnswered = readWord() === 1n
      const amount = readWord()
      return isAnswered ? amount : undefined
    },
  }
}

export class ProbeAnswerError extends BaseError {
  override name = 'ProbeAnswerError'

  constructor({ output }: { output: Hex }) {
    super(
      `The simulation returned ${writeCount(output.length / 2 - 1, nouns.byte)}, fewer than expected.`,
    )
  }
}
