import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import {
  type DeployedSafe,
  type Devnet,
  demoAccounts,
  deploySafe,
  listTransactionFields,
  proposeTransaction,
} from '@covault/devnet'
import type { SafeVersion } from '@covault/protocol'
import {
  type Address,
  concatHex,
  encodeAbiParameters,
  type Hex,
  keccak256,
  parseAbi,
  parseAbiParameters,
  slice,
} from 'viem'
import { expect, test } from 'vitest'
import { propose, toProposal, withApi } from '../apiSuite.js'
import type { TestApp } from '../testApp.js'

// What the scripts that verify hashes do: two requests, jq, and arithmetic of
// their own. Nothing of ours computes here.

const { alice, dave } = demoAccounts

let api: TestApp
let devnet: Devnet

withApi({ firstSalt: 1_700n }, async (suite) => {
  api = suite.api
  devnet = suite.world.devnet
})

async function jq(json: string, filter: string): Promise<string> {
  const child = spawn('jq', ['-r', filter], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(json)
  return (await text(child.stdout)).trim()
}

async function get(path: string): Promise<string> {
  const reply = await api.app.inject(`/tx-service/local1${path}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.body
}

const fieldsOfScript =
  'if .count == 1 then .results[0] | .to, .value, (.data // "0x"), .operation, .safeTxGas, .baseGas, .gasPrice, .gasToken, .refundReceiver else error("not one") end'

async function computeHashes(safe: DeployedSafe, nonce: bigint) {
  const told = await get(`/api/v1/safes/${safe.address}/`)
  const version = await jq(told, '.version | split("+")[0]')
  const list = await get(
    `/api/v2/safes/${safe.address}/multisig-transactions/?nonce=${nonce}`,
  )
  const fields = (await jq(list, fieldsOfScript)).split('\n')
  const [to, value, data, operation, safeTxGas, baseGas, gasPrice] = fields
  const [gasToken, refundReceiver] = fields.slice(7)
  const hasChain = !/^1\.[0-2]\./.test(version)
  const domain = keccak256(
    hasChain
      ? encodeAbiParameters(parseAbiParameters('bytes32, uint256, address'), [
          '0x47e79534a245952e8b16893a336b85a3d9ea9fa8c573f3d803afb92a79469218',
          31337n,
          safe.address,
        ])
      : encodeAbiParameters(parseAbiParameters('bytes32, address'), [
          '0x035aff83d86937d35b32e04f0ddc6ff469290eef2f1b692d8a815c89404d4749',
          safe.address,
        ]),
  )
  const message = keccak256(
    encodeAbiParameters(
      parseAbiParameters(
        'bytes32, address, uint256, bytes32, uint8, uint256, uint256, uint256, address, address, uint256',
      ),
      [
        '0xbb8310d486368db6bd6f849402fdd73ad53d316b5a4b2644ad6efe0f941286d8',
        to as Address,
        BigInt(value ?? ''),
        keccak256(data as Hex),
        Number(operation),
        BigInt(safeTxGas ?? ''),
        BigInt(baseGas ?? ''),
        BigInt(gasPrice ?? ''),
        gasToken as Address,
        refundReceiver as Address,
        nonce,
      ],
    ),
  )
  const hash = keccak256(concatHex(['0x1901', domain, message]))
  return { version, domain, message, hash }
}

const safeAbi = parseAbi([
  'function domainSeparator() view returns (bytes32)',
  'function encodeTransactionData(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes)',
  'function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)',
])

const versions: SafeVersion[] = ['1.1.1', '1.3.0', '1.4.1', '1.5.0']

test.each(versions)(
  'gives scripts what the hashes of a safe of %s are made of',
  async (version) => {
    const safe = await deploySafe(devnet, {
      owners: [alice.address],
      threshold: 1,
      version,
      saltNonce: 1_799n,
    })
    const nonce = 3n
    const signed = await proposeTransaction(devnet, safe, {
      plan: {
        to: dave.address,
        value: 10n ** 21n + 1n,
        data: '0xa9059cbb01',
        safeTxGas: 5n,
        baseGas: 6n,
        gasPrice: 7n,
        gasToken: alice.address,
        refundReceiver: dave.address,
        nonce,
      },
      signers: [alice],
    })
    const body = toProposal(signed, { sender: alice.address })
    const reply = await api.app.inject(propose(safe, body))
    expect(reply.statusCode, reply.body).toBeLessThan(300)
    const { transaction } = signed
    const args = listTransactionFields(transaction)
    const contract = { address: safe.address, abi: safeAbi } as const
    const [domain, encoded, hash] = await Promise.all([
      devnet.client.readContract({
        ...contract,
        functionName: 'domainSeparator',
      }),
      devnet.client.readContract({
        ...contract,
        functionName: 'encodeTransactionData',
        args,
      }),
      devnet.client.readContract({
        ...contract,
        functionName: 'getTransactionHash',
        args,
      }),
    ])
    expect(await computeHashes(safe, nonce)).toEqual({
      version,
      domain,
      message: slice(encoded, 34),
      hash,
    })
  },
)
