import { randomBytes } from 'node:crypto'
import { type Address, getAddress, type Hex } from 'viem'

/** Never the same twice: whatever is remembered by name grows with it. */
export function inventAddress(): Address {
  return getAddress(`0x${randomBytes(20).toString('hex')}`)
}

export function inventHash(): Hex {
  return `0x${randomBytes(32).toString('hex')}`
}

/** Has the form of a signature and recovers to nobody in particular. */
export function inventSignature(): Hex {
  return `0x${'11'.repeat(32)}${randomBytes(31).toString('hex')}001b`
}

let counted = 0

/** A number that no other request of this process has. */
export function count(): number {
  return ++counted
}

export function pick<item>(items: readonly item[]): item {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new TypeError('There is nothing to pick from.')
  return item
}
