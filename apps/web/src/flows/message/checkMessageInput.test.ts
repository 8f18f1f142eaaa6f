import { expect, test } from 'vitest'
import { checkMessageInput } from './checkMessageInput.js'
import { createInput } from './input.js'

const local = { chainId: 31337, name: 'Local 1' }
const unknown = { chainId: 424242, name: 'Chain 424242', features: [] }
const input = createInput({ chain: local as never })
const typed = (domain: object) => ({
  ...input,
  kind: 'typedData' as const,
  typedData: JSON.stringify({
    types: { Vote: [{ name: 'yes', type: 'bool' }] },
    primaryType: 'Vote',
    domain,
    message: { yes: true },
  }),
})

test('a text is signed to the last space and line break', () => {
  const text = ' two  spaces\n\nand a line '
  expect(checkMessageInput({ ...input, text }, { chain: local })).toEqual({
    content: text,
    mistakes: {},
    warning: undefined,
  })
})

test('typed data that is pasted as a text is warned of', () => {
  const { typedData: text } = typed({ chainId: 31337 })
  const asText = checkMessageInput({ ...input, text }, { chain: local })
  expect(asText.content).toBe(text)
  expect(asText.warning).toMatch(/^This is typed data \(EIP-712\)/)
})

test.each([
  ['an empty text', input, /^Enter the message/],
  ['no JSON', { ...input, kind: 'typedData' as const }, /^Paste the typed/],
  [
    'a text that is too long',
    { ...input, text: 'x'.repeat(100_001) },
    /^The message has 100,001 characters\. The maximum is 100,000/,
  ],
  [
    'JSON that is too long',
    { ...typed({}), typedData: ' '.repeat(100_000) + typed({}).typedData },
    /maximum is 100,000/,
  ],
])('refuses %s', (_, wrong, mistake) => {
  const { content, mistakes } = checkMessageInput(wrong, { chain: local })
  expect(content).toBeUndefined()
  expect(mistakes.text).toMatch(mistake)
})

test.each([[1], ['1'], ['0x1']])('warns of the domain of chain %s', (id) => {
  const { content, warning } = checkMessageInput(typed({ chainId: id }), {
    chain: local,
  })
  expect(content).toBeDefined()
  expect(warning).toMatch(
    /for Ethereum \(chain ID 1\), but this safe is on Local 1/,
  )
})

test.each([[31337], ['31337'], ['0x7a69'], [undefined]])(
  'has nothing to say of the domain of chain %s',
  (chainId) => {
    const { warning } = checkMessageInput(
      typed(chainId === undefined ? {} : { chainId }),
      { chain: local },
    )
    expect(warning).toBeUndefined()
  },
)

test('a network without EIP1271 has only the way on chain', () => {
  const text = 'hello'
  expect(createInput({ chain: unknown as never }).way).toBe('onChain')
  const off = checkMessageInput({ ...input, text }, { chain: unknown })
  expect(off.content).toBeUndefined()
  expect(off.mistakes.way).toMatch(
    /^Chain 424242 doesn’t support off-chain messages/,
  )
  const on = { ...input, text, way: 'onChain' as const }
  expect(checkMessageInput(on, { chain: unknown }).content).toBe(text)
})
