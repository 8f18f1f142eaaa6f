import { TextInput, type TextInputProps } from '@mantine/core'

/** In a file of its own, so that it can be loaded late. */
export function LateTextInput(props: TextInputProps) {
  return <TextInput {...props} />
}
