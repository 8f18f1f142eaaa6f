import { Fragment } from 'react'
import { toNumbered } from '../lib/numbered.js'
import classes from './AddressText.module.css'
import { WholeAddress } from './WholeAddress.js'

const addresses =
  /(0x(?:[0-9a-fA-F]{40}|[0-9a-fA-F]{64})(?![0-9a-fA-F])|0x[0-9a-fA-F]+…[0-9a-fA-F]+)/

/** A sentence whose addresses and hashes break in their middle, or not at all. */
export function AddressText({ text }: { text: string }) {
  return toNumbered(text.split(addresses)).map(({ item, at }) => (
    <Fragment key={at}>
      {at % 2 === 1 ? <Unbroken address={item} /> : item}
    </Fragment>
  ))
}

function Unbroken({ address }: { address: string }) {
  return address.includes('…') ? (
    <span className={classes.short}>{address}</span>
  ) : (
    <span className={classes.whole}>
      <WholeAddress address={address} />
    </span>
  )
}
