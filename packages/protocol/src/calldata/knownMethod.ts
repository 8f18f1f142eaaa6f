import type { Method } from '../abi/method.js'

/** What a contract is, where that decides what its methods mean. */
export type ContractKind =
  | 'safe'
  | 'multiSend'
  | 'proxyFactory'
  | 'signMessageLib'
  | 'createCall'
  | 'safeMigration'
  | 'allowanceModule'
  | 'erc20'
  | 'erc721'
  | 'erc1155'
  | 'erc6909'
  | 'permit2'
  /** Some other protocol that keeps what belongs to its users. */
  | 'protocol'

/** A method whose meaning we know, once the target is one of `contracts`. */
export type KnownMethod = Method & {
  readonly id: string
  readonly contracts: readonly ContractKind[]
}
