import { beforeEach, expect, test } from 'vitest'
import { addressBook } from './addressBook.js'
import { appearance } from './appearance.js'
import { carriedPreferences } from './carriedPreferences.js'
import {
  applyData,
  readDataFile,
  UnknownDataFileError,
  writeDataFile,
} from './dataFile.js'
import { environment } from './environment.js'
import { knownSafes } from './knownSafes.js'
import { type MovementLabel, movementLabels } from './movementLabels.js'
import { picturePreferences } from './pictures.js'
import { safeAppPreferences } from './safeApps.js'
import { security } from './security.js'
import { readThemeChoice, writeThemeChoice } from './theme.js'
import { tokenPreferences } from './tokens.js'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const empty = { version: '3.0', data: {} }

beforeEach(() => localStorage.clear())

test('an export brings everything back into an empty browser', () => {
  const contacts = [
    { chainId: 1, address: alice, name: 'Alice' },
    { chainId: 100, address: bob, name: '__proto__' },
  ] as const
  const safes = [
    { chainId: 1, address: bob, pinned: true },
    { chainId: 100, address: alice, pinned: false },
  ] as const
  addressBook.write(contacts)
  knownSafes.write(safes)
  appearance.write({ currency: 'eur', copyPrefix: true })
  const tokens = {
    trustedOnly: true,
    hideDust: false,
    hidden: [{ chainId: 1, address: bob }],
  } as const
  tokenPreferences.write(tokens)
  const apps = {
    pinned: ['https://app.example/swap'],
    custom: [{ url: 'https://own.example', name: 'Own', description: 'Mine.' }],
    accepted: [],
    answers: [
      {
        origin: 'https://own.example',
        what: 'requestAddressBook',
        isGranted: false,
        at: 1_700_000_000_000,
      },
    ],
  }
  safeAppPreferences.write(apps)
  writeThemeChoice('light')
  const text = writeDataFile()
  localStorage.clear()
  applyData(readDataFile(text), 'overwrite')
  expect(addressBook.read()).toEqual(contacts)
  expect(knownSafes.read()).toEqual(safes)
  expect(appearance.read()).toEqual({ currency: 'eur', copyPrefix: true })
  expect(tokenPreferences.read()).toEqual(tokens)
  expect(safeAppPreferences.read()).toEqual(apps)
  expect(readThemeChoice()).toBe('light')
  expect(JSON.parse(writeDataFile())).toEqual(JSON.parse(text))
})

test('everything on the list of what is carried travels in a file', () => {
  const { covault } = JSON.parse(writeDataFile())
  const { own } = readDataFile(JSON.stringify({ ...empty, covault }))
  for (const [name, { check, read }] of Object.entries(carriedPreferences)) {
    expect(check(covault[name]), name).toEqual(read())
    expect(own?.[name as keyof typeof own], name).toEqual(read())
  }
})

test('a file from before any of them was carried is read', () => {
  const covault = { version: 1, knownSafes: [] }
  const data = readDataFile(JSON.stringify({ ...empty, covault }))
  appearance.write({ currency: 'eur', copyPrefix: true })
  applyData(data, 'overwrite')
  expect(appearance.read().currency).toBe('eur')
})

test('what apps were told here holds when a file is added', () => {
  const tell = (origin: string, isGranted: boolean) =>
    safeAppPreferences.write({
      pinned: [origin],
      custom: [{ url: origin, name: String(isGranted), description: '' }],
      accepted: [origin],
      answers: [{ origin, what: 'requestAddressBook', isGranted, at: 1 }],
    })
  tell('https://one.example', true)
  const one = readDataFile(writeDataFile())
  tell('https://two.example', true)
  const two = readDataFile(writeDataFile())
  tell('https://one.example', false)
  const here = safeAppPreferences.read()
  applyData(one, 'merge')
  expect(safeAppPreferences.read()).toEqual(here)
  applyData(two, 'merge')
  expect(safeAppPreferences.read()).toMatchObject({
    pinned: ['https://one.example', 'https://two.example'],
    custom: [{ name: 'false' }, { name: 'true' }],
    accepted: ['https://one.example'],
    answers: [{ isGranted: false }],
  })
})

