import { SettingsChange } from '../../../components/transaction/SettingsChange.js'
import { listSettingsChanges } from '../../../understand/decode/listSettingsChanges.js'
import classes from '../Review.module.css'

/** S44: changes of the safe itself have a section of their own. */
export function SettingsSection(props: Parameters<typeof SettingsChange>[0]) {
  if (!listSettingsChanges(props.intent, props.place.safe)) return null
  return (
    <section aria-labelledby="review-settings" className={classes.section}>
      <h2 id="review-settings" className={classes.heading}>
        What changes in the safe
      </h2>
      <SettingsChange {...props} />
    </section>
  )
}
