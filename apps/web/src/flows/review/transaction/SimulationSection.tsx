import { SimulationReport } from '../../../components/transaction/SimulationReport.js'
import classes from '../Review.module.css'

/** S46: the transaction, run before anybody signs it. */
export function SimulationSection(
  props: Parameters<typeof SimulationReport>[0],
) {
  return (
    <section aria-labelledby="review-simulation" className={classes.section}>
      <h2 id="review-simulation" className={classes.heading}>
        Balance changes <small>simulated before you sign</small>
      </h2>
      <SimulationReport {...props} />
    </section>
  )
}