test('labels of movements come with a file, and those here stay', () => {
  const label = (log: number, category: string): MovementLabel => ({
    chainId: 1,
    address: alice,
    id: `transfer_${alice}_e${'00'.repeat(32)}${log}`,
    counterparty: bob,
    time: 1,
    note: '',
    category,
  })
  movementLabels.write([label(1, 'Rent'), label(2, 'Payroll')])
  const data = readDataFile(writeDataFile())
  movementLabels.write([label(3, 'Bonus')])
  applyData(data, 'merge')
  expect(
    movementLabels
      .read()
      .map(({ category }) => category)
      .sort(),
  ).toEqual(['Bonus', 'Payroll', 'Rent'])
  applyData(data, 'overwrite')
  expect(movementLabels.read()).toHaveLength(2)
})

test('apps of a file that are none are left out as a whole', () => {
  const file = JSON.parse(writeDataFile())
  file.covault.safeApps = { pinned: [7], custom: [], accepted: [], answers: [] }
  const data = readDataFile(JSON.stringify(file))
  expect(data.own?.safeApps).toBeUndefined()
})

test('tokens hidden here stay hidden when a file is added', () => {
  const hide = (address: `0x${string}`) =>
    tokenPreferences.write({
      trustedOnly: true,
      hideDust: true,
      hidden: [{ chainId: 1, address }],
    })
  hide(alice)
  const text = writeDataFile()
  hide(bob)
  applyData(readDataFile(text), 'merge')
  applyData(readDataFile(text), 'merge')
  expect(tokenPreferences.read().hidden).toEqual([
    { chainId: 1, address: bob },
    { chainId: 1, address: alice },
  ])
  applyData(readDataFile(text), 'overwrite')
  expect(tokenPreferences.read().hidden).toEqual([
    { chainId: 1, address: alice },
  ])
})

test('a file can stop remote pictures, and cannot ask for them', () => {
  picturePreferences.write({ loadRemote: true })
  const asking = writeDataFile()
  picturePreferences.write({ loadRemote: false })
  const stopping = writeDataFile()
  applyData(readDataFile(asking), 'overwrite')
  expect(picturePreferences.read().loadRemote).toBe(false)
  picturePreferences.write({ loadRemote: true })
  applyData(readDataFile(stopping), 'merge')
  expect(picturePreferences.read().loadRemote).toBe(false)
})

test('a file of an older version brings what it has', () => {
  writeThemeChoice('dark')
  const file = JSON.parse(writeDataFile())
  for (const name of ['theme', 'tokens', 'pictures', 'safeApps'])
    delete file.covault[name]
  const data = readDataFile(JSON.stringify(file))
  expect(data.own?.appearance).toBeDefined()
  applyData(data, 'overwrite')
  expect(readThemeChoice()).toBe('dark')
})

test('other products can read the book and the safes of our file', () => {
  addressBook.write([{ chainId: 1, address: alice, name: 'Alice' }])
  knownSafes.write([{ chainId: 1, address: bob, pinned: true }])
  const { version, data } = JSON.parse(writeDataFile())
  expect(version).toBe('3.0')
  expect(data.addressBook).toEqual({ 1: { [alice]: 'Alice' } })
  expect(Object.keys(data.addedSafes[1])).toEqual([bob])
})

