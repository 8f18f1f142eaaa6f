import {
  fallbackHandlers,
  findDeployment,
  parseSafeVersion,
} from '@covault/protocol'
import { Button, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CodeName } from '../../components/CodeName.js'
import { contractQuery } from '../../trust/contract.js'
import { Form } from '../../ui/Form.js'
import { Remark } from '../../ui/Remark.js'
import { Section } from '../../ui/Section.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import type { FormProps } from '../machine/flow.js'
import { writeAddress } from '../machine/pinnedAddress.js'
import { usePinnedAddress } from '../machine/usePinnedAddress.js'
import { hasSlot, type SlotInput } from './buildSlotCall.js'
import { ContractField } from './ContractField.js'
import { checkText } from './checkContract.js'
import classes from './SafeContracts.module.css'
import type { Slot } from './slots.js'

/** The form of one place: what is in it, and what shall be. */
export function createSlotForm(slot: Slot) {
  return (props: FormProps<SlotInput>) => <SlotForm {...props} slot={slot} />
}

function SlotForm({
  slot,
  place,
  input,
  onInput,
  onDone,
}: FormProps<SlotInput> & { slot: Slot }) {
  const { chain, address: safe, safe: state } = place
  const { part, interfaceId, consequences } = slot
  const present = slot.read(state)
  const choice = present === null ? 'set' : input.choice
  const reading = usePinnedAddress(chain, input.contract)
  const { data: contract } = useQuery(
    contractQuery(chain, { address: reading.address, interfaceId }),
  )
  const [isAsked, setAsked] = useState(false)
  const mistake = checkText(part, reading, {
    safe,
    present: present === null ? [] : [present],
    contract: contract ?? undefined,
  })
  const write = (text: string) =>
    onInput({ ...input, contract: writeAddress(text) })
  const submit = () => {
    setAsked(true)
    if (choice === 'set' && mistake) return
    onInput({ choice, contract: reading.pinned })
    onDone()
  }
  if (!hasSlot(slot, state.version))
    return (
      <p className={classes.text}>
        A safe of version {state.version} has no {part}.
      </p>
    )
  return (
    <Form className={classes.form} onSubmit={submit}>
      <Section title={`Current ${part}`}>
        {present === null ? (
          <p className={classes.text}>{consequences.none}</p>
        ) : (
          <div className={classes.row}>
            <CodeName chain={chain} address={present} />
          </div>
        )}
        {present !== null && (
          <div className={classes.choice}>
            <SegmentedControl
              aria-label={`Change of ${part}`}
              withItemsBorders={false}
              value={choice}
              onChange={(next) => onInput({ ...input, choice: next })}
              data={[
                { value: 'set', label: 'Replace' },
                { value: 'clear', label: 'Remove' },
              ]}
            />
          </div>
        )}
      </Section>
      {choice === 'set' ? (
        <Section title={`New ${part}`}>
          <ContractField
            label={`Address of the ${part}`}
            chain={chain}
            text={input.contract.text}
            onText={write}
            reading={reading}
            contract={contract}
            mistake={mistake}
            isAsked={isAsked}
            consequence={consequences.set}
          >
            <OwnHandler slot={slot} place={place} onTake={write} />
          </ContractField>
        </Section>
      ) : (
        <Remark kind="warn" role="status">
          {consequences.clear}
        </Remark>
      )}
      <div className={classes.end}>
        <Button type="submit">Review</Button>
      </div>
    </Form>
  )
}

/** Safes come with a handler of their version; here is the way back to it. */
function OwnHandler({
  slot,
  place: { chain, safe },
  onTake,
}: {
  slot: Slot
  place: SafePlace
  onTake: (address: string) => void
}) {
  const version = parseSafeVersion(safe.version)?.version
  if (slot.part !== 'fallback handler' || !version) return null
  const own = findDeployment(fallbackHandlers, {
    version,
    chainId: chain.chainId,
  })
  if (!own || own.address === safe.fallbackHandler) return null
  return (
    <div>
      <Button size="xs" variant="default" onClick={() => onTake(own.address)}>
        Use {own.contract} {own.version}
      </Button>
    </div>
  )
}
