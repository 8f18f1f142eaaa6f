import { SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type Address, isHex } from 'viem'
import { AddressInput } from '../../components/AddressInput.js'
import { ReportedCall } from '../../components/transaction/ReportedCall.js'
import { formatCount } from '../../lib/formatCount.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import type { AddressReading } from '../../understand/safe/addressReading.js'
import { ArgumentFields } from './ArgumentFields.js'
import classes from './BuilderForm.module.css'
import type { BuilderMistakes } from './checkBuilder.js'
import { type BuilderInput, chooseMethod, readMethod } from './input.js'
import { MethodChoice } from './MethodChoice.js'
import { TextArea } from './TextArea.js'

/** What the call is made of: a function and its arguments, or raw data. */
export function CallFields({
  chain,
  input,
  to,
  mistakes,
  isSubmitted,
  onWrite,
}: {
  chain: ChainConfig
  input: BuilderInput
  to: AddressReading
  mistakes: BuilderMistakes | undefined
  isSubmitted: boolean
  onWrite: (part: Partial<BuilderInput>) => void
}) {
  const told = isSubmitted ? mistakes : undefined
  const method = readMethod(input)
  return (
    <>
      <AddressInput
        label="Contract or recipient"
        chain={chain}
        text={input.to}
        onText={(text) => onWrite({ to: text })}
        address={to}
        error={told?.to}
      />
      <SegmentedControl
        className={classes.kinds}
        aria-label="Call format"
        withItemsBorders={false}
        value={input.kind}
        onChange={(kind) =>
          onWrite({ kind: kind === 'data' ? 'data' : 'method' })
        }
        data={[
          { value: 'method', label: 'Contract function' },
          { value: 'data', label: 'Raw data' },
        ]}
      />
      {input.kind === 'method' ? (
        <>
          <MethodChoice
            chain={chain}
            address={to.address}
            abi={input.abi}
            onAbi={(abi) => onWrite({ abi })}
            method={method}
            mistake={told?.method}
            onMethod={(chosen) =>
              onWrite({ ...chooseMethod(input, chosen), abi: input.abi })
            }
          />
          {method && (
            <ArgumentFields
              chain={chain}
              method={method}
              values={input.values}
              mistakes={mistakes?.values}
              isSubmitted={isSubmitted}
              onValues={(values) => onWrite({ values })}
            />
          )}
        </>
      ) : (
        <>
          <TextArea
            label="Data (hexadecimal)"
            hint={describeData(input.data)}
            isCode
            rows={4}
            value={input.data}
            error={told?.data}
            onValue={(data) => onWrite({ data })}
          />
          <DataHint chain={chain} to={to.address} data={input.data} />
        </>
      )}
      {(input.kind === 'data' || method?.stateMutability === 'payable') && (
        <TextInput
          label={`Value in ${chain.nativeCurrency.symbol}`}
          description="Sent by the safe with the call."
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          value={input.value}
          error={told?.value}
          onChange={(event) => onWrite({ value: event.target.value })}
        />
      )}
    </>
  )
}

/** Milliseconds without a key before the gateway is asked. */
const settleTime = 400

/** What the gateway takes the bytes for; the review reads them itself. */
function DataHint({
  chain,
  to,
  data,
}: {
  chain: ChainConfig
  to: Address | undefined
  data: string
}) {
  const [settled] = useDebouncedValue(data.trim().toLowerCase(), settleTime)
  const isCall = /^0x([0-9a-f]{2}){4,}$/.test(settled) && isHex(settled)
  if (!to || !isCall) return null
  return <ReportedCall chain={chain} to={to} data={settled} />
}

function describeData(data: string): string {
  const digits = data.trim().replace(/^0x/i, '').replace(/\s/g, '')
  if (digits === '') return 'No data: the call only sends value.'
  return `${formatCount(Math.ceil(digits.length / 2), 'byte')}. The batch and the review show what they do.`
}
