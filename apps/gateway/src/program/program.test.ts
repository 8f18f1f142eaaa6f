import { expect, test } from 'vitest'
import { commandHelp, isCommandName } from './help.js'
import { readCommandLine } from './program.js'
import { resolveSafe } from './resolveSafe.js'
import { takeFlag, takeOptions } from './takeOptions.js'

const names = Object.keys(commandHelp).filter(isCommandName)

test('the help lists every command and what all of them take', () => {
  for (const line of [[], ['help'], ['--help'], ['-h']]) {
    const asked = readCommandLine(line)
    if (asked.type !== 'help') throw new Error('It is no help.')
    for (const name of names)
      expect(asked.text).toContain(commandHelp[name].summary)
    expect(asked.text).toContain('--network NAME')
  }
})

test.each(names)('%s explains itself, and does nothing then', (name) => {
  const help = readCommandLine(['help', name])
  expect(help).toEqual(readCommandLine([name, '--help']))
  expect(help).toEqual(readCommandLine([name, '--config', 'x', '-h']))
  if (help.type !== 'help') throw new Error('It is no help.')
  expect(help.text).toContain(`Usage: covault ${name}`)
  expect(help.text).toContain('Example\n  covault')
  for (const line of help.text.split('\n'))
    expect(line.length, line).toBeLessThanOrEqual(80)
})

test('a command is found with its arguments', () => {
  const args = ['--config', 'a.json']
  expect(readCommandLine(['start', ...args])).toEqual({ type: 'start', args })
  expect(readCommandLine(['export', ...args])).toMatchObject({ args })
})

test.each([['import'], ['--config'], ['help', 'nothing'], ['toString']])(
  'an unknown command is named, with the help: %s',
  (...line) => {
    expect(() => readCommandLine(line)).toThrow(line.at(-1))
    expect(() => readCommandLine(line)).toThrow('Usage: covault COMMAND')
  },
)

test('options of a command are taken, all others stay in order', () => {
  expect(
    takeOptions(['--data', 'd', '--file', 'f', '--config=c'], ['file']),
  ).toEqual({ values: { file: 'f' }, rest: ['--data', 'd', '--config=c'] })
  expect(takeOptions(['--file=f', '--port', '1'], ['file'])).toEqual({
    values: { file: 'f' },
    rest: ['--port', '1'],
  })
  expect(takeOptions(['--file'], ['file'])).toEqual({
    values: {},
    rest: ['--file'],
  })
  expect(takeFlag(['a', '--proposers'], 'proposers')).toEqual({
    isSet: true,
    rest: ['a'],
  })
})

const chain = (shortName: string) =>
  ({ shortName }) as Parameters<typeof resolveSafe>[0]['chains'][number]
const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'

test('a safe is named with its network', () => {
  const both = { chains: [chain('eth'), chain('sep')] }
  expect(resolveSafe(both, `sep:${address}`)).toEqual({
    chain: { shortName: 'sep' },
    safe: address,
  })
  expect(() => resolveSafe(both, address)).toThrow('Configured: eth, sep')
  expect(() => resolveSafe(both, `gno:${address}`)).toThrow('not configured')
  expect(() => resolveSafe(both, undefined)).toThrow('--safe eth:0x')
  expect(() => resolveSafe(both, 'eth:0x12')).toThrow('address')
  expect(resolveSafe({ chains: [chain('eth')] }, address).safe).toBe(address)
})
