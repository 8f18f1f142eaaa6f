import { describe, expect, test } from 'vitest'
import { isAbout } from './isAbout.js'

const safe = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const hash = `0x${'ab'.repeat(32)}` as const
const other = `0x${'cd'.repeat(32)}` as const

function answer(safeTxHash: `0x${string}`, txId: string) {
  const execution = { type: 'MULTISIG', safeTxHash }
  return { txId, detailedExecutionInfo: execution } as Parameters<
    typeof isAbout
  >[1]
}

describe('isAbout', () => {
  test('finds the hash of the link, alone or in an id', () => {
    const found = answer(hash, `multisig_${safe}_${hash}`)
    expect(isAbout(hash, found)).toBe(true)
    expect(isAbout(`multisig_${safe}_${hash}`, found)).toBe(true)
    expect(isAbout(`multisig_${safe}_${hash.toUpperCase()}`, found)).toBe(true)
  })

  test('is not misled by an answer that calls itself by the id asked for', () => {
    const id = `multisig_${safe}_${hash}`
    expect(isAbout(id, answer(other, id))).toBe(false)
  })

  test('goes by the id where owners sign nothing', () => {
    const id = `module_${safe}_i1`
    const found = { txId: id, detailedExecutionInfo: null }
    expect(isAbout(id, found)).toBe(true)
    expect(isAbout(`module_${safe}_i2`, found)).toBe(false)
  })
})
