import { type Address, getAddress, type Hex } from 'viem'
import { formatAddress } from '../lib/formatAddress.js'
import { formatNumber } from '../lib/formatCount.js'

/**
 * Errors that many contracts share: ERC-6093, those of OpenZeppelin, and two
 * that tokens made up before. `a` means an address, `n` a number, the
 * digit for its place among the arguments, each of which is one word.
 */
export const customErrors: Readonly<Record<Hex, readonly [string, string]>> = {
  '0xe450d38c': [
    'ERC20InsufficientBalance(address,uint256,uint256)',
    '{a0} holds only {n1} of the {n2} needed, in smallest units',
  ],
  '0xfb8f41b2': [
    'ERC20InsufficientAllowance(address,uint256,uint256)',
    '{a0} may take only {n1} of the {n2} requested, in smallest units',
  ],
  '0x96c6fd1e': ['ERC20InvalidSender(address)', '{a0} cannot send this token'],
  '0xec442f05': [
    'ERC20InvalidReceiver(address)',
    '{a0} cannot receive this token',
  ],
  '0xe602df05': [
    'ERC20InvalidApprover(address)',
    '{a0} cannot approve this token',
  ],
  '0x94280d62': [
    'ERC20InvalidSpender(address)',
    '{a0} cannot be approved for this token',
  ],
  '0xcf479181': [
    'InsufficientBalance(uint256,uint256)',
    'only {n0} of the {n1} needed are available, in smallest units',
  ],
  '0x2a1b2dd8': [
    'InsufficientAllowance(uint256,uint256)',
    'only {n0} of the {n1} requested are approved, in smallest units',
  ],
  '0x89c62b64': [
    'ERC721InvalidOwner(address)',
    '{a0} cannot own a collectible',
  ],
  '0x7e273289': [
    'ERC721NonexistentToken(uint256)',
    'collectible No. {n0} doesn’t exist',
  ],
  '0x64283d7b': [
    'ERC721IncorrectOwner(address,uint256,address)',
    'collectible No. {n1} belongs to {a2}, not to {a0}',
  ],
  '0x73c6ac6e': [
    'ERC721InvalidSender(address)',
    '{a0} cannot send this collectible',
  ],
  '0x64a0ae92': [
    'ERC721InvalidReceiver(address)',
    '{a0} cannot receive this collectible',
  ],
  '0x177e802f': [
    'ERC721InsufficientApproval(address,uint256)',
    '{a0} may not move collectible No. {n1}',
  ],
  '0xa9fbf51f': [
    'ERC721InvalidApprover(address)',
    '{a0} may not approve this collectible',
  ],
  '0x5b08ba18': [
    'ERC721InvalidOperator(address)',
    '{a0} cannot be approved for these collectibles',
  ],
  '0x03dee4c5': [
    'ERC1155InsufficientBalance(address,uint256,uint256,uint256)',
    '{a0} holds only {n1} of token No. {n3}, but {n2} are needed',
  ],
  '0x01a83514': [
    'ERC1155InvalidSender(address)',
    '{a0} cannot send this token',
  ],
  '0x57f447ce': [
    'ERC1155InvalidReceiver(address)',
    '{a0} cannot receive this token',
  ],
  '0xe237d922': [
    'ERC1155MissingApprovalForAll(address,address)',
    '{a0} may not move the tokens of {a1}',
  ],
  '0x3e31884e': [
    'ERC1155InvalidApprover(address)',
    '{a0} may not approve these tokens',
  ],
  '0xced3e100': [
    'ERC1155InvalidOperator(address)',
    '{a0} cannot be approved for these tokens',
  ],
  '0x5b059991': [
    'ERC1155InvalidArrayLength(uint256,uint256)',
    'the number of tokens ({n0}) differs from the number of amounts ({n1})',
  ],
  '0x118cdaa7': [
    'OwnableUnauthorizedAccount(address)',
    '{a0} does not own the contract',
  ],
  '0x1e4fbdf7': [
    'OwnableInvalidOwner(address)',
    '{a0} cannot own the contract',
  ],
  '0xe2517d3f': [
    'AccessControlUnauthorizedAccount(address,bytes32)',
    '{a0} lacks the role this needs',
  ],
  '0xd93c0665': ['EnforcedPause()', 'the contract is paused'],
  '0x3ee5aeb5': [
    'ReentrancyGuardReentrantCall()',
    'the contract was called again before the first call ended',
  ],
  '0x5274afe7': ['SafeERC20FailedOperation(address)', 'the token {a0} failed'],
  '0xd6bda275': ['FailedCall()', 'a call made by the contract failed'],
}

const panicSelector = '0x4e487b71'

/** What the compiler itself guards against, by the code of `Panic(uint256)`. */
const panics: Readonly<Record<string, string>> = {
  '1': 'an assertion failed',
  '17': 'a number is too large or below zero',
  '18': 'division by zero',
  '33': 'a value isn’t allowed',
  '34': 'the storage is damaged',
  '49': 'removal from an empty list',
  '50': 'read past the end of a list',
  '65': 'too much memory requested',
  '81': 'call of a function that was never set',
}

/** Undefined: it is none of those, or its arguments are not what it names. */
export function describeCustomError(data: Hex): string | undefined {
  const selector: Hex = `0x${data.slice(2, 10).toLowerCase()}`
  const words = data.slice(10).match(/.{64}/g) ?? []
  if (selector === panicSelector) return describePanic(words)
  const [signature, sentence] = customErrors[selector] ?? []
  if (!signature || !sentence) return undefined
  const [name, types] = signature.split(/[()]/)
  const count = types ? types.split(',').length : 0
  if (data.length !== 10 + count * 64) return undefined
  const filled = sentence.replace(/\{([an])(\d)\}/g, (_, kind, place) =>
    write(kind, words[Number(place)] ?? ''),
  )
  return `A contract reverted: ${filled} (${name}).`
}

function describePanic([word]: readonly string[]): string | undefined {
  const reason = word && panics[String(BigInt(`0x${word}`))]
  return reason && `A contract failed: ${reason} (Panic).`
}

function write(kind: string, word: string): string {
  if (kind === 'n') return formatNumber(BigInt(`0x${word}`))
  const address: Address = getAddress(`0x${word.slice(24)}`)
  return formatAddress(address, { digits: 4 })
}
