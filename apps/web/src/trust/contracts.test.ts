import {
  createClient,
  custom,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  type Hex,
  pad,
} from 'viem'
import { expect, test } from 'vitest'
import { withEndpoint } from '../testing/provenance.js'
import { multicallAbi } from './abis.js'
import { readContracts } from './contracts.js'

const address = '0x49d4450977E2c95362C13D3a31a09311E0Ea26A6'
const collection = '0x80ac58cd'

/** A node that has one contract, which claims these interfaces. */
async function readKind(claims: (interfaceId: string) => boolean) {
  const client = createClient({
    transport: custom({
      async request({
        method,
        params: [call] = [],
      }: {
        method: string
        params?: { data: Hex }[]
      }) {
        if (method === 'eth_blockNumber') return '0x7'
        if (method === 'eth_call' && call) return answer(call.data, claims)
        return method === 'eth_getCode' ? '0x6001' : pad('0x')
      },
    }),
  })
  const [facts] = await readContracts(withEndpoint(client), [address])
  return facts?.kind
}

function answer(data: Hex, claims: (interfaceId: string) => boolean): Hex {
  const { args } = decodeFunctionData({ abi: multicallAbi, data })
  const result = args[0].map(({ callData }) => ({
    success: callData.startsWith('0x01ffc9a7'),
    returnData: pad(claims(`0x${callData.slice(10, 18)}`) ? '0x1' : '0x0'),
  }))
  return encodeFunctionResult({
    abi: multicallAbi,
    functionName: 'aggregate3',
    result,
  })
}

test('a contract is the collection that it claims to be', async () => {
  expect(await readKind((id) => id === collection)).toBe('erc721')
  expect(await readKind(() => false)).toBeUndefined()
})

test('who claims every interface is no collection', async () => {
  expect(await readKind(() => true)).toBeUndefined()
})

/** A node whose one contract answers each question with a word, by selector. */
function answerWords(words: Record<string, bigint>) {
  const isAnswered = (callData: Hex) =>
    ['0x95d89b41', '0x01ffc9a7', ...Object.keys(words)].includes(
      callData.slice(0, 10),
    )
  const read = (callData: Hex) =>
    pad(`0x${(words[callData.slice(0, 10)] ?? 0n).toString(16)}`)
  return createClient({
    transport: custom({
      async request({
        method,
        params: [call] = [],
      }: {
        method: string
        params?: { data: Hex }[]
      }) {
        if (method === 'eth_blockNumber') return '0x7'
        if (method === 'eth_getCode') return '0x6001'
        if (method !== 'eth_call' || !call) return pad('0x')
        const { args } = decodeFunctionData({
          abi: multicallAbi,
          data: call.data,
        })
        return encodeFunctionResult({
          abi: multicallAbi,
          functionName: 'aggregate3',
          result: args[0].map(({ callData }) => ({
            success: isAnswered(callData),
            returnData:
              callData === '0x95d89b41'
                ? encodeAbiParameters([{ type: 'string' }], ['SPAM'])
                : read(callData),
          })),
        })
      },
    }),
  })
}

test('a contract with more decimals than a uint8 is no token', async () => {
  const readWith = async (decimals: bigint) => {
    const client = answerWords({ '0x313ce567': decimals, '0x18160ddd': 1n })
    const [facts] = await readContracts(withEndpoint(client), [address])
    return [facts?.kind, facts?.token?.decimals]
  }
  expect(await readWith(255n)).toEqual(['erc20', 255])
  expect(await readWith(256n)).toEqual([undefined, undefined])
  expect(await readWith(4n * 10n ** 8n)).toEqual([undefined, undefined])
})
