import type { Address } from 'viem'
import { useRecords } from '../preferences/records.js'
import { KeptMessage } from './KeptMessage.js'
import { keptMessageSignatures } from './keptWork.js'
import classes from './Progress.module.css'

/** What was signed for this safe and has not reached the gateway. */
export function KeptMessages({
  chainId,
  address,
}: {
  chainId: number
  address: Address
}) {
  const kept = useRecords(keptMessageSignatures)?.filter(
    ({ value }) => value.chainId === chainId && value.safe === address,
  )
  return kept?.map(({ name, value }) => (
    <section
      key={name}
      className={classes.progress}
      aria-label="Signature kept in this browser"
    >
      <KeptMessage kept={value} error={null} />
    </section>
  ))
}
