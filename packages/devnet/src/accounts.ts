import { pbkdf2Sync } from 'node:crypto'
import { type HDAccount, HDKey, hdKeyToAccount } from 'viem/accounts'

// The mnemonic every Ethereum development node knows. Its keys are public:
// whatever they own on a real network belongs to everybody.
export const demoMnemonic =
  'test test test test test test test test test test test junk'

export type DemoAccountName =
  | 'alice'
  | 'bob'
  | 'carol'
  | 'dave'
  | 'erin'
  | 'customer'
  | 'supplier'
  | 'stranger'
  | 'beneficiary'
  | 'deployer'

const names: readonly DemoAccountName[] = [
  'alice',
  'bob',
  'carol',
  'dave',
  'erin',
  'customer',
  'supplier',
  'stranger',
  'beneficiary',
  'deployer',
]

// BIP-39's stretching, once and natively: viem's mnemonicToAccount repeats it
// for each account, which costs every test file half a second.
const hdKey = HDKey.fromMasterSeed(
  pbkdf2Sync(demoMnemonic, 'mnemonic', 2048, 64, 'sha512'),
)

/** The ten accounts anvil funds, in derivation order. */
export const accounts: readonly HDAccount[] = names.map((_, addressIndex) =>
  hdKeyToAccount(hdKey, { addressIndex }),
)

/**
 * The same accounts by name. The first five are the demo accounts people use;
 * the others act in the demo world's past and in tests.
 */
export const demoAccounts = Object.fromEntries(
  names.map((name, index) => [name, accounts[index]]),
) as Record<DemoAccountName, HDAccount>
