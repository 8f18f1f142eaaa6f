import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import classes from './PickList.module.css'

export type PickItem = {
  key: string
  label: string
  note?: string | undefined
  icon?: ReactNode
  onPick: () => void
}

export type PickGroup = { title: string; items: readonly PickItem[] }

/**
 * A field to search in and a list to pick from, by hand or with the arrow
 * keys. The focus stays in the field, as a combobox has it.
 */
export function PickList({
  label,
  placeholder,
  groups,
  query,
  onQuery,
  empty,
}: {
  label: string
  placeholder: string
  groups: readonly PickGroup[]
  query: string
  onQuery: (query: string) => void
  /** Said when nothing fits. */
  empty: string
}) {
  const id = useId()
  const [at, setAt] = useState(0)
  const shown = groups.filter(({ items }) => items.length > 0)
  const items = shown.flatMap((group) => group.items)
  const active = Math.min(at, items.length - 1)
  const onKeyDown = (event: KeyboardEvent) => {
    const to = moveTo(event.key, active, items.length)
    if (to !== undefined) {
      event.preventDefault()
      setAt(to)
      document
        .getElementById(`${id}-${to}`)
        ?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      items[active]?.onPick()
    }
  }
  return (
    <div className={classes.pick}>
      <div className={classes.field}>
        <IconSearch size={16} stroke={1.75} aria-hidden="true" />
        <input
          className={classes.input}
          role="combobox"
          aria-label={label}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={
            items.length > 0 ? `${id}-${active}` : undefined
          }
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => {
            setAt(0)
            onQuery(event.target.value)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        className={classes.list}
      >
        {shown.map(({ title, items: groupItems }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset.
          <div key={title} role="group" aria-label={title}>
            <div className={classes.group} aria-hidden="true">
              {title}
            </div>
            {groupItems.map((item) => {
              const index = items.indexOf(item)
              return (
                <Option
                  key={item.key}
                  id={`${id}-${index}`}
                  item={item}
                  isActive={index === active}
                  onPoint={() => setAt(index)}
                />
              )
            })}
          </div>
        ))}
      </div>
      {items.length === 0 && (
        <p className={classes.empty} role="status">
          {empty}
        </p>
      )}
    </div>
  )
}

function Option({
  id,
  item,
  isActive,
  onPoint,
}: {
  id: string
  item: PickItem
  isActive: boolean
  onPoint: () => void
}) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the field.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={classes.option}
      onPointerMove={onPoint}
      onClick={item.onPick}
    >
      <span className={classes.icon}>{item.icon}</span>
      <span className={classes.label}>{item.label}</span>
      {item.note && <span className={classes.note}>{item.note}</span>}
    </div>
  )
}

function moveTo(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count
    case 'ArrowUp':
      return (at - 1 + count) % count
    case 'PageDown':
      return count - 1
    case 'PageUp':
      return 0
    default:
      return undefined
  }
}
