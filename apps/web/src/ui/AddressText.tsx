import { Fragment } from 'react'
import { toNumbered } from '../lib/numbered.js'
import { WholeAddress } from './WholeAddress.js'

const address = /(0x[0-9a-fA-F]{40})(?![0-9a-fA-F])/

/** A sentence whose addresses break in their middle, or not at all. */
export function AddressText({ text }: { text: string }) {
  return toNumbered(text.split(address)).map(({ item, at }) => (
    <Fragment key={at}>
      {at % 2 === 1 ? <WholeAddress address={item} /> : item}
    </Fragment>
  ))
}
