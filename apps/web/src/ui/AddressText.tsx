import { Fragment } from 'react'
import { toNumbered } from '../lib/numbered.js'
import classes from './AddressText.module.css'
import { WholeAddress } from './WholeAddress.js'

const addresses =
  /(0x(?:[0-9a-fA-F]{40}|[0-9a-fA-F]{64})(?![0-9a-fA-F])|0x[0-9a-fA-F]+…[0-9a-fA-F]+)/

/** A sentence whose addresses and hashes break in their middle, or not at all. */
export function AddressText({ text }: { text: string }) {
  return toNumbered(text.split(addresses)).map(({ item, at }) =>
    at % 2 === 1 ? (
      <span
        key={at}
        className={item.includes('…') ? classes.short : classes.whole}
      >
        <WholeAddress address={item} />
      </span>
    ) : (
      <Fragment key={at}>{item}</Fragment>
    ),
  )
}