test.each(['2.0', '3.0'])('reads version %s of the ecosystem', (version) => {
  const found = readDataFile(
    JSON.stringify({
      version,
      data: {
        addressBook: {
          1: { [alice.toLowerCase()]: ' Alice ', '0x12': 'Broken', [bob]: 7 },
          x: {},
        },
        addedSafes: {
          100: { [bob]: { owners: [{ value: alice }], threshold: 1 } },
        },
        settings: {
          currency: 'eur',
          shortName: { copy: true },
          theme: { darkMode: true },
          hiddenTokens: { 1: [bob, 'nonsense'] },
        },
        safeApps: {},
        visitedSafes: { 1: { [bob]: { lastVisited: 1 } } },
      },
    }),
  )
  expect(found.contacts).toEqual([
    { chainId: 1, address: alice, name: 'Alice' },
  ])
  expect(found.safes).toEqual([{ chainId: 100, address: bob, pinned: false }])
  expect(found.ignored).toEqual(['visitedSafes'])
  expect(found.skipped).toBe(2)
  applyData(found, 'merge')
  expect(appearance.read()).toEqual({ currency: 'eur', copyPrefix: true })
  expect(readThemeChoice()).toBe('dark')
  expect(tokenPreferences.read().hidden).toEqual([{ chainId: 1, address: bob }])
})

test('settings that mean nothing here are told, not taken', () => {
  const data = { settings: { transactionExecution: true } }
  const found = readDataFile(JSON.stringify({ version: '3.0', data }))
  expect(found.own).toBeUndefined()
  expect(found.ignored).toEqual(['settings'])
})

test('reads version 1.0, a dump of the oldest storage', () => {
  const found = readDataFile(
    JSON.stringify({
      version: '1.0',
      data: {
        SAFE__addressBook: JSON.stringify([
          { address: alice, name: 'Alice', chainId: '1' },
          { address: 'broken', name: 'Broken', chainId: '1' },
        ]),
        '_immortal|v2_MAINNET__SAFES': JSON.stringify({
          [bob]: { address: bob, chainId: '1', owners: [alice], threshold: 1 },
        }),
        '_immortal|v2_10__SAFES': JSON.stringify(
          JSON.stringify({ [alice]: {} }),
        ),
        '_immortal|v2_MAINNET__CURRENT_SESSION': '{}',
      },
    }),
  )
  expect(found.contacts).toEqual([
    { chainId: 1, address: alice, name: 'Alice' },
  ])
  expect(found.safes).toEqual([
    { chainId: 1, address: bob, pinned: false },
    { chainId: 10, address: alice, pinned: false },
  ])
  expect(found.ignored).toEqual(['_immortal|v2_MAINNET__CURRENT_SESSION'])
})

test('merging keeps what is here, overwriting does not', () => {
  addressBook.write([
    { chainId: 1, address: alice, name: 'Old' },
    { chainId: 1, address: bob, name: 'Bob' },
  ])
  const data = readDataFile(
    JSON.stringify({
      version: '3.0',
      data: { addressBook: { 1: { [alice]: 'New' } } },
    }),
  )
  applyData(data, 'merge')
  expect(addressBook.read().map(({ name }) => name)).toEqual(['New', 'Bob'])
  applyData(data, 'overwrite')
  expect(addressBook.read().map(({ name }) => name)).toEqual(['New'])
})

const secondUrls = [{ chainId: 1, url: 'https://second.example' }]
const origin = 'https://app.example'
const what = 'requestAddressBook'
const noApps = { pinned: [], custom: [], accepted: [], answers: [] }

