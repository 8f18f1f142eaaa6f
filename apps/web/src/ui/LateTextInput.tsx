import { TextInput, type TextInputProps } from '@mantine/core'
import type { Ref } from 'react'

/** In a file of its own, so that it can be loaded late. */
export function LateTextInput(
  props: TextInputProps & { ref?: Ref<HTMLInputElement> },
) {
  return <TextInput {...props} />
}
