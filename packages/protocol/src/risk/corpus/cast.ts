import {
  type Address,
  concat,
  getAddress,
  type Hex,
  keccak256,
  parseUnits,
  slice,
  stringToHex,
} from 'viem'
import type { SafeFacts, TargetKind } from '../riskFacts.js'

type PublishedContract = { address: Address; codeHash: Hex }

/** Addresses and code hashes as @safe-global/safe-deployments publishes them. */
export const published = {
  multiSend111: {
    address: '0x8D29bE29923b68abfDD21e541b9374737B49cdAD',
    codeHash:
      '0xe4e9b4d4c1e3ff06cd51afe0b51eb1b22c0bab51eab38d428ee74540a5ff603e',
  },
  multiSend130: {
    address: '0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761',
    codeHash:
      '0x0208282bd262360d0320862c5ac70f375f5ed3b9d89a83a615b4d398415bdc83',
  },
  multiSend130Eip155: {
    address: '0x998739BFdAAdde7C933B942a68053933098f9EDa',
    codeHash:
      '0x81db0e4afdf5178583537b58c5ad403bd47a4ac7f9bde2442ef3e341d433126a',
  },
  multiSendCallOnly130: {
    address: '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D',
    codeHash:
      '0xa9865ac2d9c7a1591619b188c4d88167b50df6cc0c5327fcbd1c8c75f7c066ad',
  },
  multiSendCallOnly130Eip155: {
    address: '0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B',
    codeHash:
      '0xa9865ac2d9c7a1591619b188c4d88167b50df6cc0c5327fcbd1c8c75f7c066ad',
  },
  signMessageLib130: {
    address: '0xA65387F16B013cf2Af4605Ad8aA5ec25a2cbA3a2',
    codeHash:
      '0x3ac65dea3cc9dd0d7b7b800f834e3d73415b4e944bb94555c3e4a08fb137e918',
  },
  createCall130: {
    address: '0x7cbB62EaA69F79e6873cD1ecB2392971036cFAa4',
    codeHash:
      '0x8155d988823a4f6f1bcbc76a64af8e510c4ce68819290d43cf24956bd24dee82',
  },
  multiSend141: {
    address: '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526',
    codeHash:
      '0x0e4f7fc66550a322d1e7688e181b75e217e662a4f3f4d6a29b22bc61217c4b77',
  },
  multiSendCallOnly141: {
    address: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
    codeHash:
      '0xecd5bd14a08c5d2122379900b2f272bdf107a7e92423c10dd5fe3254386c9939',
  },
  signMessageLib141: {
    address: '0xd53cd0aB83D845Ac265BE939c57F53AD838012c9',
    codeHash:
      '0x525c754a46b79e05543a59bb61e8de3c9eee0d955a59352409cbe67ea1077528',
  },
  createCall141: {
    address: '0x9b35Af71d77eaf8d7e40252370304687390A1A52',
    codeHash:
      '0x2b3060c55fcb8275653e99ad511a71f67ba76934ed66a7d74d6e68b52afff889',
  },
  safeMigration141: {
    address: '0x526643F69b81B008F46d95CD5ced5eC0edFFDaC6',
    codeHash:
      '0xc00d7921460cd5a05393e7772e634bd7d212f356356aa3a77f0120a9b8e25e99',
  },
  safeToL2Migration141: {
    address: '0xfF83F6335d8930cBad1c0D439A841f01888D9f69',
    codeHash:
      '0xa83e7be2fa20c96dc9575e3937239d552f3831ea437d7c96397eec8736f0cba0',
  },
  multiSend150: {
    address: '0x218543288004CD07832472D464648173c77D7eB7',
    codeHash:
      '0xca1147a12963172a93910c5cb2bfa5ad0e941c7f03fc7eb017dd06a8ea4e5604',
  },
  multiSendCallOnly150: {
    address: '0xA83c336B20401Af773B6219BA5027174338D1836',
    codeHash:
      '0xcdbdcec38d2f1c7d961b0029ff8416b7e86e9974d6f0e9c9580c7d17fcfb6663',
  },
  signMessageLib150: {
    address: '0x4FfeF8222648872B3dE295Ba1e49110E61f5b5aa',
    codeHash:
      '0xd61840855da008da59a00fc03fb71455b4f70bdca1f56f9504f072ed8d90c50e',
  },
  createCall150: {
    address: '0x2Ef5ECfbea521449E4De05EDB1ce63B75eDA90B4',
    codeHash:
      '0x6b7d8d29bdf7004c4617d95041923774f3f7e74b056bff55c1861c9ec92ce54f',
  },
  safeMigration150: {
    address: '0x6439e7ABD8Bb915A5263094784C5CF561c4172AC',
    codeHash:
      '0x52d7472fa02c3a574544f9b5a4ed4c7777e4e3315217e368926b51e1cc6014ea',
  },
} as const satisfies Record<string, PublishedContract>

/**
 * Published as well, but no rule pins it: its `simulate` delegatecalls whatever
 * it is told to.
 */
export const simulateTxAccessor141 = {
  address: '0x3d4BA2E0884aa488718476ca2FB8Efc291A46199',
  codeHash:
    '0x91f82615581fc73b190b83d72e883608b25e392f72322035df1b13d51766cf8d',
} as const satisfies PublishedContract

