import type { Hex } from 'viem'
import type { AbiValue } from './abi/decodeParameters.js'
import { encodeParameters } from './abi/encodeParameters.js'
import type { CallNode, CallTree, DecodedMethod } from './callTree.js'
import { multiSendMethod, packCalls } from './multiSend.js'

/**
 * Writes the calldata of the root again from nothing but what the tree shows:
 * methods, their arguments, and the calls inside. Equal to the root's data
 * whenever the tree says that it is fully decoded.
 */
export function encodeCallTree(tree: CallTree): Hex {
  const encoded = new Map<CallNode, Hex>()
  // Children come after their parents in the list.
  for (const node of tree.calls.toReversed())
    encoded.set(node, encodeNode(node, encoded))
  return encoded.get(tree.root) ?? '0x'
}

function encodeNode(node: CallNode, encoded: ReadonlyMap<CallNode, Hex>): Hex {
  if (node.method === undefined) return node.data
  const { selector, parameters } = node.method
  const values = withChildren(node, node.method, encoded)
  return `${selector}${encodeParameters(parameters, values)}`
}

/** The arguments, with the bytes that hold calls made from the calls. */
function withChildren(
  { children }: CallNode,
  { id, parameters }: DecodedMethod,
  encoded: ReadonlyMap<CallNode, Hex>,
): readonly AbiValue[] {
  const values = parameters.map(({ value }) => value)
  const calls = children.map((child) => ({
    ...child,
    data: encoded.get(child) ?? child.data,
  }))
  if (id === multiSendMethod.id) return [packCalls(calls)]
  const [executed] = calls
  if (id === undefined || executed === undefined) return values
  const { to, value, data, operation } = executed
  return [to, value, data, BigInt(operation), ...values.slice(4)]
}
