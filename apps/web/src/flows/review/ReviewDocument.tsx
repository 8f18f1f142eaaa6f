import type { ComponentProps, ReactNode } from 'react'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { DeviceScreens } from '../../components/share/DeviceScreens.js'
import { SecondDevice } from '../../components/share/SecondDevice.js'
import { Findings } from '../../components/transaction/Findings.js'
import { focusWhenLost } from '../../lib/focusWhenLost.js'
import { computedHere } from '../../trust/provenance.js'
import type { SignableHashes } from '../../trust/signables/definition.js'
import { listHashes } from '../../understand/decode/listHashes.js'
import { Checks } from './Checks.js'
import { HashList } from './HashList.js'
import classes from './Review.module.css'
import type { SealProps } from './reviewProps.js'
import { SealBlock } from './SealBlock.js'
import { findingsId } from './Tally.js'

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
    <article
      className={classes.review}
      data-unsafe={check.data?.isRefused || seal.hasMovedNames || undefined}
    >
      {head}
      {body}
      <ReviewSection
        name="signed"
        title={
          <>
            What you sign <ProvenanceMark of={computedHere} />
          </>
        }
      >
        <HashList place={place} rows={listHashes(signable, hashes)}>
          {device}
        </HashList>
        {beneath}
        <div>
          <SecondDevice signable={signable} hash={hashes.signed} />
          <DeviceScreens signable={signable} />
        </div>
      </ReviewSection>
      {beside}
      <Checks place={place} hash={hashes.signed} check={check} known={known} />
      {result}
      <div className={classes.seal}>
        <SealBlock
          {...seal}
          hash={hashes.signed}
          check={check.data}
          failure={(check.data ? null : check.error) ?? seal.failure ?? null}
        />
      </div>
    </article>
  )
}

/** What it comes to in a sentence, and what is said to that at once. */
export function ReviewHead({
  sentence,
  children,
}: {
  sentence: ReactNode
  children: ReactNode
}) {
  return (
    <header className={classes.head}>
      <h1 ref={focusWhenLost} className={classes.sentence} tabIndex={-1}>
        {sentence}
      </h1>
      {children}
    </header>
  )
}

/** Beside the document, or before it on a phone; the count leads to it. */
export function FindingsAside(shown: ComponentProps<typeof Findings>) {
  if (shown.findings.length === 0) return null
  return (
    <aside aria-labelledby={findingsId} className={classes.findings}>
      <h2 id={findingsId} className={classes.heading} tabIndex={-1}>
        Findings
      </h2>
      <Findings {...shown} />
    </aside>
  )
}

export function ReviewSection({
  name,
  title,
  children,
}: {
  name: string
  title: ReactNode
  children: ReactNode
}) {
  const id = `review-${name}`
  return (
    <section aria-labelledby={id} className={classes.section}>
      <h2 id={id} className={classes.heading}>
        {title}
      </h2>
      {children}
    </section>
  )
}
