import {
  type Address,
  encodeFunctionData,
  type Hex,
  namehash,
  parseAbi,
} from 'viem'
import { demoAccounts } from '../accounts.js'
import { nameRegistryAddress, nameResolverAddress } from '../standIns.js'
import type { Scenario, SentCall } from './scenario.js'
import { treasury } from './treasury.js'

const { alice, bob, deployer, supplier } = demoAccounts

export const demoNames: readonly { name: string; address: Address }[] = [
  { name: 'alice.eth', address: alice.address },
  { name: 'bob.eth', address: bob.address },
  { name: 'supplier.eth', address: supplier.address },
  { name: 'covault-treasury.eth', address: treasury.address },
]

const nameAbi = parseAbi([
  'function setRecord(bytes32 node, address owner, address resolver, uint64 ttl)',
  'function setAddr(bytes32 node, address account)',
  'function setName(bytes32 node, string name)',
])

/** Names for addresses and addresses for names. */
export const namesScenario: Scenario = {
  title: 'Names',
  chainIds: [31337, 31338],
  safes: [],
  getSteps: () => [
    {
      daysAgo: 37,
      kind: 'send',
      account: deployer,
      calls: demoNames.flatMap(register),
    },
  ],
}

function register({ name, address }: { name: string; address: Address }) {
  const node = namehash(name)
  const reverseNode = namehash(`${address.slice(2).toLowerCase()}.addr.reverse`)
  return [
    own(node),
    own(reverseNode),
    {
      to: nameResolverAddress,
      data: encodeFunctionData({
        abi: nameAbi,
        functionName: 'setAddr',
        args: [node, address],
      }),
    },
    {
      to: nameResolverAddress,
      data: encodeFunctionData({
        abi: nameAbi,
        functionName: 'setName',
        args: [reverseNode, name],
      }),
    },
  ] satisfies SentCall[]
}

function own(node: Hex): SentCall {
  return {
    to: nameRegistryAddress,
    data: encodeFunctionData({
      abi: nameAbi,
      functionName: 'setRecord',
      args: [node, deployer.address, nameResolverAddress, 0n],
    }),
  }
}
