import type { MessageContent } from '@covault/api'
import { CopyButton } from '../../components/CopyButton.js'
import { HashValue } from '../../components/transaction/HashValue.js'
import type { MessageHashes } from '../../components/transaction/messageHashes.js'
import { Provenance } from '../../components/transaction/Provenance.js'
import type { SafePlace } from '../../components/transaction/safePlace.js'
import classes from './Review.module.css'

/** To be compared with what a device and an app show, group by group. */
export function MessageHashList({
  place: { chain, address },
  content,
  hashes,
}: {
  place: SafePlace
  content: MessageContent
  hashes: MessageHashes
}) {
  const rows = [
    { key: 'safeMessage', name: 'SafeMessage hash' },
    { key: 'domain', name: 'Domain hash' },
    { key: 'message', name: 'Message hash' },
    { key: 'content', name: nameContentHash(content) },
  ] as const
  return (
    <>
      <dl className={classes.facts}>
        {rows.map(({ key, name }) => (
          <div key={key} className={classes.fact} data-hash={key}>
            <dt>{name}</dt>
            <dd>
              <HashValue hash={hashes[key]} />
            </dd>
            <dd className={classes.side}>
              <Provenance source="computed" />
              <CopyButton label="Copy" text={hashes[key]} />
            </dd>
          </div>
        ))}
        <div className={classes.fact}>
          <dt>Safe</dt>
          <dd className={classes.code}>{address}</dd>
          <dd className={classes.side}>
            {chain.name}, chain {chain.chainId}
          </dd>
        </div>
      </dl>
      <p className={classes.hint}>
        A hardware wallet shows the domain hash and the message hash, or the{' '}
        {nameContentHash(content)} as the message of a SafeMessage. If one digit
        differs, stop.
      </p>
    </>
  )
}

/** What an app calls the hash of the message. */
export function nameContentHash(content: MessageContent): string {
  return typeof content === 'string' ? 'EIP-191 hash' : 'EIP-712 hash'
}
