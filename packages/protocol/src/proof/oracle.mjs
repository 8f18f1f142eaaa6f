// An independent judge: protocol-kit in a process of its own. It imports
// nothing of ours and answers one line of JSON for each line of JSON.
import { createInterface } from 'node:readline'
import Safe, {
  buildSignatureBytes,
  calculateSafeMessageHash,
  calculateSafeTransactionHash,
  EthSafeSignature,
  encodeMultiSendData,
} from '@safe-global/protocol-kit'
import { decodeFunctionData, encodeFunctionResult, parseAbi } from 'viem'

const safeAddress = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'

const abi = parseAbi([
  'function VERSION() view returns (string)',
  'function getOwners() view returns (address[])',
  'function getThreshold() view returns (uint256)',
  'function isOwner(address owner) view returns (bool)',
  'function nonce() view returns (uint256)',
])

// The state of the safe that protocol-kit believes to read from a chain.
let state = { owners: [safeAddress], threshold: 1 }

const provider = {
  async request({ method, params }) {
    if (method === 'eth_chainId') return '0x1'
    if (method === 'eth_accounts') return []
    if (method === 'eth_getCode') return '0x01'
    if (method === 'eth_getStorageAt') return `0x${'00'.repeat(32)}`
    if (method === 'eth_call') return answerCall(params[0].data)
    throw new Error(`${method} is not answered here.`)
  },
}

function answerCall(data) {
  const { functionName, args } = decodeFunctionData({ abi, data })
  const results = {
    VERSION: () => '1.4.1',
    getOwners: () => state.owners,
    getThreshold: () => BigInt(state.threshold),
    isOwner: () => state.owners.includes(args[0]),
    nonce: () => 0n,
  }
  return encodeFunctionResult({
    abi,
    functionName,
    result: results[functionName](),
  })
}

const safe = await Safe.init({ provider, safeAddress })

const answers = {
  transactionHash: ({ safe, chainId, version, transaction }) =>
    calculateSafeTransactionHash(safe, transaction, version, BigInt(chainId)),
  messageHash: ({ safe, chainId, version, message }) =>
    calculateSafeMessageHash(safe, message, version, BigInt(chainId)),
  signatures: ({ signatures }) =>
    buildSignatureBytes(
      signatures.map(
        ({ signer, data, isContract }) =>
          new EthSafeSignature(signer, data, isContract),
      ),
    ),
  multiSend: ({ calls }) => encodeMultiSendData(calls),
  async ownerChange({ owners, threshold, change }) {
    state = { owners, threshold }
    const transaction = await createOwnerChange(change)
    return transaction.data.data
  },
}

function createOwnerChange(change) {
  if (change.kind === 'addOwner')
    return safe.createAddOwnerTx({
      ownerAddress: change.owner,
      threshold: change.threshold,
    })
  if (change.kind === 'removeOwner')
    return safe.createRemoveOwnerTx({
      ownerAddress: change.owner,
      threshold: change.threshold,
    })
  if (change.kind === 'swapOwner')
    return safe.createSwapOwnerTx({
      oldOwnerAddress: change.oldOwner,
      newOwnerAddress: change.newOwner,
    })
  return safe.createChangeThresholdTx(change.threshold)
}

for await (const line of createInterface({ input: process.stdin })) {
  const questions = JSON.parse(line)
  const replies = []
  for (const { kind, ...question } of questions)
    replies.push(await answers[kind](question))
  process.stdout.write(`${JSON.stringify(replies)}\n`)
}
