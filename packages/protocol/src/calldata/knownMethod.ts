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

/** A method whose meaning we know, once the target is one of `contracts`. */
export type KnownMethod = Method & {
  readonly id: string
  readonly contracts: readonly ContractKind[]
}
