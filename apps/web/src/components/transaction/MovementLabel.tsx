import { Button, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import type { Address } from 'viem'
import {
  findLabel,
  type MovementLabel as Label,
  listCategories,
  longestCategory,
  longestNote,
  movementLabels,
  saveLabel,
  suggestCategory,
} from '../../preferences/movementLabels.js'
import { usePreference } from '../../preferences/preference.js'
import type { Movement } from '../../queries/movements.js'
import { Form } from '../../ui/Form.js'
import { movementDetailsWords } from '../../words/movementDetails.js'
import classes from './MovementLabel.module.css'
import { LabelWords } from './OwnLabel.js'

/** What the reader calls a movement, and the place to write it. */
export function MovementLabel({
  chainId,
  address,
  movement: { id, timestamp, direction, sender, recipient },
}: {
  chainId: number
  address: Address
  movement: Movement
}) {
  const labels = usePreference(movementLabels)
  const [isOpen, setOpen] = useState(false)
  const { value: counterparty } = direction === 'INCOMING' ? sender : recipient
  const label = findLabel(labels, { chainId, id })
  const suggested = label
    ? undefined
    : suggestCategory(labels, { chainId, counterparty })
  const save = (words: Pick<Label, 'category' | 'note'>) => {
    saveLabel({
      ...{ chainId, address, id, time: timestamp, counterparty },
      ...words,
    })
    setOpen(false)
  }
  if (isOpen)
    return (
      <LabelForm
        label={label}
        category={label?.category ?? suggested ?? ''}
        categories={listCategories(labels)}
        onSave={save}
        onClose={() => setOpen(false)}
      />
    )
  return (
    <span className={classes.label}>
      <LabelWords label={label} />
      {suggested && (
        <button
          type="button"
          className={classes.button}
          onClick={() => save({ category: suggested, note: '' })}
        >
          Label as {suggested}
        </button>
      )}
      <button
        type="button"
        className={classes.button}
        onClick={() => setOpen(true)}
      >
        {label ? 'Change label' : suggested ? 'Other label' : 'Add label'}
      </button>
    </span>
  )
}

function LabelForm({
  label,
  category,
  categories,
  onSave,
  onClose,
}: {
  label: Label | undefined
  category: string
  categories: readonly string[]
  onSave: (words: Pick<Label, 'category' | 'note'>) => void
  onClose: () => void
}) {
  const [words, setWords] = useState({ category, note: label?.note ?? '' })
  const list = useId()
  return (
    <Form className={classes.form} onSubmit={() => onSave(words)}>
      <TextInput
        className={classes.category}
        label="Category"
        autoFocus
        autoComplete="off"
        list={list}
        maxLength={longestCategory}
        value={words.category}
        onChange={({ currentTarget }) =>
          setWords({ ...words, category: currentTarget.value })
        }
      />
      <datalist id={list}>
        {categories.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <TextInput
        className={classes.words}
        label="Note"
        autoComplete="off"
        maxLength={longestNote}
        value={words.note}
        onChange={({ currentTarget }) =>
          setWords({ ...words, note: currentTarget.value })
        }
      />
      <div className={classes.buttons}>
        <Button type="submit" variant="default">
          Save
        </Button>
        {label && (
          <Button
            variant="subtle"
            onClick={() => onSave({ category: '', note: '' })}
          >
            Remove
          </Button>
        )}
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </div>
      <p className={classes.hint}>{movementDetailsWords.labelStays}</p>
    </Form>
  )
}