/** Singletons and handlers that settings calls name as arguments. */
export const safeL2Singleton130: Address =
  '0x3E5c63644E683549055b9Be8653de26E0B4CD36E'
export const safeL2Singleton141: Address =
  '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762'
export const safeSingleton130: Address =
  '0xd9Db270c1B5E3Bd161E8c8503c55cEABeE709552'
export const fallbackHandler130: Address =
  '0xf48f2B2d2a534e402487b3ee7C18c33Aec0Fe5e4'
export const fallbackHandler141: Address =
  '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99'
export const proxyFactory141: Address =
  '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67'

/** The code of a chain on which everything is as published. */
export const publishedCode: Record<Address, Hex | null> = Object.fromEntries(
  Object.values(published).map(({ address, codeHash }) => [address, codeHash]),
)

export const usdc: Address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const usdt: Address = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
export const dai: Address = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
export const weth: Address = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
export const usdcOnBase: Address = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
export const euroOnGnosis = named('euro on Gnosis, an ERC-20 token')
export const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
export const ensNames: Address = '0x57f1887a8BF19b14fC0dF6Fd9B2acc9Af147eA85'
export const allowanceModule: Address =
  '0xCFbFaC74C26F8647cBDb8c5caf80BB5b32E43134'
export const paintings = named('paintings, an ERC-721 collection')
export const tickets = named('tickets, an ERC-1155 collection')

export const ada = named('ada')
export const ben = named('ben')
export const cleo = named('cleo')
export const dan = named('dan')
export const eve = named('eve')

export const auditor = named('auditor')
export const exchange = named('exchange deposit')
export const landlord = named('landlord')
export const vendor = named('vendor')
export const employees = Array.from({ length: 20 }, (_, index) =>
  named(`employee ${index}`),
)
export const addressBook = [auditor, exchange, landlord, vendor, ...employees]

export const router = named('router of an exchange')
export const stranger = named('stranger')
export const attacker = named('attacker')
export const attackContract = named('contract of the attacker')

/** Where the owners' linked list of a safe begins. */
export const sentinel: Address = '0x0000000000000000000000000000000000000001'

export const treasury: SafeFacts = {
  address: named('treasury'),
  version: '1.4.1',
  chainId: 1,
  owners: [ada, ben, cleo],
  threshold: 2,
  nonce: 41n,
}

export const council: SafeFacts = {
  address: named('council'),
  version: '1.3.0',
  chainId: 100,
  owners: [ada, ben, cleo, dan, eve],
  threshold: 3,
  nonce: 7n,
}

export const oldVault: SafeFacts = {
  address: named('old vault'),
  version: '1.1.1',
  chainId: 1,
  owners: [ada, ben, cleo],
  threshold: 2,
  nonce: 312n,
}

export const newVault: SafeFacts = {
  address: named('new vault'),
  version: '1.5.0',
  chainId: 8453,
  owners: [ada, ben, cleo, dan],
  threshold: 2,
  nonce: 3n,
}

/** Safes that the ones above own; nothing but their kind is known of them. */
export const subsidiary = named('subsidiary')
export const subsubsidiary = named('subsubsidiary')

export const knownKinds: Record<Address, TargetKind> = {
  [usdc]: 'erc20',
  [usdt]: 'erc20',
  [dai]: 'erc20',
  [weth]: 'erc20',
  [usdcOnBase]: 'erc20',
  [euroOnGnosis]: 'erc20',
  [ensNames]: 'erc721',
  [paintings]: 'erc721',
  [tickets]: 'erc1155',
  [allowanceModule]: 'module',
  [subsidiary]: 'safe',
  [subsubsidiary]: 'safe',
  [published.multiSend130.address]: 'multiSend',
  [published.multiSendCallOnly130.address]: 'multiSend',
  [published.multiSend141.address]: 'multiSend',
  [published.multiSendCallOnly141.address]: 'multiSend',
  [published.multiSend150.address]: 'multiSend',
  [published.multiSendCallOnly150.address]: 'multiSend',
}

/** An address that is nobody's, always the same for one name. */
export function named(name: string): Address {
  return getAddress(slice(keccak256(stringToHex(name)), 12))
}

/** The hash of code that is nobody's. */
export function codeNamed(name: string): Hex {
  return keccak256(stringToHex(`code of ${name}`))
}

/** An address that shares exactly so many hex digits with another. */
export function lookAlike(
  original: Address,
  { first, last }: { first: number; last: number },
): Address {
  const digits = original.slice(2).toLowerCase()
  const middle = Array.from(digits.slice(first, 40 - last), otherDigit)
  return getAddress(
    `0x${digits.slice(0, first)}${middle.join('')}${digits.slice(40 - last)}`,
  )
}

function otherDigit(digit: string): string {
  return (Number.parseInt(digit, 16) ^ 5).toString(16)
}

export function usd(amount: number): bigint {
  return parseUnits(amount.toString(), 6)
}

export function ether(amount: number): bigint {
  return parseUnits(amount.toString(), 18)
}

/** A signature that nobody made, for calls that carry one. */
export const someSignature: Hex = concat([
  keccak256('0x01'),
  keccak256('0x02'),
  '0x1b',
])
