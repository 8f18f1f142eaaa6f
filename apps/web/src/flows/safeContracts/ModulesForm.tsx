import { Button } from '@mantine/core'
import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import { CodeName } from '../../components/CodeName.js'
import { formatAddress } from '../../lib/formatAddress.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { contractQuery } from '../../trust/contract.js'
import { ActionButton } from '../../ui/ActionButton.js'
import { Form } from '../../ui/Form.js'
import { Remark } from '../../ui/Remark.js'
import { Section } from '../../ui/Section.js'
import { Tag } from '../../ui/Tag.js'
import type { FormProps } from '../machine/flow.js'
import { writeAddress } from '../machine/pinnedAddress.js'
import { usePinnedAddress } from '../machine/usePinnedAddress.js'
import { ContractField } from './ContractField.js'
import { checkText } from './checkContract.js'
import { type ModulesInput, toggleDisabled } from './modulesInput.js'
import classes from './SafeContracts.module.css'

/** The modules as they are, and what shall become of them. */
export function ModulesForm({
  place: { chain, address: safe, safe: state },
  input,
  onInput,
  onDone,
}: FormProps<ModulesInput>) {
  const { disabled, enabled } = input
  const reading = usePinnedAddress(chain, enabled)
  const { data: contract } = useQuery(
    contractQuery(chain, { address: reading.address }),
  )
  const [isAsked, setAsked] = useState(false)
  const isEnabling = enabled.text.trim() !== ''
  const mistake = isEnabling
    ? checkText('module', reading, {
        safe,
        present: state.modules,
        contract: contract ?? undefined,
      })
    : undefined
  const gone = disabled.filter((module) => !state.modules.includes(module))
  const isUntouched = !isEnabling && disabled.length === 0
  const submit = () => {
    setAsked(true)
    if (mistake || gone.length > 0 || isUntouched) return
    onInput({ ...input, enabled: reading.pinned })
    onDone()
  }
  return (
    <Form className={classes.form} onSubmit={submit}>
      <Section title="Enabled modules">
        {state.modules.length === 0 && (
          <p className={classes.text}>
            None. Nothing leaves this safe without its owners’ signatures.
          </p>
        )}
        <ul>
          {state.modules.map((module) => (
            <ModuleRow
              key={module}
              chain={chain}
              module={module}
              isDisabled={disabled.includes(module)}
              onToggle={() => onInput(toggleDisabled(input, module))}
            />
          ))}
        </ul>
        <div className={classes.remarks} role="status">
          {disabled.length > 0 && (
            <Remark kind="warn">
              A disabled module loses its rights immediately. Check what depends
              on it, such as spending limits or recovery.
            </Remark>
          )}
        </div>
      </Section>
      <Section title="Enable module" note="optional">
        <ContractField
          label="Module to enable"
          chain={chain}
          text={enabled.text}
          onText={(text) => onInput({ ...input, enabled: writeAddress(text) })}
          reading={reading}
          contract={contract}
          mistake={mistake}
          isAsked={isAsked}
          consequence="This module will be able to move everything in this safe, at any time and without signatures, until you disable it."
        />
      </Section>
      <div className={classes.end}>
        {gone.map((module) => (
          // Somebody else has disabled it meanwhile.
          <div key={module} className={classes.remarks}>
            <Remark kind="danger" role="alert">
              {module} is no longer enabled.
            </Remark>
            <Button
              size="xs"
              variant="default"
              onClick={() => onInput(toggleDisabled(input, module))}
            >
              Remove from changes
            </Button>
          </div>
        ))}
        {isAsked && isUntouched && (
          <Remark kind="danger" role="alert">
            No changes yet. Enable or disable a module.
          </Remark>
        )}
        <Button type="submit">Review</Button>
      </div>
    </Form>
  )
}

function ModuleRow({
  chain,
  module,
  isDisabled,
  onToggle,
}: {
  chain: ChainConfig
  module: Address
  isDisabled: boolean
  onToggle: () => void
}) {
  const short = formatAddress(module, { digits: 4 })
  return (
    <li className={classes.row}>
      <CodeName chain={chain} address={module} />
      <span className={classes.actions}>
        {isDisabled ? (
          <>
            <Tag>will be disabled</Tag>
            <Button
              size="xs"
              variant="default"
              aria-label={`Keep ${short}`}
              leftSection={
                <IconArrowBackUp size={16} stroke={1.75} aria-hidden="true" />
              }
              onClick={onToggle}
            >
              Keep
            </Button>
          </>
        ) : (
          <ActionButton label={`Disable ${short}`} onClick={onToggle}>
            <IconX size={20} stroke={1.75} aria-hidden="true" />
          </ActionButton>
        )}
      </span>
    </li>
  )
}
