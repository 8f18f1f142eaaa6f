import type { ComponentProps, ReactNode } from 'react'
import type { SignableHashes } from '../../trust/signable.js'
import { listHashes } from '../../understand/decode/describeSignable.js'
import { Checks } from './Checks.js'
import { HashList } from './HashList.js'
import classes from './Review.module.css'
import type { SealProps } from './reviewProps.js'
import { SealBlock } from './SealBlock.js'

/**
 * What every review ends with: the hashes that are signed, what was checked,
 * and the seal. What differs stands in its parts.
 */
export function ReviewDocument({
  head,
  body,
  hashes,
  device,
  beneath,
  beside,
  known,
  check,
  result,
  seal,
}: {
  head: ReactNode
  /** What is signed, as it is to be read. */
  body: ReactNode
  hashes: SignableHashes
  /** What a device shows of the hashes. */
  device: ReactNode
  /** What belongs to the hashes. */
  beneath?: ReactNode
  /** What is not signed. */
  beside?: ReactNode
  /** What comes of it. */
  result?: ReactNode
  seal: Omit<SealProps, 'hash' | 'check'>
} & Pick<ComponentProps<typeof Checks>, 'known' | 'check'>) {
  const { place, signable } = seal
  return (
    <article className={classes.review}>
      {head}
      {body}
      <section aria-labelledby="review-signed" className={classes.section}>
        <h2 id="review-signed" className={classes.heading}>
          What you sign
        </h2>
        <HashList place={place} rows={listHashes(signable, hashes)}>
          {device}
        </HashList>
        {beneath}
      </section>
      {beside}
      <Checks place={place} hash={hashes.signed} check={check} known={known} />
      {result}
      <div className={classes.seal}>
        <SealBlock {...seal} hash={hashes.signed} check={check.data} />
      </div>
    </article>
  )
}
