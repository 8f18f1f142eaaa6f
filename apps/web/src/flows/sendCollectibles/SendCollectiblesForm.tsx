import type { Collectible } from '@covault/api'
import { Button, NativeSelect } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { AddressInput } from '../../components/AddressInput.js'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { useAddressText } from '../../hooks/useAddressTexts.js'
import { useStable } from '../../hooks/useStable.js'
import { toForeignText } from '../../lib/foreignText.js'
import { collectiblesQuery } from '../../queries/collectibles.js'
import { gatewaySays } from '../../trust/provenance.js'
import { ActionButton } from '../../ui/ActionButton.js'
import { Form } from '../../ui/Form.js'
import { Mark } from '../../ui/Mark.js'
import { Remark } from '../../ui/Remark.js'
import { Section } from '../../ui/Section.js'
import type { FormProps } from '../machine/flow.js'
import { checkSending, listWarnings } from './checkSending.js'
import {
  type Item,
  mostItems,
  pinRecipient,
  readItem,
  type SendCollectiblesInput,
  writeItem,
} from './input.js'
import { manyQuery } from './manyQuery.js'
import classes from './SendCollectiblesForm.module.css'

export function SendCollectiblesForm({
  place: { chain, address: safe },
  input,
  onInput,
  onDone,
}: FormProps<SendCollectiblesInput>) {
  const { items, recipient } = input
  const reading = useAddressText(chain, recipient)
  const held = useHeld({ chainId: chain.chainId, address: safe })
  const { data: many = new Set() } = useQuery(
    manyQuery(chain, [...held.keys()]),
  )
  const [isSubmitted, setIsSubmitted] = useState(false)
  const finish = useStable(onDone)
  const mistakes = checkSending({ items, recipient, to: reading })
  const warnings = listWarnings({ items, to: reading.address, safe })
  // Somebody who is still writing has made no mistake yet.
  const showsRecipient = isSubmitted || reading.address !== undefined
  const submit = () => {
    setIsSubmitted(true)
    if (Object.keys(mistakes).length > 0) return
    flushSync(() => onInput(pinRecipient(input, reading)))
    finish()
  }
  return (
    <Form className={classes.form} onSubmit={submit}>
      <Section
        title="Collectibles"
        note={items.length > 0 && `${items.length} selected`}
        end={
          <ProvenanceMark of={gatewaySays}>
            names reported by the gateway
          </ProvenanceMark>
        }
      >
        <ul>
          {items.map((item) => (
            <ItemRow
              key={writeItem(item)}
              item={item}
              known={held.get(writeItem(item))}
              isMany={many.has(writeItem(item))}
              onRemove={() =>
                onInput({
                  ...input,
                  items: items.filter((one) => one !== item),
                })
              }
            />
          ))}
        </ul>
        <div className={classes.add}>
          <NativeSelect
            label={items.length > 0 ? 'Add collectible' : 'Choose collectible'}
            value=""
            disabled={items.length >= mostItems}
            error={isSubmitted ? mistakes.items : undefined}
            data={listOptions({ held, items, many })}
            onChange={(event) => {
              const added = readItem(event.target.value)
              if (added) onInput({ ...input, items: [...items, added] })
            }}
          />
        </div>
      </Section>
      <div>
        <AddressInput
          label="Recipient"
          chain={chain}
          text={recipient}
          onText={(text) =>
            onInput({ ...input, recipient: text, resolved: null })
          }
          address={reading}
          self={safe}
          error={showsRecipient ? mistakes.recipient : undefined}
        />
        <div className={classes.notes}>
          {warnings.map((warning) => (
            <Remark key={warning} kind="warn" role="status">
              {warning}
            </Remark>
          ))}
        </div>
      </div>
      <div className={classes.end}>
        <Button type="submit">Review</Button>
      </div>
    </Form>
  )
}

/** What the gateway lists, by contract and number. */
function useHeld({
  chainId,
  address,
}: {
  chainId: number
  address: Collectible['address']
}): ReadonlyMap<string, Collectible> {
  const { data } = useInfiniteQuery(
    collectiblesQuery({ chainId, address, trustedOnly: false }),
  )
  const results = data?.pages.flatMap((page) => page.results) ?? []
  return new Map(
    results.map((one) => [
      writeItem({ token: one.address, id: String(one.id) }),
      one,
    ]),
  )
}

function ItemRow({
  item: { token, id },
  known,
  isMany,
  onRemove,
}: {
  item: Item
  known: Collectible | undefined
  isMany: boolean
  onRemove: () => void
}) {
  const name = known ? nameOf(known) : `#${id}`
  return (
    <li className={classes.item}>
      <Mark address={token} size={32} />
      <span className={classes.lines}>
        <b>{name}</b>
        <span className={classes.id}>
          {token} #{id}
        </span>
        {isMany && (
          <Remark kind="danger" role="alert">
            This is an ERC-1155 token, which can’t be sent here. Remove it.
          </Remark>
        )}
      </span>
      <ActionButton label={`Remove ${name}`} onClick={onRemove}>
        <IconX size={20} stroke={1.75} aria-hidden="true" />
      </ActionButton>
    </li>
  )
}

function listOptions({
  held,
  items,
  many,
}: {
  held: ReadonlyMap<string, Collectible>
  items: readonly Item[]
  many: ReadonlySet<string>
}): { value: string; label: string }[] {
  const selected = new Set(items.map(writeItem))
  const others = [...held].filter(
    ([value]) => !selected.has(value) && !many.has(value),
  )
  return [
    {
      value: '',
      label:
        others.length > 0
          ? 'A collectible of this safe'
          : 'No other collectibles',
    },
    ...others.map(([value, one]) => ({ value, label: nameOf(one) })),
  ]
}

function nameOf({ name, tokenName, id }: Collectible): string {
  return toForeignText(name ?? '') || `${toForeignText(tokenName)} #${id}`
}
