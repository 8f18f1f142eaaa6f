import { TextInput } from '@mantine/core'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { useLocal } from '../../hooks/useLocal.js'
import { toForeignText } from '../../lib/foreignText.js'
import { localTransactions } from '../../preferences/localQueue.js'
import { gatewaySays } from '../../trust/provenance.js'
import classes from './Review.module.css'
import type { ReviewProps } from './reviewProps.js'

const longestNote = 60

/** For the other owners; whoever keeps it could change it. */
export function NoteField({
  place,
  proposal,
  note,
  onNote,
}: Pick<ReviewProps, 'place' | 'proposal' | 'note' | 'onNote'>) {
  const id = proposal?.details.txId ?? ''
  const local = useLocal(localTransactions, place, id)
  const kept = proposal?.details.note
  if (proposal && !kept) return null
  return (
    <section aria-labelledby="review-note" className={classes.section}>
      <h2 id="review-note" className={classes.heading}>
        Note <small>not covered by the signature</small>
      </h2>
      {proposal ? (
        <p>
          {toForeignText(kept ?? '', 200)}{' '}
          {kept !== local?.note && <ProvenanceMark of={gatewaySays} />}
        </p>
      ) : (
        <TextInput
          aria-labelledby="review-note"
          maxLength={longestNote}
          value={note}
          rightSectionWidth={64}
          rightSection={
            <span className={classes.hint}>
              {note.length} / {longestNote}
            </span>
          }
          onChange={(event) => onNote(event.target.value)}
        />
      )}
    </section>
  )
}
