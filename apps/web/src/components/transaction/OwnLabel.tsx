import {
  findLabel,
  type MovementLabel,
  movementLabels,
} from '../../preferences/movementLabels.js'
import { usePreference } from '../../preferences/preference.js'
import { Tag } from '../../ui/Tag.js'
import classes from './MovementLabel.module.css'

/** What the reader has written to a movement, for its row. */
export function OwnLabel({ chainId, id }: { chainId: number; id: string }) {
  const labels = usePreference(movementLabels)
  return <LabelWords label={findLabel(labels, { chainId, id })} />
}

export function LabelWords({ label }: { label: MovementLabel | undefined }) {
  if (!label) return null
  return (
    <>
      {label.category && <Tag>{label.category}</Tag>}
      {label.note && <span className={classes.note}>{label.note}</span>}
    </>
  )
}
