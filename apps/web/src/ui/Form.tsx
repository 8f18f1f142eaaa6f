import type { ComponentProps } from 'react'
import { keepClick } from './keepClick.js'

/** A form that this page answers, and whose mistakes it tells itself. */
export function Form({
  onSubmit,
  ...rest
}: Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: () => void }) {
  return (
    <form
      noValidate
      {...rest}
      onPointerDown={keepClick}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    />
  )
}
