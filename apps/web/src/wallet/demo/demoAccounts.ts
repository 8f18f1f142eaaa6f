import type { Address } from 'viem'

/** The people of the demo world, in the order of their keys. */
export const demoAccounts: readonly { name: string; address: Address }[] = [
  { name: 'Alice', address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' },
  { name: 'Bob', address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
  { name: 'Carol', address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' },
  { name: 'Dave', address: '0x90F79bf6EB2c4f870365E785982E1f101E93b906' },
  { name: 'Erin', address: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65' },
]
