// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  computedHere,
  gatewaySays,
  type ReadProvenance,
} from '../trust/provenance.js'
import {
  explainProvenance,
  nameProvenance,
  ProvenanceMark,
} from './ProvenanceMark.js'

const read: ReadProvenance = {
  kind: 'chain',
  block: 26_441_907n,
  endpoint: { source: 'own', host: 'node.example.org' },
}

test('says in few words where a value comes from', () => {
  expect(nameProvenance(computedHere)).toBe('computed in this browser')
  expect(nameProvenance(gatewaySays)).toBe('reported by the gateway')
  expect(nameProvenance(read)).toBe('chain, block 26,441,907')
})

test('says it wherever the gateway chose whom to ask', () => {
  const endpoint = { source: 'gateway', host: 'rpc.example' } as const
  expect(nameProvenance({ ...read, endpoint })).toBe(
    'chain, block 26,441,907, endpoint chosen by the gateway',
  )
})

test('never calls what the gateway answered the chain’s', () => {
  const word: ReadProvenance = {
    ...read,
    kind: 'gateway',
    endpoint: { source: 'door', host: 'safe.example' },
  }
  expect(nameProvenance(word)).toBe('reported by the gateway, block 26,441,907')
  expect(explainProvenance(word)).toBe(
    'reported by the gateway, block 26,441,907: read from the gateway (safe.example)',
  )
  render(<ProvenanceMark of={word} />)
  const mark = screen.getByTitle(/^reported by the gateway/)
  expect(mark.dataset.provenance).toBe('gateway')
})

test('names the endpoint, and the second one that agrees', () => {
  expect(explainProvenance(read)).toBe(
    'chain, block 26,441,907: read from your own endpoint (node.example.org)',
  )
  const second = { source: 'wallet', host: undefined } as const
  expect(explainProvenance({ ...read, second })).toMatch(
    /; your wallet agrees$/,
  )
})

test('says what the gateway is to whoever points at its word', () => {
  render(<ProvenanceMark of={gatewaySays} />)
  expect(screen.getByText('reported by the gateway')).toHaveAttribute(
    'title',
    'reported by the gateway, the server behind this page; not checked on the chain',
  )
})

test('can say of what it speaks', () => {
  render(<ProvenanceMark of={gatewaySays}>prices: gateway</ProvenanceMark>)
  expect(screen.getByText('prices: gateway').title).toMatch(
    /^reported by the gateway,/,
  )
})
