import { demoAccounts } from '@covault/devnet'
import {
  hashSafeTransaction,
  type SafeDomain,
  type SafeTransaction,
} from '@covault/protocol'
import { zeroAddress } from 'viem'
import { expect, test, vi } from 'vitest'
import { NotAsShownError, signAsShown } from './sign.js'
import { WrongSignatureError } from './signErrors.js'

const { alice, bob } = demoAccounts
const domain: SafeDomain = {
  chainId: 31337,
  safe: '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6',
  version: '1.4.1',
}
const transaction: SafeTransaction = {
  to: bob.address,
  value: 1n,
  data: '0x',
  operation: 0,
  safeTxGas: 0n,
  baseGas: 0n,
  gasPrice: 0n,
  gasToken: zeroAddress,
  refundReceiver: zeroAddress,
  nonce: 4n,
}
const signable = { kind: 'transaction', domain, transaction } as const
const shown = hashSafeTransaction(domain, transaction)

function openWallet() {
  return {
    readPlace: async () => ({ account: alice.address, chainId: 31337 }),
    signTypedData: vi.fn(alice.signTypedData),
    signHash: vi.fn(),
  }
}

const changes: Partial<SafeTransaction>[] = [
  { to: alice.address },
  { value: 2n },
  { data: '0x12' },
  { operation: 1 },
  { safeTxGas: 1n },
  { baseGas: 1n },
  { gasPrice: 1n },
  { gasToken: bob.address },
  { refundReceiver: bob.address },
  { nonce: 5n },
]

test('signs what was shown', async () => {
  const wallet = openWallet()
  const account = alice.address
  const signature = await signAsShown({ wallet, account, signable, shown })
  expect(signature.signer).toBe(account)
})

test.each(changes)(
  'S32: asks no wallet for %o that came after the screen was read',
  async (change) => {
    const wallet = openWallet()
    const changed = { ...transaction, ...change }
    await expect(
      signAsShown({
        wallet,
        account: alice.address,
        signable: { ...signable, transaction: changed },
        shown,
      }),
    ).rejects.toThrow(NotAsShownError)
    expect(wallet.signTypedData).not.toHaveBeenCalled()
  },
)

test('S32: asks no wallet for another message than the one shown', async () => {
  const wallet = openWallet()
  const other = { kind: 'message', domain, message: 'Pay Mallory' } as const
  await expect(
    signAsShown({ wallet, account: alice.address, signable: other, shown }),
  ).rejects.toThrow(NotAsShownError)
  expect(wallet.signTypedData).not.toHaveBeenCalled()
})

test('S51: a signature of something else stops the flow', async () => {
  const wallet = openWallet()
  const other = hashSafeTransaction(domain, { ...transaction, to: zeroAddress })
  wallet.signTypedData.mockResolvedValue(await alice.sign({ hash: other }))
  await expect(
    signAsShown({ wallet, account: alice.address, signable, shown }),
  ).rejects.toThrow(WrongSignatureError)
})