/** Everything that protects, and how it reads when it is on and when it is off. */
const protections = [
  {
    name: 'simulation',
    set: (isOn: boolean) =>
      security.write({ ...security.read(), simulate: isOn }),
    isOn: () => security.read().simulate,
  },
  {
    name: 'no blind signing',
    set: (isOn: boolean) =>
      security.write({ ...security.read(), blindSigning: !isOn }),
    isOn: () => !security.read().blindSigning,
  },
  {
    name: 'a second endpoint to compare with',
    set: (isOn: boolean) =>
      environment.write({
        gatewayUrl: null,
        rpcUrls: [],
        ...(isOn && { secondUrls }),
      }),
    isOn: () => environment.read().secondUrls?.length === 1,
    isStrengthened: false,
  },
  {
    name: 'an RPC endpoint of one’s own',
    set: (isOn: boolean) =>
      environment.write({
        gatewayUrl: isOn ? null : 'https://evil.example',
        rpcUrls: [
          { chainId: 1, url: `https://${isOn ? 'own' : 'evil'}.example` },
        ],
      }),
    isOn: () =>
      environment.read().gatewayUrl === null &&
      environment.read().rpcUrls[0]?.url === 'https://own.example',
    isStrengthened: false,
  },
  {
    name: 'no pictures from other hosts',
    set: (isOn: boolean) => picturePreferences.write({ loadRemote: !isOn }),
    isOn: () => !picturePreferences.read().loadRemote,
  },
  {
    name: 'trusted tokens only',
    set: (isOn: boolean) =>
      tokenPreferences.write({
        ...tokenPreferences.read(),
        trustedOnly: isOn,
      }),
    isOn: () => tokenPreferences.read().trustedOnly,
  },
  {
    name: 'a warning before an unknown app',
    set: (isOn: boolean) =>
      safeAppPreferences.write({ ...noApps, accepted: isOn ? [] : [origin] }),
    isOn: () => safeAppPreferences.read().accepted.length === 0,
    isStrengthened: false,
  },
  {
    name: 'the question before an app gets a permission',
    set: (isOn: boolean) =>
      safeAppPreferences.write({
        ...noApps,
        answers: isOn ? [] : [{ origin, what, isGranted: true, at: 1 }],
      }),
    isOn: () =>
      safeAppPreferences.read().answers.every(({ isGranted }) => !isGranted),
    isStrengthened: false,
  },
  {
    name: 'the refusal of a permission',
    set: (isOn: boolean) =>
      safeAppPreferences.write({
        ...noApps,
        answers: [{ origin, what, isGranted: !isOn, at: 1 }],
      }),
    isOn: () => safeAppPreferences.read().answers[0]?.isGranted === false,
    isStrengthened: false,
  },
] as const

for (const mode of ['merge', 'overwrite'] as const)
  for (const { name, set, isOn, ...protection } of protections) {
    test(`a file does not switch off ${name} (${mode})`, () => {
      set(false)
      expect(isOn()).toBe(false)
      const weak = writeDataFile()
      set(true)
      applyData(readDataFile(weak), mode)
      expect(isOn()).toBe(true)
    })

    test(`a file without ${name} leaves an empty browser as it was (${mode})`, () => {
      const before = isOn()
      set(false)
      const weak = writeDataFile()
      localStorage.clear()
      applyData(readDataFile(weak), mode)
      expect(isOn()).toBe(before)
    })

    if (!('isStrengthened' in protection))
      test(`a file can switch on ${name} (${mode})`, () => {
        set(true)
        const strict = writeDataFile()
        set(false)
        applyData(readDataFile(strict), mode)
        expect(isOn()).toBe(true)
      })
  }

test('every setting of the security page is among the protections', () => {
  expect(Object.keys(security.read()).sort()).toEqual([
    'blindSigning',
    'simulate',
  ])
})

test.each(['', '[]', '{"version":"9.9","data":{}}', 'null', '{"data":{}}'])(
  'refuses %s',
  (text) => {
    expect(() => readDataFile(text)).toThrow(UnknownDataFileError)
  },
)

test('keys that would change prototypes do nothing', () => {
  const text = `{"version":"3.0","data":{"__proto__":{"polluted":1},"addressBook":{"__proto__":{"${alice}":"x"},"1":{"__proto__":"y","constructor":"z","${alice}":"Alice"}}}}`
  const { contacts } = readDataFile(text)
  expect(contacts).toEqual([{ chainId: 1, address: alice, name: 'Alice' }])
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
})

test('parts of our own file that are wrong are left out, the rest is taken', () => {
  addressBook.write([{ chainId: 1, address: alice, name: 'Alice' }])
  const file = JSON.parse(writeDataFile())
  file.covault.appearance = { currency: 'a lot', copyPrefix: 'yes' }
  file.covault.environment = { gatewayUrl: 'javascript:x', rpcUrls: [] }
  const data = readDataFile(JSON.stringify(file))
  expect(data.own?.appearance).toBeUndefined()
  expect(data.own?.environment).toBeUndefined()
  expect(data.own?.security).toBeDefined()
  expect(data.contacts).toHaveLength(1)
})
