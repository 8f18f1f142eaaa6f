import { Button, SegmentedControl, Switch, TextInput } from '@mantine/core'
import { IconLock, IconPin } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionButton } from '../../ui/ActionButton.js'
import { Chip } from '../../ui/Chip.js'
import { Dialog, DialogActions } from '../../ui/Dialog.js'
import { Section } from '../../ui/Section.js'
import { showToast } from '../../ui/toasts.js'
import { Line } from './Line.js'

export function Buttons() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title="Buttons and dialogs">
      <Line>
        <Button>Primary</Button>
        <Button variant="default">Secondary</Button>
        <Button variant="subtle">Quiet</Button>
        <Button
          disabled
          leftSection={<IconLock size={16} aria-hidden="true" />}
        >
          Needs an owner
        </Button>
      </Line>
      <Line>
        <Button size="xs">Small</Button>
        <Button size="xs" variant="default">
          Small
        </Button>
        <Button loading>Waiting for wallet</Button>
        <Button size="lg">Large</Button>
      </Line>
      <Line>
        <ActionButton label="Pin">
          <IconPin size={16} aria-hidden="true" />
        </ActionButton>
        <ActionButton label="Unpin" aria-pressed>
          <IconPin size={16} aria-hidden="true" />
        </ActionButton>
        <Button variant="default" onClick={() => setOpen(true)}>
          Open a dialog
        </Button>
        <Button
          variant="default"
          onClick={() =>
            showToast({
              kind: 'done',
              text: 'Signed. 3 of 3 signatures, ready to execute.',
            })
          }
        >
          Show a toast
        </Button>
      </Line>
      {isOpen && (
        <Dialog title="Reject nonce 214?" onClose={() => setOpen(false)}>
          <p>
            An empty transaction replaces the payment. It needs three signatures
            too.
          </p>
          <DialogActions onCancel={() => setOpen(false)}>
            <Button onClick={() => setOpen(false)}>Review rejection</Button>
          </DialogActions>
        </Dialog>
      )}
    </Section>
  )
}

export function Fields() {
  const [choice, setChoice] = useState('3m')
  return (
    <Section title="Fields and choices">
      <Line>
        <TextInput label="Name" placeholder="Nothing written yet" />
        <TextInput label="Name" defaultValue="Treasury" />
      </Line>
      <Line>
        <TextInput
          label="Address"
          defaultValue="0x12"
          error="An address has 40 digits after 0x, but this one has 2."
        />
        <TextInput label="Disabled" disabled defaultValue="Locked" />
      </Line>
      <Line>
        <Switch aria-label="Off" />
        <Switch aria-label="On" defaultChecked />
        <Switch aria-label="Disabled" disabled />
        <SegmentedControl
          aria-label="Span of time"
          withItemsBorders={false}
          value={choice}
          onChange={setChoice}
          data={[
            { value: '1m', label: '1M' },
            { value: '3m', label: '3M' },
            { value: 'all', label: 'All' },
          ]}
        />
      </Line>
      <Line>
        <Chip isSelected onClick={() => undefined}>
          Selected
        </Chip>
        <Chip isSelected={false} onClick={() => undefined}>
          Filter
        </Chip>
      </Line>
    </Section>
  )
}
