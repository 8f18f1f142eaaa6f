import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'

/** An amount as it is typed. Who is still writing has made no mistake yet. */
export function AmountInput({
  amount,
  onAmount,
  mistake,
  isAsked,
  ...field
}: Pick<
  TextInputProps,
  | 'label'
  | 'description'
  | 'inputWrapperOrder'
  | 'rightSection'
  | 'rightSectionWidth'
> & {
  amount: string
  onAmount: (amount: string) => void
  mistake: string | undefined
  /** The form was sent, so that every mistake is told. */
  isAsked: boolean
}) {
  const [isLeft, setLeft] = useState(false)
  const isTold = isAsked || (isLeft && amount.trim() !== '')
  return (
    <TextInput
      {...field}
      placeholder="0.0"
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      value={amount}
      error={isTold ? mistake : undefined}
      onChange={(event) => onAmount(event.target.value)}
      onBlur={() => setLeft(true)}
    />
  )
}
